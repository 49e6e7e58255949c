import { Decimal } from '../../../kernel/index.ts';
import { numberOf, type BankProfile } from '../files/index.ts';
import type { DisbursementStatus } from '../schema.ts';
import { canSettle, type Outcome } from '../settle.ts';
import type { BookingRecord, Record, StatusRecord } from './read.ts';

/** A disbursement that is in a file. */
export interface Known {
  readonly number: number;
  readonly amount: string;
  readonly currency: string;
  readonly status: DisbursementStatus;
  readonly message_id: string;
  readonly iban: string;
  /** Whether who imports the file counts as who approved it. */
  readonly isOwn: boolean;
}

/** What a record means for disbursements. */
export type Verdict =
  | {
      readonly outcome: 'APPLIED';
      readonly numbers: readonly number[];
      readonly change: Outcome | 'ACCEPTED';
    }
  | { readonly outcome: 'NOTED'; readonly number: number | undefined }
  | { readonly outcome: 'UNMATCHED'; readonly reason: string; readonly number?: number }
  /** A return whose payment no statement has yet. */
  | { readonly outcome: 'WAITING'; readonly reason: string; readonly number: number }
  | { readonly outcome: 'IGNORED' };

const ACCEPTED = new Set(['ACCP', 'ACFC', 'ACSP', 'ACWC', 'ACPD']);
const SETTLED = new Set(['ACSC', 'ACCC']);
const REFUSED = new Set(['RJCT', 'CANC']);
/** The bank has seen the payment before: the first one may have been paid. */
const DUPLICATE = new Set(['AM05', 'DU01', 'DUPL']);
/** The fault is ours, or we asked for it; the destination stays as it is. */
const NOT_OF_DESTINATION = new Set(['RC01', 'CNOR', 'AG02', 'FF01', 'FOCR']);

const DEATH = 'MD07';

const unmatched = (reason: string, number?: number): Verdict => ({
  outcome: 'UNMATCHED',
  reason,
  ...(number !== undefined && { number }),
});

/** Decides by account, our id and the exact amount. What does not fit is for a person: nothing is guessed. */
export function interpret(
  record: Record,
  known: readonly Known[],
  bank: BankProfile,
  isSaidBelow: SaidBelow,
): Verdict {
  return record.kind === 'status'
    ? interpretStatus(record, known, bank, isSaidBelow)
    : interpretBooking(record, known, bank);
}

/** Whether the same message has a more specific record about a payment, which counts instead of this one. */
type SaidBelow = (record: StatusRecord, number: number) => boolean;

function interpretStatus(
  record: StatusRecord,
  known: readonly Known[],
  bank: BankProfile,
  isSaidBelow: SaidBelow,
): Verdict {
  const { messageId, lineId, status, reasons } = record;
  const file = known.filter((line) => line.message_id === messageId && line.iban === bank.iban);
  if (file.length === 0) return unmatched(`No file of ${bank.code} has the MsgId ${messageId}.`);
  if (lineId !== undefined && !file.some(({ number: each }) => each === numberOf(lineId)))
    return unmatched(`The file ${messageId} has no payment ${lineId}.`);
  const lines = file.filter(({ number: each }) =>
    lineId === undefined ? !isSaidBelow(record, each) : each === numberOf(lineId),
  );
  const [first] = lines;
  if (!first) return { outcome: 'NOTED', number: undefined };
  const number = lineId === undefined ? undefined : first.number;
  if (status === 'BLCK')
    return unmatched('The bank has blocked it: it is neither paid nor returned.', number);
  // Banks say the same in one message after the other.
  const isKnown = (outcome: Outcome['outcome']): boolean => lines.every((line) => line.status === outcome);
  if (REFUSED.has(status)) {
    if (reasons.some((code) => DUPLICATE.has(code)))
      return unmatched('The bank calls it a duplicate: find out whether it was paid before.', number);
    if (isKnown('FAILED')) return { outcome: 'NOTED', number };
    return applied(lines, 'FAILED', reasons, lineId !== undefined);
  }
  if (SETTLED.has(status) && bank.paidBy === 'status' && !isKnown('PAID'))
    return applied(lines, 'PAID', [], false);
  if (ACCEPTED.has(status) || SETTLED.has(status)) {
    const sent = lines.filter((line) => line.status === 'SENT');
    if (sent.length > 0)
      return { outcome: 'APPLIED', numbers: sent.map((line) => line.number), change: 'ACCEPTED' };
  }
  return { outcome: 'NOTED', number };
}

