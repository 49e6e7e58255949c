import type { Sql } from 'postgres';
import { newId } from '../../../kernel/index.ts';
import type { ConversionRow, OrderRow } from '../store.ts';
import { EXECUTORS } from '../status.ts';

/** A stored conversion; `change` replaces members. */
export function aRow(change: Partial<ConversionRow> = {}): ConversionRow {
  const at = change.created_at ?? new Date('2026-03-01T12:00:00.000Z');
  const id = change.id ?? newId(at);
  return {
    id,
    tenant: 'acme',
    reference: `reference-${id}`,
    status: 'COMPLETED',
    executor: 'MARKET',
    from_asset: 'BTC',
    to_asset: 'USDT',
    from_amount: '1',
    to_amount: '60000',
    fixed_side: 'from',
    fixed_amount: '1',
    path: ['BTC', 'USDT'],
    allowed_venues: [],
    venues: [],
    expires_at: null,
    metadata: null,
    min_received: null,
    max_given: null,
    max_slippage_bps: null,
    quoted_amount: null,
    mids: null,
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
    created_at: at,
    updated_at: at,
    ...change,
  };
}

/** An order that was sent; `change` replaces members. */
export function anOrder(change: Partial<OrderRow> = {}): OrderRow {
  const at = change.created_at ?? new Date('2026-03-01T12:00:00.000Z');
  return {
    id: newId(at),
    conversion_id: newId(at),
    number: 1,
    leg: 0,
    round: 1,
    venue: 'north',
    symbol: 'BTC-USDT',
    side: 'sell',
    type: 'ioc',
    price: '60000',
    quantity: '0.5',
    status: 'SENT',
    filled: '0',
    venue_order_id: null,
    reason: null,
    deadline: at,
    created_at: at,
    updated_at: at,
    finding: null,
    ...change,
  };
}

interface Due {
  readonly count: number;
  /** Between the times at which two of them are due. */
  readonly everyMs: number;
  readonly sold: string;
  readonly spent: string;
  /** How long MAKER waits, whose offers no other trader takes. */
  readonly makerMs: number;
}

/** Conversions between BTC and USDT in both directions, with every executor in turn. */
export function dueConversions({ count, everyMs, sold, spent, makerMs }: Due): ConversionRow[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) => {
    const dueMs = now.getTime() + index * everyMs;
    const isSale = index % 2 === 0;
    const [from, to] = isSale ? ['BTC', 'USDT'] : ['USDT', 'BTC'];
    const executor = EXECUTORS[index % EXECUTORS.length] ?? 'MARKET';
    return aRow({
      status: 'PENDING',
      executor,
      from_asset: from,
      to_asset: to,
      path: [from, to],
      fixed_amount: isSale ? sold : spent,
      expires_at: executor === 'MAKER' ? new Date(dueMs + makerMs) : null,
      due_at: new Date(dueMs),
      created_at: now,
    });
  });
}

export async function plant(sql: Sql, rows: readonly ConversionRow[]): Promise<void> {
  for (const row of rows) {
    const { metadata: _none, ...columns } = row;
    await sql`insert into conversion ${sql(columns)}`;
  }
}

interface PlantedTrade {
  readonly venue: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly leg?: number;
  readonly price: string;
  readonly quantity: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly at: Date;
}

/** An order of a stored conversion that one trade has filled. */
export async function plantTrade(sql: Sql, conversionId: string, trade: PlantedTrade): Promise<void> {
  const { venue, symbol, side, leg = 0, price, quantity, fee, feeAsset, at } = trade;
  const id = newId(at);
  await sql`insert into conversion_order ${sql({
    id,
    conversion_id: conversionId,
    number: leg + 1,
    leg,
    round: 1,
    venue,
    symbol,
    side,
    type: 'ioc',
    price,
    quantity,
    status: 'FILLED',
    filled: quantity,
    deadline: at,
    created_at: at,
    updated_at: at,
  })}`;
  await sql`insert into conversion_trade ${sql({
    order_id: id,
    venue_trade_id: 't',
    price,
    quantity,
    fee,
    fee_asset: feeAsset,
    liquidity: 'taker',
    traded_at: at,
  })}`;
}
