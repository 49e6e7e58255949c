import { sql } from 'kysely';
import type { JsonObject } from '../../platform/audit/index.ts';
import { ONCE, statement } from '../../platform/postgres/index.ts';
import type { Condition } from '../lucene/index.ts';
import type { Side } from '../venues/index.ts';
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
  requested_by: string;
  leg: number;
  leg_target: string | null;
  leg_started_at: Date | null;
  round: number;
  fruitless: number;
  due_at: Date | null;
  waiting_reason: string | null;
  failure_message: string | null;
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
const NO_CONDITION = ['true'];
const EVERYTHING: Condition = {
  fragments: Object.assign(NO_CONDITION, { raw: NO_CONDITION }),
  parameters: [],
};

export const selectConversion = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('conversion').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

export const selectPage = statement(
  [TENANT, EVERYTHING, 20, 0],
  (db, tenant: string, { fragments, parameters }: Condition, limit: number, offset: number) =>
    db
      .selectFrom('conversion')
      .modifyFront(ONCE)
      .selectAll()
      .where('tenant', '=', tenant)
      .where(sql<boolean>(fragments, ...parameters))
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

export const limitTime = statement([5_000], (db, timeoutMs: number) =>
  db.selectNoFrom(sql`set_config('statement_timeout', ${String(timeoutMs)}, true)`.as('set')),
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
