import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { spawnExchange } from '../../../exchange/testing/spawn.ts';
import { CREDENTIALS } from '../../../exchange/testing/start.ts';
import { Random } from '../withdrawals/testing/random.ts';
import { boundFaults } from './testing/bound-faults.ts';
import { movementsOf } from './movements.ts';
import { selectOrders, selectTrades, type ConversionRow, type OrderRow, type TradeRow } from './store.ts';
import { aRow, dueConversions, plant } from './testing/plant.ts';
import type { ServerOptions } from './testing/server.ts';

const KILLS = 30;
const CONVERSIONS = 60;
/** They fall due one after the other, so that there is work in progress at every kill. */
const DUE_EVERY_MS = 250;
const seed = Number(process.env['SEED'] ?? 1);
const random = new Random(seed);
const database = await createTestDatabase();
const folder = makeFolder();
const program = await bundle(join(import.meta.dirname, 'testing/server.ts'));
/** Fees in the counter asset, and in the asset received. */
const PROFILES = ['aurora', 'cumulus'] as const;
const exchanges = await Promise.all(
  PROFILES.map((profile) => spawnExchange({ directory: join(folder, profile), profile, seed: '1' })),
);
afterAll(async () => {
  await Promise.all(exchanges.map((exchange) => exchange.kill('SIGKILL')));
  await Promise.all([removeFolder(folder), program.remove()]);
});

async function startServer() {
  const options: ServerOptions = {
    databaseUrl: database.url,
    settings: exchanges.map(({ baseUrl: exchange }, index) => ({
      tenant: 'acme',
      account: 'MAIN',
      code: `exchange-${index}`,
      kind: 'simulated',
      exchange,
      credentials: 'env:VENUE',
    })),
    callTimeoutMs: 300,
  };
  const env = { ...process.env, VENUE_KEY: CREDENTIALS.key, VENUE_SECRET: CREDENTIALS.secret };
  const child = fork(program.path, [JSON.stringify(options)], { execArgv: [], env });
  const gone = once(child, 'exit');
  await Promise.race([once(child, 'message'), gone]);
  return async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
}

const owned = async (): Promise<Map<string, Decimal>> => {
  const sums = new Map<string, Decimal>();
  for (const { control } of exchanges) {
    const { accounts } = await control.state();
    for (const [asset, { available, locked }] of Object.entries(accounts['MAIN'] ?? {})) {
      const amount = Decimal.parse(available).plus(Decimal.parse(locked));
      sums.set(asset, amount.plus(sums.get(asset) ?? Decimal.ZERO));
    }
  }
  return sums;
};

async function trouble({ control }: (typeof exchanges)[number]): Promise<void> {
  for (const operation of ['placeOrder', 'findOrder', 'trades', 'cancelOrder'] as const) {
    for (const type of ['drop', 'lose', 'errorAfterwards'] as const) {
      await control.fault({
        operation,
        fault: { type },
        probability: 0.1,
        seed: `${seed} ${operation} ${type}`,
      });
    }
  }
}

/** How conversions break their bounds. */
async function faultsOf(ids: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const id of ids) {
    const [row] = await database.sql<ConversionRow[]>`select * from conversion where id = ${id}`;
    const orders = await selectOrders(database.db, id).execute();
    const trades = await selectTrades(database.db, id).execute();
    if (row) faults.push(...boundFaults({ row, orders, trades }));
  }
  return faults;
}

const arrangeAll = (bids: readonly (readonly [string, string])[], asks = [['60001.00', '5'] as const]) =>
  Promise.all(exchanges.map(({ control }) => control.arrange('BTC-USDT', { bids, asks })));

