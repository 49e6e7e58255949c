import { sql } from 'kysely';
import { statement, type Db } from '../../platform/postgres/index.ts';
import type { Kind } from './schema.ts';

/** What one table has of an asset on a day, without zeros at the end; null where it has nothing of a kind. */
export interface MovedRow extends Readonly<Record<Kind, string | null>> {
  readonly day: string;
  /** Null for all together. */
  readonly venue: string | null;
  readonly asset: string;
}

/** From the beginning of one day to the end of another. */
export interface Period {
  readonly tenant: string;
  readonly from: Date;
  readonly before: Date;
}

const TIME = new Date(0);
const PERIOD: Period = { tenant: 'acme', from: TIME, before: TIME };

/** Where the day of UTC begins. The day in a time zone by name would cost as much as all the rest. */
const dayOf = (time: string) => sql`date_bin('1 day', ${sql.ref(time)}, timestamptz '1970-01-01T00:00:00Z')`;

/**
 * A deposit that is the end of a transfer, and a withdrawal that is its beginning, are moves between our own venues. Trades count
 * before their fees, which have columns of their own. Each table is added up by itself: its groups would cost the database more to
 * put together than the reader.
 */
const moved = ({ tenant, from, before }: Period, venue: string) => sql<MovedRow>`(
  select ${dayOf('created_at')} as begins, ${sql.raw(venue)} as venue, asset,
      sum(amount) filter (where deposit_id is null) as deposits,
      null::numeric as withdrawals, null::numeric as conversions_in, null::numeric as conversions_out,
      sum(amount) filter (where deposit_id is not null) as transfers_in,
      null::numeric as transfers_out, sum(fee) as fees
    from deposit
    left join transfer_match on transfer_match.deposit_id = deposit.id
    where deposit.tenant = ${tenant} and state = 'credited' and created_at >= ${from} and created_at < ${before}
    group by 1, 2, 3
  union all
  select ${dayOf('sent_at')}, ${sql.raw(venue)}, asset, null,
      sum(coalesce(received_amount, amount)) filter (where to_venue is null), null, null, null,
      sum(coalesce(received_amount, amount)) filter (where to_venue is not null), sum(coalesce(charged_fee, fee))
    from withdrawal
    where tenant = ${tenant} and status in ('SUBMITTED', 'COMPLETED') and sent_at >= ${from} and sent_at < ${before}
    group by 1, 2, 3
  union all
  select traded.begins, traded.venue, side_of.asset, null, null, side_of.inwards, side_of.outwards, null, null, side_of.fee
    from (
      select ${dayOf('traded_at')} as begins, ${sql.raw(venue)} as venue, symbol, side, conversion_trade.fee_asset,
          sum(conversion_trade.quantity) as quantity, sum(conversion_trade.quantity * conversion_trade.price) as value,
          sum(conversion_trade.fee) as fee
        from conversion_trade
        join conversion_order on conversion_order.id = conversion_trade.order_id
        join conversion on conversion.id = conversion_order.conversion_id
        where conversion.tenant = ${tenant} and traded_at >= ${from} and traded_at < ${before}
        group by 1, 2, 3, 4, 5
    ) traded
    cross join lateral (values
      (split_part(symbol, '-', 1), case side when 'buy' then quantity end, case side when 'sell' then quantity end, null),
      (split_part(symbol, '-', 2), case side when 'sell' then value end, case side when 'buy' then value end, null),
      (fee_asset, null, null, fee)
    ) side_of (asset, inwards, outwards, fee)
)`;

const trimmed = (column: string) => sql<string | null>`trim_scale(${sql.ref(column)})`;

const movedIn = (db: Db, period: Period, venue: string) =>
  db
    .selectFrom(moved(period, venue).as('moved'))
    .select([
      sql<string>`(begins at time zone 'UTC')::date::text`.as('day'),
      'venue',
      'asset',
      trimmed('deposits').as('deposits'),
      trimmed('withdrawals').as('withdrawals'),
      trimmed('conversions_in').as('conversionsIn'),
      trimmed('conversions_out').as('conversionsOut'),
      trimmed('transfers_in').as('transfersIn'),
      trimmed('transfers_out').as('transfersOut'),
      trimmed('fees').as('fees'),
    ]);

export const selectMoved = statement([PERIOD], (db, period: Period) => movedIn(db, period, 'venue'));

/** Of all venues together. */
export const selectMovedAnywhere = statement([PERIOD], (db, period: Period) =>
  movedIn(db, period, 'null::text'),
);

/** How far the deposits of each venue are known. */
export const selectKnownDeposits = statement(['acme'], (db, tenant: string) =>
  db
    .selectFrom('deposit_source')
    .select(['venue', 'read_to', 'missing_from', 'missing_to'])
    .where('tenant', '=', tenant)
    .orderBy('venue'),
);
