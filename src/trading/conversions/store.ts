import { sql } from 'kysely';
import type { JsonObject } from '../../platform/audit/index.ts';
import { ONCE, statement } from '../../platform/postgres/index.ts';
import { isAfter, positionBy, type Slice } from '../../platform/lists/index.ts';
import type { Condition } from '../../platform/lucene/index.ts';
import type { Side } from '../venues/index.ts';
import type { FoundTrade } from './resolution.ts';
import type { Executor, Status } from './status.ts';

export interface ConversionRow {
  id: string;
  tenant: string;
  reference: string;
  status: Status;
  executor: Executor;
  from_asset: string;
  to_asset: string;
  from_amount: string;
  to_amount: string;
  fixed_side: 'from' | 'to';
  fixed_amount: string;
  path: string[];
  allowed_venues: string[];
  venues: string[];
  expires_at: Date | null;
  metadata: JsonObject | null;
  min_received: string | null;
  max_given: string | null;
  max_slippage_bps: number | null;
  quoted_amount: string | null;
  /** What one unit of the first asset of each leg was worth in its second at creation. */
  mids: string[] | null;
  requested_by: string;
  leg: number;
  leg_target: string | null;
  leg_started_at: Date | null;
  round: number;
  fruitless: number;
  due_at: Date | null;
  waiting_reason: string | null;
  failure_message: string | null;
  /** The proposal of a managed balance that it carries out. */
  proposal_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface OrderRow {
  id: string;
  conversion_id: string;
  number: number;
  leg: number;
  round: number;
  venue: string;
  symbol: string;
  side: Side;
  type: 'ioc' | 'post-only';
  price: string;
  quantity: string;
  status: 'SENT' | 'OPEN' | 'FILLED' | 'CANCELLED' | 'REFUSED' | 'ABSENT';
  filled: string;
  venue_order_id: string | null;
  reason: string | null;
  deadline: Date;
  created_at: Date;
  updated_at: Date;
  finding: OrderFinding | null;
}

/** What a person found at the venue about an order that it cannot be asked for any more. */
export interface OrderFinding {
  /** Those that were not known. */
  readonly trades: FoundTrade[];
  readonly comment: string;
  readonly by: string;
  readonly at: string;
  /** Somebody else who found the same; null while they are awaited. */
  readonly confirmedBy: string | null;
}

export interface TradeRow {
  order_id: string;
  venue_trade_id: string;
  price: string;
  quantity: string;
  fee: string;
  fee_asset: string;
  liquidity: 'maker' | 'taker';
  traded_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    conversion: ConversionRow;
    conversion_order: OrderRow;
    conversion_trade: TradeRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TENANT = 'acme';
const TIME = new Date(0);
const NO_CONDITION = ['true'];
const EVERYTHING: Condition = {
  fragments: Object.assign(NO_CONDITION, { raw: NO_CONDITION }),
  parameters: [],
};

const ROW: ConversionRow = {
  id: ID,
  tenant: TENANT,
  reference: 'r',
  status: 'PENDING',
  executor: 'MARKET',
  from_asset: 'BTC',
  to_asset: 'USDT',
  from_amount: '1',
  to_amount: '1',
  fixed_side: 'from',
  fixed_amount: '1',
  path: ['BTC', 'USDT'],
  allowed_venues: [],
  venues: ['aurora'],
  expires_at: null,
  metadata: null,
  min_received: '1',
  max_given: null,
  max_slippage_bps: null,
  quoted_amount: '1',
  mids: ['1'],
  requested_by: 'desk',
  leg: 0,
  leg_target: null,
  leg_started_at: null,
  round: 0,
  fruitless: 0,
  due_at: null,
  waiting_reason: null,
  failure_message: null,
  proposal_id: null,
  created_at: TIME,
  updated_at: TIME,
};
const ORDER: OrderRow = {
  id: ID,
  conversion_id: ID,
  number: 1,
  leg: 0,
  round: 1,
  venue: 'aurora',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'ioc',
  price: '1',
  quantity: '1',
  status: 'SENT',
  filled: '0',
  venue_order_id: null,
  reason: null,
  deadline: TIME,
  created_at: TIME,
  updated_at: TIME,
  finding: null,
};
const TRADE: TradeRow = {
  order_id: ID,
  venue_trade_id: 't',
  price: '1',
  quantity: '1',
  fee: '0',
  fee_asset: 'USDT',
  liquidity: 'taker',
  traded_at: TIME,
};

export const insertConversion = statement([ROW], (db, row: ConversionRow) =>
  db.insertInto('conversion').values(row).returningAll(),
);

export const selectConversion = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('conversion').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

export const selectPage = statement(
  [TENANT, EVERYTHING, { limit: 20, offset: 0, after: ['0', ID] }],
  (db, tenant: string, { fragments, parameters }: Condition, { limit, offset, after }: Slice) =>
    db
      .selectFrom('conversion')
      .modifyFront(ONCE)
      .selectAll()
      .select(positionBy('created_at').as('position'))
      .where('tenant', '=', tenant)
      .where(sql<boolean>(fragments, ...parameters))
      .$if(after !== undefined, (query) => query.where(isAfter('created_at', after ?? [])))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countConversions = statement(
  [TENANT, EVERYTHING],
  (db, tenant: string, { fragments, parameters }: Condition) =>
    db
      .selectFrom('conversion')
      .modifyFront(ONCE)
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('tenant', '=', tenant)
      .where(sql<boolean>(fragments, ...parameters)),
);

interface Period {
  readonly tenant: string;
  readonly from: Date;
  readonly before: Date;
}

/** What trades cost in the counter asset against the middle of the books, and their fees, by venue and symbol. */
export const sumSlippage = statement(
  [{ tenant: TENANT, from: TIME, before: TIME }],
  (db, { tenant, from, before }: Period) =>
    db
      .selectFrom(
        sql<{ venue: string; symbol: string }>`(
          select venue, symbol, trade.quantity, trade.quantity * trade.price as value,
              case side when 'sell' then at_mid - trade.quantity * trade.price
                else trade.quantity * trade.price - at_mid end as lost,
              at_mid,
              case fee_asset when split_part(symbol, '-', 2) then fee
                when split_part(symbol, '-', 1) then fee * trade.price end as fee
            from conversion_trade trade
            join conversion_order on conversion_order.id = trade.order_id
            join conversion on conversion.id = conversion_order.conversion_id
            cross join lateral (select case side when 'sell' then trade.quantity * mids[conversion_order.leg + 1]
              else trade.quantity / mids[conversion_order.leg + 1] end as at_mid) decided
            where conversion.tenant = ${tenant} and traded_at >= ${from} and traded_at < ${before}
        )`.as('traded'),
      )
      .select(({ fn }) => [
        'venue',
        'symbol',
        fn.countAll<string>().as('trades'),
        sql<string>`trim_scale(sum(quantity))`.as('quantity'),
        sql<string>`trim_scale(sum(value))`.as('value'),
        sql<string | null>`round(10000 * sum(lost) / nullif(sum(at_mid), 0), 2)`.as('price_bps'),
        sql<
          string | null
        >`case when bool_and(fee is not null) then round(10000 * sum(fee) / nullif(sum(value), 0), 2) end`.as(
          'fee_bps',
        ),
      ])
      .groupBy(['venue', 'symbol'])
      .orderBy('venue')
      .orderBy('symbol'),
);

/** All that are not final, of every tenant. Reads one index, which has only those. */
export const countOpen = statement([], (db) =>
  db
    .selectFrom('conversion')
    .select(({ fn }) => [
      'tenant',
      'status',
      fn.countAll<string>().as('open'),
      sql<string>`extract(epoch from now() - min(created_at))`.as('oldestSeconds'),
    ])
    .where(sql<boolean>`status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL')`)
    .groupBy(['tenant', 'status']),
);

export const selectOrders = statement([ID], (db, conversionId: string) =>
  db.selectFrom('conversion_order').selectAll().where('conversion_id', '=', conversionId).orderBy('number'),
);

export const selectTrades = statement([ID], (db, conversionId: string) =>
  db
    .selectFrom('conversion_trade')
    .innerJoin('conversion_order', 'conversion_order.id', 'conversion_trade.order_id')
    .selectAll('conversion_trade')
    .where('conversion_order.conversion_id', '=', conversionId)
    .orderBy('conversion_order.number')
    .orderBy('conversion_trade.traded_at')
    .orderBy('conversion_trade.venue_trade_id'),
);

export const lockConversion = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('conversion').selectAll().where('tenant', '=', tenant).where('id', '=', id).forUpdate(),
);

/** Of every tenant: what has begun and not ended. */
export const lockUnfinished = statement([], (db) =>
  db
    .selectFrom('conversion')
    .selectAll()
    .where('status', 'in', ['PENDING', 'PROCESSING', 'PENDING_CANCEL'])
    .orderBy('id')
    .forUpdate(),
);

/** Updates nothing if the status is no longer `from`. */
export const updateConversion = statement(
  [ID, 'PENDING', { due_at: TIME }],
  (db, id: string, from: Status, change: Partial<ConversionRow>) =>
    db.updateTable('conversion').set(change).where('id', '=', id).where('status', '=', from).returningAll(),
);

/** Changes only when it is due. */
export const postpone = statement(
  [ID, TIME, { due_at: TIME, waiting_reason: null }],
  (db, id: string, from: Date, change: Pick<ConversionRow, 'due_at' | 'waiting_reason'>) =>
    db.updateTable('conversion').set(change).where('id', '=', id).where('due_at', '=', from),
);

export const insertOrders = statement([[ORDER]], (db, rows: readonly OrderRow[]) =>
  db.insertInto('conversion_order').values(rows),
);

export const updateOrder = statement(
  [ID, { status: 'OPEN', filled: '0', venue_order_id: null, reason: null, updated_at: TIME, finding: null }],
  (
    db,
    id: string,
    change: Pick<OrderRow, 'status' | 'filled' | 'venue_order_id' | 'reason' | 'updated_at' | 'finding'>,
  ) => db.updateTable('conversion_order').set(change).where('id', '=', id),
);

/** Known trades are left unchanged. */
export const insertTrades = statement([[TRADE]], (db, rows: readonly TradeRow[]) =>
  db
    .insertInto('conversion_trade')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
);

/** All work that is due, whether or not it still has a job. */
export const selectOverdue = statement([TIME, 1000], (db, before: Date, limit: number) =>
  db
    .selectFrom('conversion')
    .select(['id', 'tenant', 'due_at'])
    .where('due_at', '<=', before)
    .orderBy('due_at')
    .limit(limit),
);
