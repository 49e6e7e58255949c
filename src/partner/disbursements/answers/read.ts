import { Problem } from '../../../kernel/index.ts';
import { elementsAt, readXml, textAt, textsAt, type Element } from './xml.ts';

/** What a bank says about the state of a payment, or of all of a file (pain.002). */
export interface StatusRecord {
  readonly kind: 'status';
  readonly key: string;
  /** What the status is about. The most specific record about a payment counts. */
  readonly level: 'file' | 'payments' | 'payment';
  /** The `MsgId` of our file. */
  readonly messageId: string;
  /** Our id of the payment; undefined for all of the file. */
  readonly lineId: string | undefined;
  readonly status: string;
  /** Of the payment, or without any those of the file. */
  readonly reasons: readonly string[];
}

/** What a bank has booked (camt.053, camt.054). */
export interface BookingRecord {
  readonly kind: 'booking';
  readonly key: string;
  readonly iban: string;
  readonly amount: string;
  readonly currency: string;
  readonly isDebit: boolean;
  readonly isReturn: boolean;
  readonly lineId: string | undefined;
  /** Of a booking of all of a file: its `MsgId` or `PmtInfId`. */
  readonly batchId: string | undefined;
  readonly reasons: readonly string[];
}

export type Record = StatusRecord | BookingRecord;

const TAKEN = new Set(['GrpHdr', 'Acct', 'Ntry', 'OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts']);
const RETURNS = new Set(['RRTN', 'RPCR']);
/** What banks write where they have no reference. */
const NO_REFERENCE = new Set(['NONREF', 'NOTPROVIDED']);
const MAX_RECORDS = 100_000;
/** No id of ISO 20022 is longer. */
const MAX_ID = 140;
/** Each is compared with all payments of a file. */
const MAX_OF_FILES = 1_000;

/** The records of a message, in its order. */
export function readAnswer(content: Buffer): Record[] {
  const records: Record[] = [];
  let isKnown = false;
  let iban = '';
  let message = '';
  let original = '';
  let ofFile: Said = { status: undefined, reasons: [] };
  let ofFiles = 0;
  const add = (record: Record): void => {
    if (record.lineId === undefined) ofFiles += 1;
    if (records.length >= MAX_RECORDS || ofFiles > MAX_OF_FILES)
      throw new Problem('unprocessable', 'The file has too many payments: send it in parts.');
    records.push(record);
  };
  readXml(chunksOf(content), TAKEN, (element, around) => {
    const [, , root, parent] = around;
    switch (element.name) {
      case 'GrpHdr':
        message = idAt(element, 'MsgId') ?? '';
        break;
      case 'Acct':
        if (parent === 'Stmt' || parent === 'Ntfctn') iban = idAt(element, 'Id', 'IBAN') ?? '';
        break;
      case 'Ntry':
        if (root !== 'BkToCstmrStmt' && root !== 'BkToCstmrDbtCdtNtfctn') break;
        isKnown = true;
        for (const booking of bookingsOf(element, iban)) add(booking);
        break;
      case 'OrgnlGrpInfAndSts': {
        isKnown = true;
        original = idAt(element, 'OrgnlMsgId') ?? '';
        ofFile = saidBy(element, 'GrpSts');
        if (ofFile.status !== undefined) add(statusOf(ofFile, 'file', { message, original }));
        break;
      }
      case 'OrgnlPmtInfAndSts': {
        const own = saidBy(element, 'PmtInfSts', ofFile);
        if (own.isOwn) add(statusOf(own, 'payments', { message, original }));
        for (const line of elementsAt(element, 'TxInfAndSts')) {
          const lineId = idAt(line, 'OrgnlEndToEndId') ?? idAt(line, 'OrgnlInstrId') ?? '';
          const said = saidBy(line, 'TxSts', own);
          if (said.isOwn) add(statusOf(said, 'payment', { message, original, lineId }));
        }
      }
    }
  });
  if (!isKnown)
    throw new Problem(
      'unprocessable',
      'The file is neither a pain.002 nor a camt.053 or camt.054 with entries.',
    );
  return records;
}

interface Said {
  readonly status: string | undefined;
  readonly reasons: readonly string[];
}

/** As ISO 20022 has them. Words of the bank are not repeated at each payment. */
const CODE = /^[A-Z0-9]{1,4}$/;

/** What an element says, and what is said of all that it is part of where it says nothing. */
function saidBy(element: Element, name: string, above?: Said): Said & { readonly isOwn: boolean } {
  const status = idAt(element, name);
  const reasons = reasonsOf(element, 'StsRsnInf');
  return {
    status: status ?? above?.status,
    reasons: reasons.length > 0 ? reasons : (above?.reasons ?? []).filter((reason) => CODE.test(reason)),
    isOwn: status !== undefined || (reasons.length > 0 && above?.status !== undefined),
  };
}

