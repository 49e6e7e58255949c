import type { Sql } from 'postgres';
import { newId } from '../../../kernel/index.ts';
import type { ConversionRow } from '../store.ts';

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
    requested_by: 'desk',
    leg: 0,
    leg_target: null,
    leg_started_at: null,
    round: 0,
    fruitless: 0,
    due_at: null,
    waiting_reason: null,
    failure_message: null,
    created_at: at,
    updated_at: at,
    ...change,
  };
}

export async function plant(sql: Sql, rows: readonly ConversionRow[]): Promise<void> {
  for (const row of rows) {
    const { metadata: _none, ...columns } = row;
    await sql`insert into conversion ${sql(columns)}`;
  }
}