function interpretBooking(record: BookingRecord, known: readonly Known[], bank: BankProfile): Verdict {
  const { iban, isDebit, isReturn, lineId, batchId, reasons } = record;
  const number = lineId === undefined ? undefined : numberOf(lineId);
  const line = known.find((each) => each.number === number && each.iban === iban);
  if (!isDebit && !isReturn)
    return line ? unmatched('It is income with our id, but no return.', line.number) : { outcome: 'IGNORED' };
  if (iban !== bank.iban)
    return unmatched(`It is of the account ${iban}, which is not that of ${bank.code}.`);
  const amount = Decimal.tryParse(record.amount);
  if (!amount || record.currency !== bank.currency) return unmatched(`It has no amount in ${bank.currency}.`);
  if (batchId !== undefined) return interpretBatch(amount, batchId, isDebit && !isReturn, known, bank);
  if (!line) return unmatched('It names no payment of ours.');
  // Profiles of one account can differ in their currency.
  if (line.currency !== record.currency)
    return unmatched(`The payment is in ${line.currency}, not in ${record.currency}.`, line.number);
  const paid = Decimal.parse(line.amount);
  if (isDebit) {
    if (isReturn) return unmatched('It takes money back that came back.', line.number);
    if (!paid.equals(amount))
      return unmatched(`The payment is of ${line.amount}, not of ${record.amount}.`, line.number);
    return applied([line], 'PAID', [], false);
  }
  if (amount.compare(paid) > 0 || amount.sign <= 0)
    return unmatched(`More came back than the ${line.amount} that were paid.`, line.number);
  const returned = bank.returnFee === 'program' ? paid : amount;
  return applied([line], 'RETURNED', reasons, true, returned);
}

function interpretBatch(
  amount: Decimal,
  batchId: string,
  isPayment: boolean,
  known: readonly Known[],
  bank: BankProfile,
): Verdict {
  const lines = known.filter(
    ({ message_id, iban, currency, status }) =>
      (message_id === batchId || `${message_id}-1` === batchId) &&
      iban === bank.iban &&
      currency === bank.currency &&
      status !== 'FAILED',
  );
  const total = lines.reduce((sum, line) => sum.plus(Decimal.parse(line.amount)), Decimal.ZERO);
  if (!isPayment || lines.length === 0 || !total.equals(amount))
    return unmatched(`It is no booking of all payments of the file ${batchId}.`);
  return applied(lines, 'PAID', [], false);
}

function applied(
  lines: readonly Known[],
  outcome: Outcome['outcome'],
  reasons: readonly string[],
  isOfLine: boolean,
  returned?: Decimal,
): Verdict {
  const own = outcome === 'PAID' ? undefined : lines.find(({ isOwn }) => isOwn);
  // One person alone could otherwise have money paid out and given back.
  if (own)
    return unmatched(
      `The bank says ${outcome} of disbursement ${own.number}: another person than who approved it has to settle it.`,
      own.number,
    );
  const open = lines.filter(({ status }) => canSettle(status, outcome));
  if (open.length < lines.length) {
    const other = lines.find((line) => !open.includes(line));
    if (other && outcome === 'RETURNED' && canSettle(other.status, 'PAID'))
      return {
        outcome: 'WAITING',
        reason: 'It came back, and no statement has its payment yet.',
        number: other.number,
      };
    return unmatched(
      `Disbursement ${other?.number} is ${other?.status}, so it cannot be ${outcome}.`,
      other?.number,
    );
  }
  return {
    outcome: 'APPLIED',
    numbers: open.map(({ number }) => number),
    change: outcomeOf(outcome, reasons, isOfLine, returned),
  };
}

/** What follows from the reasons that a bank gives. */
export function outcomeOf(
  outcome: Outcome['outcome'],
  reasons: readonly string[],
  isOfLine: boolean,
  returned?: Decimal,
): Outcome {
  const concerns = isOfLine && outcome !== 'PAID';
  return {
    outcome,
    reason: reasons.join(': ') || null,
    returned,
    disables: concerns && !reasons.some((code) => NOT_OF_DESTINATION.has(code)),
    block: concerns && reasons.includes(DEATH) ? 'The bank says that the account holder has died.' : null,
  };
}
