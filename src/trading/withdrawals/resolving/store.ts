import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

interface Named {
  readonly tenant: string;
  readonly venue: string;
  readonly asset: string;
  readonly venueTransferId: string;
}

const NAMED: Named = { tenant: 'acme', venue: 'aurora', asset: 'USDT', venueTransferId: 'T-1' };

/** Held until the transaction ends, so that no two withdrawals are resolved by one id at once. */
export const lockResolutions = statement(['acme', 'aurora'], (db, tenant: string, venue: string) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${tenant} || ' ' || ${venue}, 7216340071))`.as('locked'),
  ),
);

/** Another withdrawal to which the venue gave the id. */
export const selectNamed = statement(
  [NAMED, ID],
  (db, { tenant, venue, asset, venueTransferId }: Named, except: string) =>
    db
      .selectFrom('withdrawal')
      .select(['id', 'reference'])
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where('asset', '=', asset)
      .where('venue_transfer_id', '=', venueTransferId)
      .where('id', '<>', except)
      .limit(1),
);