interface Of {
  readonly message: string;
  readonly original: string;
  readonly lineId?: string;
}

const statusOf = (
  { status = '', reasons }: Said,
  level: StatusRecord['level'],
  { message, original, lineId }: Of,
): StatusRecord => ({
  kind: 'status',
  key: JSON.stringify(['status', message, original, lineId ?? null, status]),
  level,
  messageId: original,
  lineId,
  status,
  reasons,
});

function* bookingsOf(entry: Element, iban: string): Generator<BookingRecord> {
  const state = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');
  if (state !== 'BOOK') return;
  const day = idAt(entry, 'BookgDt', 'Dt') ?? idAt(entry, 'BookgDt', 'DtTm') ?? '';
  const isReversed = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '');
  const common = { kind: 'booking', iban } as const;
  const details = elementsAt(entry, 'NtryDtls', 'TxDtls');
  const [sum] = elementsAt(entry, 'Amt');
  // Many banks count the entries of each statement in `NtryRef`, so that it names none alone.
  const counted = [referenceAt(entry, 'NtryRef') ?? null, day, idAt(entry, 'Amt')];
  const reference = referenceAt(entry, 'AcctSvcrRef') ?? counted;
  const isDebit = textAt(entry, 'CdtDbtInd') === 'DBIT';
  if (details.length === 0) {
    const batch = idAt(entry, 'NtryDtls', 'Btch', 'PmtInfId') ?? idAt(entry, 'NtryDtls', 'Btch', 'MsgId');
    yield {
      ...common,
      key: JSON.stringify(['booking', iban, reference, batch ?? null, isDebit]),
      amount: sum?.text.trim() ?? '',
      currency: sum?.attributes['Ccy'] ?? '',
      isDebit,
      isReturn: isReversed || isReturnCode(entry),
      lineId: undefined,
      batchId: batch,
      reasons: [],
    };
    return;
  }
  const times = new Map<string, number>();
  for (const each of details) {
    const [own] = [...elementsAt(each, 'Amt'), ...elementsAt(each, 'AmtDtls', 'TxAmt', 'Amt')];
    // An entry of one payment has its amount.
    const amount = own ?? (details.length === 1 ? sum : undefined);
    const ids = [...idsAt(each, 'Refs', 'EndToEndId'), ...idsAt(each, 'Refs', 'InstrId')];
    const lineId = ids.find((id) => id !== 'NOTPROVIDED');
    const isOwnDebit = (textAt(each, 'CdtDbtInd') ?? (isDebit ? 'DBIT' : 'CRDT')) === 'DBIT';
    const place = referenceAt(each, 'Refs', 'AcctSvcrRef') ?? reference;
    const key = JSON.stringify(['booking', iban, place, lineId ?? null, isOwnDebit]);
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    yield {
      ...common,
      // What an entry has again is another payment.
      key: time === 1 ? key : `${key} ${time}`,
      amount: amount?.text.trim() ?? '',
      currency: amount?.attributes['Ccy'] ?? '',
      isDebit: isOwnDebit,
      isReturn:
        isReversed || isReturnCode(entry) || isReturnCode(each) || elementsAt(each, 'RtrInf').length > 0,
      lineId,
      batchId: undefined,
      reasons: reasonsOf(each, 'RtrInf'),
    };
  }
}

/** Records repeat those that they share and have a key of all, so that a long one would take much memory. */
function idsAt(element: Element, ...path: readonly string[]): string[] {
  const ids = textsAt(element, ...path);
  if (ids.some((id) => id.length > MAX_ID))
    throw new Problem('unprocessable', `The file is not a message of a bank: a ${path.at(-1)} is too long.`);
  return ids;
}

const idAt = (element: Element, ...path: readonly string[]): string | undefined => idsAt(element, ...path)[0];

const referenceAt = (element: Element, ...path: readonly string[]): string | undefined =>
  idsAt(element, ...path).find((reference) => !NO_REFERENCE.has(reference));

const isReturnCode = (element: Element): boolean =>
  textsAt(element, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd').some((code) => RETURNS.has(code));

/** Codes first, then what the bank says in words. */
const reasonsOf = (element: Element, name: string): string[] =>
  [
    ...textsAt(element, name, 'Rsn', 'Cd'),
    ...textsAt(element, name, 'Rsn', 'Prtry'),
    ...textsAt(element, name, 'AddtlInf'),
  ].slice(0, 10);

const CHUNK_BYTES = 64 * 1024;

function* chunksOf(content: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}
