import { Decimal, invalid, Problem, sha256, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { lockFigures, type Figures } from '../../wallets/index.ts';
import { NO_AGREEMENT } from '../blocks.ts';
import {
  issueInvoices,
  validAgreements,
  wantsDocuments,
  type AgreementRow,
  type Document,
  type Issuer,
} from '../documents/index.ts';
import { updateDisbursements } from '../store.ts';
import { firstBankingDay, isBankingDay } from './banking-days.ts';
import { bankNamed, type BankProfile } from './bank.ts';
import { csvFile } from './csv.ts';
import { faultOf, lineOf } from './lines.ts';
import { pain001 } from './pain001.ts';
import type { NewFile, Sealed } from './schema.ts';
import { insertFile, lockApproved, selectInFiles, takeFileNumber, type ApprovedLine } from './store.ts';
import { toFile } from './to-file.ts';

const DAY_MS = 86_400_000;
const FELL = 'The balance fell after it was approved.';

interface Settings {
  readonly banks: readonly BankProfile[];
  readonly issuer: Issuer;
}

interface Sealing {
  readonly bank: BankProfile;
  readonly executionDate: string;
  readonly issuer: Issuer;
}

interface State {
  readonly number: number;
  readonly lines: readonly ApprovedLine[];
  readonly figuresOf: (account: string) => Figures;
  /** What of accounts other files have. */
  readonly inFiles: ReadonlyMap<string, string>;
  /** Those that are valid, by partner. */
  readonly agreements: ReadonlyMap<string, AgreementRow>;
}

/** Writes the oldest approved disbursements into a file whose bytes never change. */
export async function sealFile(
  context: Context<Db>,
  { banks, issuer }: Settings,
  { bank: code, execution_date: day }: NewFile,
): Promise<Sealed> {
  const bank = bankNamed(banks, code);
  const executionDate = readDay(bank, day, context.clock.now());
  return (await run(context, seal, { bank, executionDate, issuer })).result;
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
  async lock(tx, { bank: { currency, maxLines } }: Sealing, { actor: { tenant }, clock }): Promise<State> {
    const lines: ApprovedLine[] = await lockApproved(tx, tenant, currency, maxLines).execute();
    const accounts = lines.map(({ account_id }) => account_id);
    const figuresOf = await lockFigures(tx, accounts, clock.now());
    const inFiles = await selectInFiles(tx, accounts).execute();
    const partners = lines.map(({ partner_uid }) => partner_uid);
    const agreements = await validAgreements(tx, tenant, partners, clock.now());
    const { number } = await takeFileNumber(tx).executeTakeFirstOrThrow();
    return {
      number,
      lines,
      figuresOf,
      inFiles: new Map(inFiles.map((row) => [row.account_id, row.amount])),
      agreements,
    };
  },
  approves: ({ lines }: State, { bank, executionDate }) => ({
    bank: bank.code,
    execution_date: executionDate,
    disbursements: lines.map(({ number, amount }) => ({ number, amount })),
  }),
  decide(state: State, { bank, executionDate, issuer }, { actor, now }) {
    const { taken, billed, fallen, refused } = divide(state, bank, issuer);
    if (taken.length === 0)
      throw new Problem('unprocessable', `Nothing that is approved can be sent to ${bank.code}.`);
    const messageId = messageIdOf(state.number, now);
    const total = taken.reduce((sum, { amount }) => sum.plus(Decimal.parse(amount)), Decimal.ZERO).toString();
    const sealing = { messageId, at: now, executionDate, total, lines: taken.map(lineOf) };
    const text = bank.format === 'csv' ? csvFile(bank, sealing) : pain001(bank, sealing);
    const content = Buffer.from(text);
    const file = {
      number: String(state.number),
      tenant: actor.tenant,
      bank: bank.code,
      format: bank.format,
      message_id: messageId,
      iban: bank.iban,
      currency: bank.currency,
      execution_date: executionDate,
      line_count: taken.length,
      total,
      sha256: sha256(content),
      content,
      sealed_by: actor.id,
      sealed_at: now,
      fetched_at: null,
      unsealed_at: null,
    };
    const numbers = taken.map(({ number }) => number);
    return {
      change: { file, numbers, billed, issuer, fallen, refused },
      audit: {
        subject: file.number,
        details: {
          bank: bank.code,
          messageId,
          total,
          sha256: file.sha256.toString('hex'),
          disbursements: numbers,
        },
      },
    };
  },
  async write(tx, { file, numbers, billed, issuer, fallen, refused }): Promise<Sealed | undefined> {
    const made = await insertFile(tx, file).executeTakeFirst();
    const at = file.sealed_at;
    const sealed = { status: 'SEALED', file_number: file.number, updated_at: at } as const;
    const changed = await updateDisbursements(tx, numbers, 'APPROVED', sealed).execute();
    if (!made || changed.length < numbers.length) return undefined;
    const again = {
      destination_id: null,
      approved_by: null,
      approved_at: null,
      reason: FELL,
      updated_at: at,
    };
    await updateDisbursements(tx, fallen, 'APPROVED', { ...again, status: 'REQUESTED' }).execute();
    const documents = await issueInvoices(tx, { tenant: file.tenant, issuer, at }, billed);
    return {
      file: toFile(made),
      left_out: [...fallen.map((number) => ({ number, reason: FELL })), ...refused],
      warnings: warningsOf(documents),
    };
  },
});

/** Which lines are in the file. Of an account that no longer covers all, the newest are left out. */
function divide({ lines, figuresOf, inFiles, agreements }: State, bank: BankProfile, issuer: Issuer) {
  const taken: ApprovedLine[] = [];
  const billed: (ApprovedLine & { agreement: AgreementRow })[] = [];
  const fallen: number[] = [];
  const refused: { number: number; reason: string }[] = [];
  const spent = new Map([...inFiles].map(([account, amount]) => [account, Decimal.parse(amount)]));
  for (const line of lines) {
    const { number, partner_uid, account_id, amount, details } = line;
    const agreement = wantsDocuments(issuer) ? agreements.get(partner_uid) : 'not needed';
    const reason = faultOf(details, bank) ?? (agreement ? undefined : NO_AGREEMENT);
    const sum = (spent.get(account_id) ?? Decimal.ZERO).plus(Decimal.parse(amount));
    if (reason !== undefined) refused.push({ number, reason });
    else {
      // Also of one that is left out, so that those after it are too.
      spent.set(account_id, sum);
      if (sum.compare(figuresOf(account_id).cleared) > 0) fallen.push(number);
      else {
        taken.push(line);
        if (typeof agreement === 'object') billed.push({ ...line, agreement });
      }
    }
  }
  return { taken, billed, fallen, refused };
}

/** From what is stored, so that the bytes could be made again; unique, because banks refuse one that they have seen. */
const messageIdOf = (number: number, at: Date): string =>
  `F${String(number).padStart(9, '0')}-${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}`;

/** A document without a treatment says nothing about VAT, which is rarely what the law asks for. */
function warningsOf(documents: readonly Document[]): string[] {
  const untreated = documents.filter(({ treatment }) => treatment === 'none');
  const cases = new Set(untreated.map(({ partner: { kind, address } }) => `${address.country}, ${kind}`));
  return [...cases].map(
    (of) => `Documents say nothing about VAT: selfBilling.treatments has none for ${of}.`,
  );
}
