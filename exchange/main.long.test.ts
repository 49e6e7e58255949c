import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../src/kernel/index.ts';
import { callExchange } from './testing/client.ts';
import type { ExchangeBooks } from './testing/control.ts';
import { spawnExchange, type ExchangeProcess } from './testing/spawn.ts';

/** The number of answers after which the process is killed. */
const ANSWERS_BEFORE_KILL = [7, 60];
const CALLERS = 8;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'exchange-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const start = (): Promise<ExchangeProcess> => spawnExchange({ directory, profile: 'cumulus', seed: '3' });

/** Sends withdrawals and orders concurrently until the exchange dies; returns what it confirmed. */
async function load(exchange: ExchangeProcess, round: number, answersBeforeKill: number): Promise<string[]> {
  const confirmed: string[] = [];
  let killing: Promise<void> | undefined;

  async function caller(number: number): Promise<void> {
    for (let attempt = 0; !killing; attempt++) {
      const id = `${round}-${number}-${attempt}`;
      const isConfirmed = await (attempt % 2 === 0 ? withdraw(exchange, id) : placeOrder(exchange, id));
      if (isConfirmed) confirmed.push(id);
      if (confirmed.length >= answersBeforeKill) killing ??= exchange.kill('SIGKILL');
    }
  }

  await Promise.all(Array.from({ length: CALLERS }, (_, number) => caller(number)));
  await killing;
  return confirmed;
}

const withdraw = (exchange: ExchangeProcess, reference: string): Promise<boolean> => {
  const destination = { kind: 'blockchain', network: 'ETHEREUM', address: '0xabc' };
  return isAnswered(exchange, '/v1/withdrawals', {
    reference,
    asset: 'ETH',
    amount: '0.01234567',
    destination,
  });
};

const placeOrder = (exchange: ExchangeProcess, clientOrderId: string): Promise<boolean> => {
  const order = { clientOrderId, symbol: 'BTC-USDT', side: 'buy', type: 'market', quantity: '0.001' };
  return isAnswered(exchange, '/v1/orders', order);
};

const isAnswered = ({ baseUrl }: ExchangeProcess, path: string, input: object): Promise<boolean> =>
  callExchange(baseUrl, { method: 'POST', path, body: JSON.stringify(input) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** The sum of each asset over all accounts, the outside world included, is zero. */
function totals({ accounts }: ExchangeBooks): string[] {
  const sums = new Map<string, Decimal>();
  for (const balances of Object.values(accounts)) {
    for (const [asset, buckets] of Object.entries(balances)) {
      for (const amount of Object.values(buckets)) {
        sums.set(asset, (sums.get(asset) ?? Decimal.ZERO).plus(Decimal.parse(amount)));
      }
    }
  }
  return [...sums.values()].map((sum) => sum.trim().toString());
}

describe('the exchange as a process', () => {
  it('keeps all it confirmed when killed under load, without partial writes, and restarts in the same state', async () => {
    const confirmed: string[] = [];
    for (const [round, answers] of ANSWERS_BEFORE_KILL.entries()) {
      const exchange = await start();
      await exchange.control.pace({ tickEveryMs: 20, withdrawalDelayMs: 30 });
      confirmed.push(...(await load(exchange, round, answers)));
    }
    const exchange = await start();
    await exchange.control.pace({ withdrawalDelayMs: 3_600_000 });
    await withdraw(exchange, 'last');
    await expect
      .poll(async () => inFlight(await exchange.control.state()), { timeout: 10_000 })
      .toEqual(['last']);
    const books = await exchange.control.state();
    const references = books.transfers.map(({ reference }) => reference ?? '');
    const known = [...references, ...books.orders.map(({ clientOrderId }) => clientOrderId)];
    expect(confirmed.filter((id) => !known.includes(id))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
    expect(new Set(totals(books))).toEqual(new Set(['0']));

    await exchange.kill('SIGKILL');
    const again = await start();
    expect(await again.control.state()).toEqual(books);
    await again.kill('SIGTERM');
  }, 60_000);
});

const inFlight = ({ transfers }: ExchangeBooks): (string | null)[] =>
  transfers
    .filter(({ hash, failureReason }) => hash === null && failureReason === null)
    .map(({ reference }) => reference);
