import { sql } from 'kysely';
import { statement, type Db } from '../../../platform/postgres/index.ts';

const TENANT = 'acme';
const TIME = new Date(0);

/** Held until the transaction ends, so that transactions that sum the same asset run one after the other. */
export const lockSums = statement([TENANT, 'BTC'], (db, tenant: string, asset: string) =>
  db.selectNoFrom(
    sql`pg_advisory_xact_lock(hashtextextended(${tenant} || ' ' || ${asset}, 7216340013))`.as('locked'),
  ),
);

/** Amounts that were requested and have left or may still leave. */
export const sumCreated = statement(
  [TENANT, 'BTC', null, TIME],
  (db, tenant: string, asset: string, venue: string | null, after: Date) =>
    db
      .selectFrom('withdrawal')
      .select(sql<string>`coalesce(sum(amount), 0)::text`.as('total'))
      .where('tenant', '=', tenant)
      .where('asset', '=', asset)
      .where('created_at', '>', after)
      .where('status', 'not in', ['FAILED', 'CANCELLED', 'SIMULATED'])
      .$if(venue !== null, (query) => query.where('venue', '=', venue ?? '')),
);

/** What `sumCreated` counts, of every asset. */
export const sumCreatedByAsset = statement(
  [TENANT, null, TIME],
  (db, tenant: string, venue: string | null, after: Date) =>
    db
      .selectFrom('withdrawal')
      .select(['asset', sql<string>`sum(amount)::text`.as('total')])
      .where('tenant', '=', tenant)
      .where('created_at', '>', after)
      .where('status', 'not in', ['FAILED', 'CANCELLED', 'SIMULATED'])
      .$if(venue !== null, (query) => query.where('venue', '=', venue ?? ''))
      .groupBy('asset'),
);

/** Assets that the sums of any window can contain. */
export const selectRecentAssets = statement([TENANT, TIME], (db, tenant: string, after: Date) =>
  db
    .selectFrom('withdrawal')
    .select('asset')
    .distinct()
    .where('tenant', '=', tenant)
    .where('status', 'in', ['APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED', 'COMPLETED'])
    .where((eb) =>
      eb.or([eb('created_at', '>', after), eb('sent_at', '>', after), eb('status', '=', 'PENDING')]),
    ),
);

/** Amounts that left after a time, and those that are leaving, whatever their age. */
function departures(db: Db, tenant: string, asset: string | null, venue: string | null, after: Date) {
  const sent = db
    .selectFrom('withdrawal')
    .where('tenant', '=', tenant)
    .$if(asset !== null, (query) => query.where('asset', '=', asset ?? ''))
    .where('sent_at', 'is not', null)
    .$if(venue !== null, (query) => query.where('venue', '=', venue ?? ''));
  return sent
    .where('status', 'in', ['SUBMITTED', 'COMPLETED'])
    .where('sent_at', '>', after)
    .select(['asset', 'amount', 'sent_at'])
    .unionAll(sent.where('status', '=', 'PENDING').select(['asset', 'amount', sql<null>`null`.as('sent_at')]))
    .as('departure');
}

export const sumDeparted = statement(
  [TENANT, 'BTC', null, TIME],
  (db, tenant: string, asset: string, venue: string | null, after: Date) =>
    db
      .selectFrom(departures(db, tenant, asset, venue, after))
      .select(sql<string>`coalesce(sum(amount), 0)::text`.as('total')),
);

/** What `sumDeparted` counts, of every asset. */
export const sumDepartedByAsset = statement(
  [TENANT, null, TIME],
  (db, tenant: string, venue: string | null, after: Date) =>
    db
      .selectFrom(departures(db, tenant, null, venue, after))
      .select(['asset', sql<string>`sum(amount)::text`.as('total')])
      .groupBy('asset'),
);

/** The newest departure that must leave the window before `room` is free. */
export const selectBlocking = statement(
  [TENANT, 'BTC', null, TIME, '1'],
  (db, tenant: string, asset: string, venue: string | null, after: Date, room: string) =>
    db
      .selectFrom(
        db
          .selectFrom(departures(db, tenant, asset, venue, after))
          .select(['sent_at', sql<string>`sum(amount) over (order by sent_at desc nulls first)`.as('sum')])
          .as('running'),
      )
      .select('sent_at')
      .where('sum', '>', room)
      .orderBy(sql`sent_at desc nulls first`)
      .limit(1),
);
