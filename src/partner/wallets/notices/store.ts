import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';

interface Span {
  readonly from: Date;
  /** The first moment after it. */
  readonly until: Date;
}

const NOW = new Date(0);

/** What these partners were credited in a time, by partner and currency; of these kinds, or of all. */
export const selectMoved = statement(
  [['P1001'], { from: NOW, until: NOW }, ['reward']],
  (db, partners: readonly string[], { from, until }: Span, kinds: readonly string[] | null) =>
    db
      .selectFrom('wallet_account')
      .innerJoin('wallet_entry', 'wallet_entry.account_id', 'wallet_account.id')
      .select(['partner_uid', 'wallet_entry.currency', sql<string>`sum(amount)::text`.as('amount')])
      .where('partner_uid', '=', sql<string>`any(${partners}::text[])`)
      .where('wallet_entry.created_at', '>=', from)
      .where('wallet_entry.created_at', '<', until)
      .where(sql<boolean>`(${kinds}::text[] is null or kind = any(${kinds}::text[]))`)
      .groupBy(['partner_uid', 'wallet_entry.currency'])
      .orderBy('partner_uid')
      .orderBy('wallet_entry.currency'),
);
