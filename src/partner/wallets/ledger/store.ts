import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { EntryKind } from '../schema.ts';

const NOW = new Date(0);

export interface EntryRow {
  readonly id: string;
  readonly kind: EntryKind;
  readonly amount: string;
  readonly reference: string;
  /** Of a manual entry. */
  readonly reason: string | null;
  readonly created_at: Date;
  /** After the entry. */
  readonly balance: string;
  readonly first_day: string | null;
  readonly last_day: string | null;
}

/** The entries of an account by time, each with the balance after it and the days of its payout. */
const entries = (accountId: string) => sql<EntryRow>`(
  select entry.id::text, entry.kind, amount, reference, reason, entry.created_at,
    sum(amount) over (order by entry.created_at, entry.id) as balance,
    payout.first_day::text, payout.last_day::text
  from wallet_entry entry
  left join payout on number = case when reference like 'payout:%' then split_part(reference, ':', 2)::bigint end
  where account_id = ${accountId})`;

const ENTRY = [
  'id',
  'kind',
  'amount',
  'reference',
  'reason',
  'created_at',
  'balance',
  'first_day',
  'last_day',
] as const;

interface EntryPage {
  /** Only entries before this one. */
  readonly before?: { readonly time: Date; readonly id: string } | undefined;
  readonly kind?: EntryKind | undefined;
  readonly limit: number;
}

/** The newest first. */
export const selectEntries = statement(
  ['700100', { before: { time: NOW, id: '1' }, kind: 'reward', limit: 100 }],
  (db, accountId: string, { before, kind, limit }: EntryPage) => {
    let query = db.selectFrom(entries(accountId).as('entry')).select(ENTRY);
    if (before) {
      query = query.where(
        sql<boolean>`(entry.created_at, entry.id::bigint) < (${before.time}::timestamptz, ${before.id}::bigint)`,
      );
    }
    if (kind) query = query.where('kind', '=', kind);
    return query
      .orderBy('created_at', 'desc')
      .orderBy(sql`id::bigint`, 'desc')
      .limit(limit);
  },
);

/** From one time to before another, the oldest first. */
export const selectEntriesBetween = statement(
  ['700100', NOW, NOW, 100],
  (db, accountId: string, start: Date, end: Date, limit: number) =>
    db
      .selectFrom(entries(accountId).as('entry'))
      .select(ENTRY)
      .where('created_at', '>=', start)
      .where('created_at', '<', end)
      .orderBy('created_at')
      .orderBy(sql`id::bigint`)
      .limit(limit),
);

/** The balance before a time. */
export const selectBalance = statement(['700100', NOW], (db, accountId: string, before: Date) =>
  db
    .selectFrom('wallet_entry')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('balance'))
    .where('account_id', '=', accountId)
    .where('created_at', '<', before),
);
