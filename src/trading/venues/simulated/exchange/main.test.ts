import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, systemClock } from '../../../../kernel/index.ts';
import type { Call, Venue } from '../../port.ts';
import { connectSimulated } from '../adapter.ts';
import type { ExchangeBooks } from '../../testing/control.ts';
import { spawnExchange, type ExchangeProcess } from '../../testing/spawn.ts';
import { CREDENTIALS } from '../../testing/start.ts';

/** When the process is killed, in answers that it has given: at no particular moment of its work. */
const ANSWERS_BEFORE_KILL = [7, 60];
const CALLERS = 8;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'exchange-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const patient = (): Call => ({ deadline: new Date(Date.now() + 10_000) });

const start = (): Promise<ExchangeProcess> => spawnExchange({ directory, profile: 'cumulus', seed: '3' });

const connect = ({ baseUrl }: ExchangeProcess): Venue =>
  connectSimulated({ code: 'cumulus', baseUrl, clock: systemClock, ...CREDENTIALS });

/** Sends withdrawals and orders from several callers at once until the exchange dies; answers what it confirmed. */
async function load(exchange: ExchangeProcess, round: number, answersBeforeKill: number): Promise<string[]> {
  const venue = connect(exchange);
  const confirmed: string[] = [];
  let killing: Promise<void> | undefined;

  async function caller(number: number): Promise<void> {
    for (let attempt = 0; !killing; attempt++) {
      const id = `${round}-${number}-${attempt}`;
      const outcome = await (attempt % 2 === 0 ? withdraw(venue, id) : placeOrder(venue, id));
      if (outcome?.kind === 'answered') confirmed.push(id);
      if (confirmed.length >= answersBeforeKill) killing ??= exchange.kill('SIGKILL');
    }
  }

  await Promise.all(Array.from({ length: CALLERS }, (_, number) => caller(number)));
  await killing;
  await venue.close();
  return confirmed;
}

const withdraw = (venue: Venue, reference: string) => {
  const amount = Decimal.parse('0.01234567');
  const destination = { kind: 'blockchain', network: 'ETHEREUM', address: '0xabc' } as const;
  return venue.withdrawals?.submit({ reference, asset: 'ETH', amount, destination }, patient());
};

const placeOrder = (venue: Venue, clientOrderId: string) => {
  const quantity = Decimal.parse('0.001');
  return venue.orders?.place(
    { clientOrderId, symbol: 'BTC-USDT', side: 'buy', type: 'market', quantity },
    patient(),
  );
};

/** Per asset, over every account: the world outside included, nothing is made or lost. */
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
  it('keeps what it confirmed through kills under load, nothing by half, and comes back as it was', async () => {
    const confirmed: string[] = [];
    for (const [round, answers] of ANSWERS_BEFORE_KILL.entries()) {
      const exchange = await start();
      await exchange.control.pace({ tickEveryMs: 20, withdrawalDelayMs: 30 });
      confirmed.push(...(await load(exchange, round, answers)));
    }
    const exchange = await start();
    await exchange.control.pace({ withdrawalDelayMs: 3_600_000 });
    const venue = connect(exchange);
    await withdraw(venue, 'last');
    await venue.close();
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
