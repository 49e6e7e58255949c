import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Decimal, invalid, Problem } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Tx } from '../../../platform/postgres/index.ts';
import { lockAccounts, readFigures } from '../../wallets/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { NO_AGREEMENT, suspensionOf } from '../blocks.ts';
import { findSuspended } from '../circumstances.ts';
import { selectBlocks } from '../blocking/index.ts';
import {
  issueInvoices,
  validAgreements,
  wantsDocuments,
  type AgreementRow,
  type Issuer,
} from '../documents/index.ts';
import { announce, updateDisbursements } from '../store.ts';
import { firstBankingDay, isBankingDay } from './banking-days.ts';
import { bankNamed, type BankProfile } from './bank.ts';
import { csvFile } from './csv.ts';
import { faultOf, lineOf, type FileWriter, type Sealing } from './lines.ts';
import { pain001 } from './pain001.ts';
import type { NewFile, Sealed } from './schema.ts';
import {
  insertFile,
  insertPart,
  lockApproved,
  putLines,
  selectApproved,
  selectInFiles,
  takeFileNumber,
  type ApprovedLine,
} from './store.ts';
import { toFile } from './to-file.ts';

const DAY_MS = 86_400_000;
const PAGE = 1000;
const FELL = 'The balance fell after it was approved.';

interface Settings {
  readonly banks: readonly BankProfile[];
  readonly issuer: Issuer;
}

interface Given {
  readonly bank: BankProfile;
  readonly executionDate: string;
  readonly issuer: Issuer;
  /** The first days of suspensions that go on, by partner. */
  readonly suspended: ReadonlyMap<string, string>;
}

type Billed = Omit<ApprovedLine, 'details'> & { readonly agreement: AgreementRow };

interface State {
  readonly number: number;
  readonly sealing: Sealing;
  readonly taken: readonly { readonly number: number; readonly amount: string }[];
  /** Of those that get a document. */
  readonly billed: readonly Billed[];
  readonly total: Decimal;
  readonly fallen: readonly number[];
  readonly refused: readonly { readonly number: number; readonly reason: string }[];
  /** The bytes of the lines, compressed: they wait for the head, which comes before them and has their sum. */
  readonly parts: readonly Buffer[];
}

/** Writes the oldest approved disbursements into a file whose bytes never change. */
export async function sealFile(
  context: FactsContext,
  { banks, issuer }: Settings,
  { bank: code, execution_date: day }: NewFile,
): Promise<Sealed> {
  const bank = bankNamed(banks, code);
  const executionDate = readDay(bank, day, context.clock.now());
  const suspended = await findSuspended(context);
  return (await run(context, seal, { bank, executionDate, issuer, suspended })).result;
}

function readDay(bank: BankProfile, day: string | undefined, now: Date): string {
  const first = firstBankingDay(now, bank);
  if (day === undefined) return first;
  const last = new Date(now.getTime() + bank.maxDaysAhead * DAY_MS).toISOString().slice(0, 10);
  if (day < first || day > last)
    throw invalid({ execution_date: [`must be from ${first} to ${last}: the bank takes no other day now`] });
  if (!isBankingDay(day, bank.currency)) throw invalid({ execution_date: ['must be a banking day'] });
  return day;
}

const seal = command({
  name: 'disbursement-file.seal',
  scope: 'disbursements:manage',
  async lock(tx, given: Given, { actor: { tenant }, clock }): Promise<State> {
    const { bank, executionDate } = given;
    const at = clock.now();
    const approved = await lockApproved(tx, tenant, bank.currency, bank.maxLines).execute();
    await lockAccounts(tx, [...new Set(approved.map(({ account_id }) => account_id))]).execute();
    const { number } = await takeFileNumber(tx).executeTakeFirstOrThrow();
    const sealing = { messageId: messageIdOf(number, at), at, executionDate };
    const numbers = approved.map((line) => line.number);
    return { number, sealing, ...(await writeLines(tx, numbers, { ...given, tenant, sealing })) };
  },
  approves: ({ taken }: State, { bank, executionDate }) => ({
    bank: bank.code,
    execution_date: executionDate,
    disbursements: taken.map(({ number, amount }) => ({ number, amount })),
  }),
  decide(state: State, { bank, executionDate, issuer }, { actor }) {
    const { number, sealing, taken, billed, fallen, refused } = state;
    if (taken.length === 0)
      throw new Problem('unprocessable', `Nothing that is approved can be sent to ${bank.code}.`);
    const total = state.total.toString();
    const writer = writerOf(bank);
    const head = writer.head(bank, { ...sealing, total, count: taken.length });
    const parts = [deflateRawSync(head), ...state.parts, deflateRawSync(writer.tail)];
    const hash = createHash('sha256');
    for (const part of parts) hash.update(inflateRawSync(part));
    const file = {
      number: String(number),
      tenant: actor.tenant,
      bank: bank.code,
      format: bank.format,
      message_id: sealing.messageId,
      iban: bank.iban,
      currency: bank.currency,
      execution_date: executionDate,
      line_count: taken.length,
      total,
      sha256: hash.digest(),
      sealed_by: actor.id,
      sealed_at: sealing.at,
      fetched_at: null,
      unsealed_at: null,
    };
    const numbers = taken.map((line) => line.number);
    return {
      change: { number, file, parts, numbers, billed, issuer, fallen, refused },
      audit: {
        subject: file.number,
        details: {
          bank: bank.code,
          messageId: sealing.messageId,
          total,
          sha256: file.sha256.toString('hex'),
          disbursements: numbers,
        },
      },
    };
  },
  async write(tx, change): Promise<Sealed | undefined> {
    const { number, file, parts, numbers, billed, issuer, fallen, refused } = change;
    const made = await insertFile(tx, file).executeTakeFirst();
    for (const [index, part] of parts.entries())
      await insertPart(tx, number, index, inflateRawSync(part)).execute();
    const at = file.sealed_at;
    const { numUpdatedRows } = await putLines(tx, number, numbers, at).executeTakeFirstOrThrow();
    if (!made || Number(numUpdatedRows) < numbers.length) return undefined;
    const again = {
      destination_id: null,
      approved_by: null,
      approved_at: null,
      reason: FELL,
      updated_at: at,
    };
    await updateDisbursements(tx, fallen, 'APPROVED', { ...again, status: 'REQUESTED' }).execute();
    await announce(tx, 'disbursement.requested', fallen, at).execute();
    const untreated = await issueInvoices(tx, { tenant: file.tenant, issuer, at }, billed);
    return {
      file: toFile(made),
      left_out: [...fallen.map((line) => ({ number: line, reason: FELL })), ...refused],
      warnings: warningsOf(untreated),
    };
  },
});

