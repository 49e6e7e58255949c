import { Problem } from '../../kernel/index.ts';
import type { Tx } from '../../platform/postgres/index.ts';
import type { EntryKind } from './schema.ts';
import {
  deleteReservations,
  insertAccounts,
  insertEntries,
  insertReservations,
  lockBalances,
  selectMismatches,
  type Posting,
} from './store.ts';

interface Entries {
  readonly kind: EntryKind;
  /** Posting twice under one reference fails. */
  readonly reference: string;
  readonly at: Date;
  readonly postings: readonly Posting[];
}

/** Appends at most one entry per account to the ledgers, within the caller's transaction. */
export async function post(tx: Tx, { kind, reference, at, postings }: Entries): Promise<void> {
  await open(tx, postings, at);
  await insertEntries(tx, postings, kind, reference, at).execute();
}

/** Sets amounts aside until `release`. */
export async function reserve(tx: Tx, { reference, at, postings }: Omit<Entries, 'kind'>): Promise<void> {
  await open(tx, postings, at);
  await insertReservations(tx, postings, reference, at).execute();
}

export async function release(tx: Tx, reference: string): Promise<void> {
  await deleteReservations(tx, reference).execute();
}

/** The balances of the accounts, locked until the transaction ends. */
export async function lockBalance(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await lockBalances(tx, ids).execute();
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

async function open(tx: Tx, postings: readonly Posting[], at: Date): Promise<void> {
  await insertAccounts(tx, postings, at).execute();
  const [wrong] = await selectMismatches(tx, postings).execute();
  if (!wrong) return;
  const { id, partner_uid, currency } = wrong;
  throw new Problem(
    'unprocessable',
    `Account ${id} has a ledger in ${currency} that belongs to ${partner_uid}; neither can change. ` +
      'Send the fact partner-accounts as it was, and open another account.',
  );
}
