import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { killConversions } from './testing/chaos.ts';
import { startProtocols } from './testing/protocols.ts';
import { changesBetween, movementsOf, openConversionsAt } from './testing/service.ts';

const database = await createTestDatabase();

describe('a conversion over the protocols of two exchanges at once', async () => {
  const protocols = await startProtocols();
  const service = await openConversionsAt(protocols.settings, {
    env: protocols.env,
    times: { callTimeoutMs: 3_000, marginMs: 100, shortestPollMs: 30, longestPollMs: 200, retryMs: 20 },
  });
  afterAll(async () => {
    await service.stop();
    await protocols.stop();
  });
  for (const { code: venue } of protocols.settings) {
    await service.database.sql`
      insert into venue_switch (tenant, venue, trading, withdrawals) values ('acme', ${venue}, 'live', 'off')`;
  }
  const { kraken, okx } = protocols.servers;
  // Neither has enough for a conversion.
  beforeEach(() => {
    for (const { core } of [kraken, okx]) {
      core.arrange(
        [
          ['60000.07', '0.20000003'],
          ['59990.01', '0.10000001'],
        ],
        [
          ['60010.09', '0.20000009'],
          ['60020.03', '0.10000001'],
        ],
      );
    }
  });

  it.each([
    ['sale', { from: { asset: 'BTC', amount: '0.50000007' }, to: { asset: 'USDT' } }, ['USDT']],
    ['purchase', { from: { asset: 'USDT' }, to: { asset: 'BTC', amount: '0.45' } }, ['BTC', 'USDT']],
  ])('as a %s trades at both, and its fees are those that were charged', async (_what, wish, feeAssets) => {
    const before = protocols.owned();
    const placed = [kraken, okx].map(({ core }) => core.orders.length);
    const shown = await service.convert(wish);
    expect(shown).toMatchObject({ status: 'COMPLETED' });
    expect([kraken, okx].map(({ core }, index) => core.orders.length > (placed[index] ?? 0))).toEqual([
      true,
      true,
    ]);
    expect(new Set(shown.trades.map(({ fee }) => fee.asset))).toEqual(new Set(feeAssets));
    expect(changesBetween(before, protocols.owned())).toEqual(movementsOf([shown]));
  });

  it.each([
    [
      200,
      { code: '1', msg: '', data: [{ clOrdId: '', ordId: '', sCode: '51149', sMsg: 'Order timed out.' }] },
    ],
    [200, { code: '51054', msg: 'Request timed out.', data: [] }],
    [400, { code: '50004', msg: 'Endpoint request timeout.', data: [] }],
  ])('executed at one and answered %d %j does not trade again at the other', async (status, body) => {
    const before = protocols.owned();
    await okx.strike('placeOrder', { type: 'answer', status, body });
    const shown = await service.convert({ from: { asset: 'BTC', amount: '0.05' }, to: { asset: 'USDT' } });
    expect(shown).toMatchObject({ status: 'COMPLETED', from: { amount: '0.05' } });
    expect(changesBetween(before, protocols.owned())).toMatchObject({ BTC: '-0.05' });
    expect(changesBetween(before, protocols.owned())).toEqual(movementsOf([shown]));
  });

  /** Kraken takes orders of 0.5 USDT or more. */
  it.each([
    ['0.00030000', ['okx']],
    ['0.00060000', ['kraken', 'okx']],
  ])('with %s BTC for the best price at Kraken trades at %j', async (quantity, venues) => {
    kraken.core.arrange([['1005.00', quantity]], []);
    okx.core.arrange([['1000.00', '1.00000000']], []);
    await vi.waitFor(
      async () => {
        const { listings } = await service.access.markets.find('acme', 'BTC-USDT');
        const best = listings.map(({ book }) => Number(book.bids.levels(1)[0]?.price));
        expect(new Set(best)).toEqual(new Set([1000, 1005]));
      },
      { timeout: 60_000 },
    );
    const before = protocols.owned();
    const shown = await service.convert({ from: { asset: 'BTC', amount: '0.01' }, to: { asset: 'USDT' } });
    expect(shown).toMatchObject({ status: 'COMPLETED', from: { amount: '0.01' } });
    expect(new Set(shown.orders.map(({ venue }) => venue))).toEqual(new Set(venues));
    expect(changesBetween(before, protocols.owned())).toEqual(movementsOf([shown]));
  });

  it('a fill is accounted with the fee of the exchange to the last digit', () => {
    const [trade] = okx.core.orders.filter(({ side }) => side === 'buy').flatMap(({ trades }) => trades);
    expect(trade?.fee.equals(trade.quantity.times(Decimal.parse('0.001')))).toBe(true);
  });
});

it('workers are killed at any moment and two exchanges misbehave: no order twice, fills and fees to the last digit', async () => {
  const seed = Number(process.env['SEED'] ?? 1);
  const { faults, orders, trades, completed, interrupted } = await killConversions({
    databaseUrl: database.url,
    kills: 3,
    seed,
  });
  expect(faults, `With the seed ${seed}`).toEqual([]);
  expect(completed).toBeGreaterThan(5);
  expect(interrupted).toBeGreaterThan(0);
  expect(new Set(orders.map(({ venue }) => venue))).toEqual(new Set(['kraken', 'okx']));
  expect(new Set(trades.map(({ fee_asset }) => fee_asset))).toEqual(new Set(['BTC', 'USDT']));
}, 120_000);
