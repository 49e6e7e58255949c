import { expect, it } from 'vitest';
import { newTraceId, systemClock, type Actor } from '../../../kernel/index.ts';
import { run } from '../../../platform/commands/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { aRow, plant, plantTrade } from '../testing/plant.ts';
import { stepping } from './step.ts';
import { TIMING } from './timing.ts';

const { db, sql } = await createTestDatabase();
const actor: Actor = { kind: 'system', id: 'worker', tenant: 'acme', scopes: new Set() };
const context = {
  actor,
  db,
  clock: systemClock,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};

const at = new Date('2026-03-01T12:00:00.000Z');
const sale = {
  venue: 'north',
  symbol: 'BTC-USDT',
  side: 'sell',
  price: '60000',
  quantity: '0.5',
  at,
} as const;

it.each([
  ['in the asset that its second leg would have bought', ['BTC', 'USDT', 'BNB'], '0.01', 'BNB'],
  ['more than it has bought', ['BTC', 'USDT'], '30001', 'USDT'],
])('a cancelled conversion that was charged %s ends', async (_how, path, fee, feeAsset) => {
  const to_asset = path.at(-1) ?? '';
  const row = aRow({ status: 'PENDING_CANCEL', path, to_asset, due_at: at, created_at: at });
  await plant(sql, [row]);
  await plantTrade(sql, row.id, { ...sale, fee, feeAsset });
  const { result } = await run(context, stepping([[], []], TIMING), { id: row.id });
  expect(result.row).toMatchObject({
    status: 'FAILED',
    from_amount: '0.5',
    to_amount: '0',
    due_at: null,
  });
});
