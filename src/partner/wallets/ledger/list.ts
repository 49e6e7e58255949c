import { Decimal, invalid, Problem } from '../../../kernel/index.ts';
import { listAccounts } from '../list.ts';
import type { EntriesQuery, LedgerEntry, WalletAccount } from '../schema.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { reasonOf } from './reason.ts';
import { selectBalance, selectEntries, type EntryRow } from './store.ts';

const DEFAULT_LIMIT = 100;
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,18})$/;

/** An account of the partner; those of others are not found. */
export async function findAccount(context: FactsContext, id: string): Promise<WalletAccount> {
  const account = (await listAccounts(context)).find((each) => each.id === id);
  if (!account) throw new Problem('not_found', `There is no account ${id}.`);
  return account;
}

/** A page of the ledger, newest first, each entry with the balance after it. */
export async function listEntries(
  context: FactsContext,
  id: string,
  { cursor, limit = DEFAULT_LIMIT, kind }: EntriesQuery,
): Promise<{ entries: LedgerEntry[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : decode(cursor);
  await findAccount(context, id);
  const rows = await selectEntries(context.db, id, { before, kind, limit: limit + 1 }).execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(toEntry),
    next_cursor: rows.length > limit && last ? encode(last) : null,
  };
}

/** The balance at the end of a day (UTC). */
export async function balanceAt(context: FactsContext, id: string, day: string) {
  const { currency } = await findAccount(context, id);
  const { balance } = await selectBalance(context.db, id, dayAfter(day)).executeTakeFirstOrThrow();
  return { account_id: id, currency, day, balance: Decimal.parse(balance).trim() };
}

export const toEntry = (row: EntryRow): LedgerEntry => ({
  id: row.id,
  created: row.created_at,
  kind: row.kind,
  amount: Decimal.parse(row.amount).trim(),
  balance: Decimal.parse(row.balance).trim(),
  ...reasonOf(row),
  reference: row.reference,
});

const dayAfter = (day: string): Date => new Date(Date.parse(day) + 86_400_000);

const encode = ({ created_at, id }: EntryRow): string =>
  Buffer.from(`${created_at.toISOString()} ${id}`).toString('base64url');

function decode(cursor: string): { time: Date; id: string } {
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const moment = new Date(time ?? '');
  if (id === undefined || Number.isNaN(moment.getTime())) {
    throw invalid({ cursor: ['must be the next_cursor of the page before'] });
  }
  return { time: moment, id };
}
