import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

export interface ReadingRow {
  tenant: string;
  day: string;
  venue: string;
  read_at: Date | null;
  reason: string | null;
}

export interface HeldRow {
  tenant: string;
  day: string;
  venue: string;
  asset: string;
  amount: string;
}

interface InFlightRow {
  tenant: string;
  day: string;
  asset: string;
  amount: string;
}

export interface RateRow {
  tenant: string;
  day: string;
  asset: string;
  rate: string;
  path: string[];
  rated_at: Date;
}

interface CloseRow {
  tenant: string;
  day: string;
  closed_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    balance_reading: ReadingRow;
    balance_held: HeldRow;
    balance_in_flight: InFlightRow;
    day_rate: RateRow;
    balance_close: CloseRow;
  }
}

/** Days of a tenant, both included. */
export interface Span {
  readonly tenant: string;
  readonly from: string;
  readonly to: string;
}

const [TENANT, DAY, VENUE] = ['acme', '2026-01-31', 'aurora'] as const;
const TIME = new Date(0);
const SPAN: Span = { tenant: TENANT, from: DAY, to: DAY };
const PLACE = { tenant: TENANT, day: DAY, venue: VENUE };
const READING: ReadingRow = { ...PLACE, read_at: TIME, reason: null };
const HELD: HeldRow = { ...PLACE, asset: 'BTC', amount: '1' };
const RATE: RateRow = {
  tenant: TENANT,
  day: DAY,
  asset: 'BTC',
  rate: '1',
  path: ['BTC', 'USDT'],
  rated_at: TIME,
};

/** Inserts nothing if the day is closed already. */
export const insertClose = statement([{ tenant: TENANT, day: DAY, closed_at: TIME }], (db, row: CloseRow) =>
  db
    .insertInto('balance_close')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant', 'day']).doNothing())
    .returning('day'),
);

/** Changes nothing of a venue that was not read now, but was read before on the same day. */
export const upsertReadings = statement([[READING]], (db, rows: readonly ReadingRow[]) =>
  db
    .insertInto('balance_reading')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'day', 'venue'])
        .doUpdateSet((excluded) => ({
          read_at: excluded.ref('excluded.read_at'),
          reason: excluded.ref('excluded.reason'),
        }))
        .where(sql<boolean>`excluded.read_at is not null or balance_reading.read_at is null`),
    ),
);

export const deleteHeld = statement(
  [TENANT, DAY, [VENUE]],
  (db, tenant: string, day: string, venues: readonly string[]) =>
    db
      .deleteFrom('balance_held')
      .where('tenant', '=', tenant)
      .where('day', '=', day)
      .where(sql<boolean>`venue = any(${venues}::text[])`),
);

export const insertHeld = statement([[HELD]], (db, rows: readonly HeldRow[]) =>
  db.insertInto('balance_held').values(rows),
);

export const deleteInFlight = statement([TENANT, DAY], (db, tenant: string, day: string) =>
  db.deleteFrom('balance_in_flight').where('tenant', '=', tenant).where('day', '=', day),
);

export const insertInFlight = statement(
  [[{ tenant: TENANT, day: DAY, asset: 'BTC', amount: '1' }]],
  (db, rows: readonly InFlightRow[]) => db.insertInto('balance_in_flight').values(rows),
);

export const upsertRates = statement([[RATE]], (db, rows: readonly RateRow[]) =>
  db
    .insertInto('day_rate')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'day', 'asset']).doUpdateSet((excluded) => ({
        rate: excluded.ref('excluded.rate'),
        path: excluded.ref('excluded.path'),
        rated_at: excluded.ref('excluded.rated_at'),
      })),
    ),
);

/** The assets that arrived, left or were traded since a time. */
export const selectMovedAssets = statement([TENANT, TIME], (db, tenant: string, since: Date) =>
  db
    .selectFrom(
      sql<{ asset: string }>`(
        select asset from deposit where tenant = ${tenant} and created_at >= ${since}
        union select asset from withdrawal where tenant = ${tenant} and sent_at >= ${since}
        union select unnest(array[
            split_part(conversion_order.symbol, '-', 1), split_part(conversion_order.symbol, '-', 2),
            conversion_trade.fee_asset])
          from conversion_trade
          join conversion_order on conversion_order.id = conversion_trade.order_id
          join conversion on conversion.id = conversion_order.conversion_id
          where conversion.tenant = ${tenant} and conversion_trade.traded_at >= ${since}
      )`.as('moved'),
    )
    .select('asset'),
);

/** As text: a day has no time zone. */
const DAY_TEXT = sql<string>`day::text`.as('day');

const within = ({ tenant, from, to }: Span) =>
  sql<boolean>`tenant = ${tenant} and day between ${from} and ${to}`;

export const selectReadings = statement([SPAN], (db, span: Span) =>
  db
    .selectFrom('balance_reading')
    .select([DAY_TEXT, 'venue', 'read_at', 'reason'])
    .where(within(span))
    .orderBy('balance_reading.day')
    .orderBy('venue'),
);

/** Of all venues together: each day on which one was read or should have been, and those that were not. */
export const selectUnread = statement([SPAN], (db, span: Span) =>
  db
    .selectFrom('balance_reading')
    .select([
      DAY_TEXT,
      sql<string[]>`coalesce(array_agg(venue order by venue) filter (where read_at is null), '{}')`.as(
        'unread',
      ),
    ])
    .where(within(span))
    .groupBy('balance_reading.day'),
);

export const selectHeld = statement([SPAN], (db, span: Span) =>
  db
    .selectFrom('balance_held')
    .select([DAY_TEXT, 'venue', 'asset', 'amount'])
    .where(within(span))
    .orderBy('balance_held.day')
    .orderBy('venue')
    .orderBy('asset'),
);

/** Of all venues together. */
export const selectHeldSums = statement([SPAN], (db, span: Span) =>
  db
    .selectFrom('balance_held')
    .select([DAY_TEXT, 'asset', sql<string>`sum(amount)`.as('amount')])
    .where(within(span))
    .groupBy(['balance_held.day', 'asset']),
);

export const selectInFlight = statement([SPAN], (db, span: Span) =>
  db
    .selectFrom('balance_in_flight')
    .select([DAY_TEXT, 'asset', 'amount'])
    .where(within(span))
    .orderBy('balance_in_flight.day')
    .orderBy('asset'),
);

export const selectRates = statement([SPAN], (db, span: Span) =>
  db.selectFrom('day_rate').select([DAY_TEXT, 'asset', 'rate']).where(within(span)),
);

export const selectRatesWithPaths = statement([SPAN], (db, span: Span) =>
  db.selectFrom('day_rate').select([DAY_TEXT, 'asset', 'rate', 'path', 'rated_at']).where(within(span)),
);

export const selectCloses = statement([SPAN], (db, span: Span) =>
  db.selectFrom('balance_close').select([DAY_TEXT, 'closed_at']).where(within(span)),
);