it('a process that is killed between two rounds leaves the bound to the next one, however the books have moved', async () => {
  for (const { control } of exchanges) await control.pace({ latencyMs: 5, tickEveryMs: 0 });
  await arrangeAll([['60000.00', '5']]);
  const now = new Date();
  const row = aRow({
    status: 'PENDING',
    executor: 'TWAP',
    min_received: '59400',
    expires_at: new Date(now.getTime() + 30_000),
    due_at: now,
    created_at: now,
  });
  await plant(database.sql, [row]);
  const killFirst = await startServer();
  while ((await selectTrades(database.db, row.id).execute()).length === 0) await sleep(10);
  await killFirst();
  const traded = (await selectTrades(database.db, row.id).execute()).length;
  await arrangeAll([['50000.00', '5']]);
  const killSecond = await startServer();
  for (;;) {
    const open = await database.sql`select from conversion where due_at is not null`;
    if (open.length === 0) break;
    await sleep(50);
  }
  await killSecond();
  const [ended] = await database.sql<ConversionRow[]>`select * from conversion where id = ${row.id}`;
  expect(ended?.status).toBe('COMPLETED');
  expect(traded).toBeGreaterThan(0);
  expect(await faultsOf([row.id])).toEqual([]);
  const sales = await selectTrades(database.db, row.id).execute();
  expect(sales.every(({ price }) => Number(price) === 60_000)).toBe(true);
});

it('workers are killed at any moment and the venue misbehaves: no order twice, no fill lost, balances to the last digit', async () => {
  for (const { control } of exchanges) {
    await control.pace({ latencyMs: 5, tickEveryMs: 0 });
    // Levels smaller than an order, so that both venues trade, and enough of them for all conversions.
    await control.arrange('BTC-USDT', {
      bids: Array.from({ length: 80 }, (_, index) => [`${60_000 - index}.00`, '0.06'] as const),
      asks: Array.from({ length: 80 }, (_, index) => [`${60_001 + index}.00`, '0.06'] as const),
    });
  }
  const before = await owned();
  const earlier = new Set<string>();
  for (const { control } of exchanges)
    for (const { clientOrderId } of (await control.state()).orders) earlier.add(clientOrderId);
  for (const exchange of exchanges) await trouble(exchange);
  // The levels at the end of the books are beyond the bounds.
  const rows = dueConversions({
    count: CONVERSIONS,
    everyMs: DUE_EVERY_MS,
    sold: '0.115',
    spent: '6666',
    makerMs: 6_000,
  }).map((row) => ({ ...row, min_received: row.from_asset === 'BTC' ? '6885' : '0.1107' }));
  await plant(database.sql, rows);
  for (let kills = 0; kills < KILLS; kills++) {
    const kill = await startServer();
    await sleep(50 + random.below(400));
    await kill();
  }
  const kill = await startServer();
  for (const { control } of exchanges) await control.clearFaults();
  for (;;) {
    const open = await database.sql`select from conversion where due_at is not null`;
    if (open.length === 0) break;
    await sleep(50);
  }
  await kill();

  const ids = rows.map(({ id }) => id);
  const orders: OrderRow[] = [];
  const trades: TradeRow[] = [];
  for (const id of ids) {
    orders.push(...(await selectOrders(database.db, id).execute()));
    trades.push(...(await selectTrades(database.db, id).execute()));
  }
  const states = await Promise.all(exchanges.map(({ control }) => control.state()));
  const known = new Map(orders.map((order) => [order.id, order]));
  const taken = states
    .flatMap((state) => state.orders)
    .filter(({ clientOrderId }) => !earlier.has(clientOrderId));
  expect(new Set(taken.map(({ clientOrderId }) => clientOrderId)).size).toBe(taken.length);
  expect(taken.filter(({ status }) => status === 'open')).toEqual([]);
  for (const { clientOrderId, filled } of taken) {
    expect(Decimal.parse(known.get(clientOrderId)?.filled ?? '-1').equals(Decimal.parse(filled))).toBe(true);
  }
  expect(await faultsOf(ids)).toEqual([]);
  const after = await owned();
  const moved = movementsOf(orders, trades);
  for (const [asset, amount] of after) {
    const change = amount.minus(before.get(asset) ?? Decimal.ZERO);
    expect(`${change.trim().toString()} ${asset}`).toBe(
      `${(moved.get(asset) ?? Decimal.ZERO).trim().toString()} ${asset}`,
    );
  }
  const statuses = await database.sql<{ status: string }[]>`select distinct status from conversion`;
  expect(statuses.map(({ status }) => status)).toContain('COMPLETED');
  expect(orders.length).toBeGreaterThan(20);
  expect(new Set(trades.map(({ fee_asset }) => fee_asset))).toEqual(new Set(['BTC', 'USDT']));
  expect(new Set(orders.map(({ venue }) => venue)).size).toBe(PROFILES.length);
});
