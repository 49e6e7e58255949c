import { sql } from 'kysely';
import { statement, type Db } from '../../platform/postgres/index.ts';

/** What moved on one day of one asset, without zeros at the end. */
export interface FlowRow {
  readonly day: string;
  /** Null for all together. */
  readonly venue: string | null;
  readonly asset: string;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly conversionsIn: string;
  readonly conversionsOut: string;
  readonly transfersIn: string;
  readonly transfersOut: string;
  readonly fees: string;
}

interface Movement {
  readonly at: Date;
  readonly venue: string;
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

/**
 * A deposit that is the end of a transfer, and a withdrawal that is its beginning, are moves between our own venues. Trades count
 * before their fees, which have columns of their own.
 */
const movements = ({ tenant, from, before }: Period) => sql<Movement>`(
  select deposit.created_at as at, deposit.venue, deposit.asset,
      case when transfer_match.deposit_id is null then deposit.amount else 0 end as deposits,
      0 as withdrawals, 0 as conversions_in, 0 as conversions_out,
      case when transfer_match.deposit_id is null then 0 else deposit.amount end as transfers_in,
      0 as transfers_out, coalesce(deposit.fee, 0) as fees
    from deposit
    left join transfer_match on transfer_match.deposit_id = deposit.id
    where deposit.tenant = ${tenant} and deposit.state = 'credited'
      and deposit.created_at >= ${from} and deposit.created_at < ${before}
  union all
  select sent_at, venue, asset, 0,
      case when to_venue is null then coalesce(received_amount, amount) else 0 end, 0, 0, 0,
      case when to_venue is null then 0 else coalesce(received_amount, amount) end,
      coalesce(charged_fee, fee, 0)
    from withdrawal
    where tenant = ${tenant} and status in ('SUBMITTED', 'COMPLETED')
      and sent_at >= ${from} and sent_at < ${before}
  union all
  select traded.traded_at, traded.venue, moved.asset, 0, 0, moved.inwards, moved.outwards, 0, 0, moved.fee
    from (
      select conversion_trade.*, conversion_order.venue, conversion_order.side,
          split_part(conversion_order.symbol, '-', 1) as base, split_part(conversion_order.symbol, '-', 2) as counter
        from conversion_trade
        join conversion_order on conversion_order.id = conversion_trade.order_id
        join conversion on conversion.id = conversion_order.conversion_id
        where conversion.tenant = ${tenant}
          and conversion_trade.traded_at >= ${from} and conversion_trade.traded_at < ${before}
    ) traded
    cross join lateral (values
      (base, case side when 'buy' then quantity else 0 end, case side when 'buy' then 0 else quantity end, 0),
      (counter, case side when 'buy' then 0 else quantity * price end, case side when 'buy' then quantity * price else 0 end, 0),
      (fee_asset, 0, 0, fee)
    ) moved (asset, inwards, outwards, fee)
)`;

const sumOf = (column: string) => sql<string>`trim_scale(sum(${sql.ref(column)}))`;

const flowsOf = (db: Db, period: Period) =>
  db
    .selectFrom(movements(period).as('movement'))
    .select([
      sql<string>`(at at time zone 'UTC')::date::text`.as('day'),
      'asset',
      sumOf('deposits').as('deposits'),
      sumOf('withdrawals').as('withdrawals'),
      sumOf('conversions_in').as('conversionsIn'),
      sumOf('conversions_out').as('conversionsOut'),
      sumOf('transfers_in').as('transfersIn'),
      sumOf('transfers_out').as('transfersOut'),
      sumOf('fees').as('fees'),
    ])
    .groupBy([sql`1`, 'asset'])
    .orderBy(sql`1`);

export const selectFlows = statement([PERIOD], (db, period: Period) =>
  flowsOf(db, period).select('venue').groupBy('venue').orderBy('venue').orderBy('asset'),
);

/** Of all venues together. */
export const selectFlowSums = statement([PERIOD], (db, period: Period) =>
  flowsOf(db, period)
    .select(sql<null>`null`.as('venue'))
    .orderBy('asset'),
);

/** How far the deposits of each venue are known. */
export const selectKnownDeposits = statement(['acme'], (db, tenant: string) =>
  db
    .selectFrom('deposit_source')
    .select(['venue', 'read_to', 'missing_from', 'missing_to'])
    .where('tenant', '=', tenant)
    .orderBy('venue'),
);
