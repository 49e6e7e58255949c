import type { RawBuilder } from 'kysely';
import { Problem } from '../../kernel/index.ts';
import type { Tx } from '../../platform/postgres/index.ts';
import { dayOf } from './figures.ts';
import type { EntryKind } from './schema.ts';
import {
  deleteDueMaturities,
  deleteReservations,
  insertAccounts,
  insertEntries,
  insertReservations,
  insertReservationsFrom,
  reduceMaturities,
  selectMismatches,
  upsertMaturities,
  type Maturity,
  type Posting,
  type ReservationKind,
} from './store.ts';

interface Entries {
  readonly kind: EntryKind;
  /** Posting twice under one reference fails. */
  readonly reference: string;
  /** Why, for the partner; of the kinds that a person decides on. */
  readonly reason?: string;
  readonly at: Date;
  readonly postings: readonly Posting[];
}

/** Appends at most one entry per account to the ledgers, within the caller's transaction. */
export async function post(tx: Tx, { postings, reason, ...entry }: Entries): Promise<void> {
  await open(tx, postings, entry.at);
  await insertEntries(tx, postings, { ...entry, reason: reason ?? null }).execute();
}

interface Reservations extends Omit<Entries, 'kind' | 'reason'> {
  readonly kind: ReservationKind;
}

/** Sets amounts aside until `release`. */
export async function reserve(tx: Tx, { kind, reference, at, postings }: Reservations): Promise<void> {
  await open(tx, postings, at);
  await insertReservations(tx, postings, kind, reference, at).execute();
}

/** Sets aside what each row of a query with `account_id`, `currency`, `amount` and `reference` names. */
export async function reserveFrom(
  tx: Tx,
  rows: RawBuilder<unknown>,
  kind: ReservationKind,
  at: Date,
): Promise<void> {
  await insertReservationsFrom(tx, rows, kind, at).execute();
}

export async function release(tx: Tx, reference: string): Promise<void> {
  await deleteReservations(tx, reference).execute();
}

/**
 * Keeps what was just posted from being disbursed before its day; a day of rewards occurs once for each account. What is
 * taken back is taken from what is still held for the same day of rewards, and only the rest from what is cleared.
 */
export async function hold(tx: Tx, maturities: readonly Maturity[], at: Date): Promise<void> {
  if (maturities.length === 0) return;
  const today = dayOf(at);
  const ids = [...new Set(maturities.map(({ account_id }) => account_id))];
  await deleteDueMaturities(tx, ids, today).execute();
  await reduceMaturities(tx, maturities).execute();
  await upsertMaturities(tx, maturities, today).execute();
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