/** Writes the lines that the file takes, a page at a time. Of an account that no longer covers all, the newest are left out. */
async function writeLines(
  tx: Tx,
  numbers: readonly number[],
  { tenant, bank, issuer, suspended, sealing }: Given & { tenant: string; sealing: Sealing },
) {
  const writer = writerOf(bank);
  const taken: { number: number; amount: string }[] = [];
  const billed: Billed[] = [];
  const fallen: number[] = [];
  const refused: { number: number; reason: string }[] = [];
  const parts: Buffer[] = [];
  const spent = new Map<string, Decimal>();
  let total = Decimal.ZERO;
  for (let from = 0; from < numbers.length; from += PAGE) {
    const page: ApprovedLine[] = await selectApproved(tx, numbers.slice(from, from + PAGE)).execute();
    const accounts = page.map(({ account_id }) => account_id);
    const figuresOf = await readFigures(tx, accounts, sealing.at);
    const unseen = accounts.filter((account) => !spent.has(account));
    for (const { account_id, amount } of await selectInFiles(tx, unseen).execute())
      spent.set(account_id, Decimal.parse(amount));
    const partners = page.map(({ partner_uid }) => partner_uid);
    const agreements = await validAgreements(tx, tenant, wantsDocuments(issuer) ? partners : [], sealing.at);
    const blocks = await selectBlocks(tx, tenant, partners).execute();
    const blocked = new Map(blocks.map((block) => [block.partner_uid, block.reason]));
    let text = '';
    for (const line of page) {
      const { details, ...bare } = line;
      const { number, partner_uid, account_id, amount } = bare;
      const agreement = wantsDocuments(issuer) ? agreements.get(partner_uid) : 'not needed';
      const since = suspended.get(partner_uid);
      const reason =
        blocked.get(partner_uid) ??
        (since === undefined ? undefined : suspensionOf(since)) ??
        faultOf(details, bank) ??
        (agreement ? undefined : NO_AGREEMENT);
      if (reason !== undefined) {
        refused.push({ number, reason });
        continue;
      }
      const sum = (spent.get(account_id) ?? Decimal.ZERO).plus(Decimal.parse(amount));
      // Also of one that is left out, so that those after it are too.
      spent.set(account_id, sum);
      if (sum.compare(figuresOf(account_id).cleared) > 0) fallen.push(number);
      else {
        taken.push({ number, amount });
        if (typeof agreement === 'object') billed.push({ ...bare, agreement });
        total = total.plus(Decimal.parse(amount));
        text += writer.line(bank, sealing, lineOf(line));
      }
    }
    if (text !== '') parts.push(deflateRawSync(text));
  }
  return { taken, billed, fallen, refused, total, parts };
}

const writerOf = ({ format }: BankProfile): FileWriter => (format === 'csv' ? csvFile : pain001);

/** From what is stored, so that the bytes could be made again; unique, because banks refuse one that they have seen. */
const messageIdOf = (number: number, at: Date): string =>
  `F${String(number).padStart(9, '0')}-${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}`;

/** A document without a treatment says nothing about VAT, which is rarely what the law asks for. */
const warningsOf = (untreated: ReadonlySet<string>): string[] =>
  [...untreated].map((of) => `Documents say nothing about VAT: selfBilling.treatments has none for ${of}.`);
