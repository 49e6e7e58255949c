import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProxy } from '../../src/platform/postgres/testing/proxy.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { clientCredentials, Trading, type Book } from '../src/index.ts';
import { startProduct, type Product } from '../testing/product.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const { url, sql } = await createTestDatabase();
let product: Product;
beforeAll(async () => {
  product = await startProduct({ DATABASE_URL: url }, ['--roles', 'trading,worker']);
});
afterAll(() => product.close());

const clientOf = (name: 'operator' | 'approver', address = product.trading): Trading => {
  const { client_id, client_secret } = product.credentials[name];
  return new Trading({
    url: address,
    auth: clientCredentials(client_id, client_secret),
    retries: 1_000,
    timeout: 120_000,
  });
};

const POLL = { timeout: 60_000 };
const ADDRESS = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'ETHEREUM' };
const withdrawal = (reference: string) => ({
  reference,
  venue: 'aurora',
  asset: { code: 'USDT' },
  amount: '25',
  blockchainDestination: ADDRESS,
});

/** Everything that a desk does with one payout. The server recognises repeats by reference or by key. */
async function payOut(operator: Trading, approver: Trading, name: string): Promise<void> {
  const { id } = await operator.withdrawals.create(withdrawal(name));
  expect((await approver.withdrawals.vote(id, { decision: 'APPROVE' })).status).toBe('PENDING');
  const saved = await operator.destinations.create({ alias: name, kind: 'blockchain', ...ADDRESS });
  expect((await approver.destinations.confirm(saved.id)).confirmedBy).toBe('approver');
  const to = new Date(Date.UTC(2026, 1, 1) + (exported += 1)).toISOString();
  await operator.exports.create('withdrawal', { from: '2026-01-01T00:00:00.000Z', to });
}

let exported = 0;

/** Pays out in several lanes at once, and calls back after each. */
async function payOutAll(names: readonly string[], address: string, onPaid: () => void): Promise<void> {
  const [operator, approver] = [clientOf('operator', address), clientOf('approver', address)];
  const waiting = [...names];
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      await payOut(operator, approver, name);
      onPaid();
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}

const namesOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** Each was done once: the audit log has one entry of each step for each name. */
async function expectOnce(before: Record<string, number>, count: number): Promise<void> {
  const after = await countSteps();
  const done = Object.fromEntries(STEPS.map((step) => [step, (after[step] ?? 0) - (before[step] ?? 0)]));
  expect(done).toEqual(Object.fromEntries(STEPS.map((step) => [step, count])));
}

const STEPS = [
  'withdrawal.create',
  'withdrawal.vote',
  'destination.save',
  'destination.confirm',
  'export.create',
];

async function countSteps(): Promise<Record<string, number>> {
  const rows = await sql<{ action: string; count: number }[]>`
    select action, count(*)::int from audit_log group by action`;
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]));
}

it('nothing is doubled or lost when the server is killed in the middle of creations', async () => {
  const before = await countSteps();
  const names = namesOf('kill', 120);
  const kills = new Set([20, 55, 90]);
  let paid = 0;
  let restarting = Promise.resolve();
  const onPaid = (): void => {
    paid += 1;
    if (!kills.has(paid)) return;
    restarting = product.kill().then(() => product.start());
  };
  await payOutAll(names, product.trading, onPaid);
  await restarting;
  expect(paid).toBe(names.length);
  await expectOnce(before, names.length);
});

it('nothing is doubled or lost behind a proxy that drops every third answer', async () => {
  let answers = 0;
  const proxy = await startProxy(product.trading, (answer, drop) => {
    if (answer.subarray(0, 5).toString() === 'HTTP/' && ++answers % 3 === 0) drop();
    return answer;
  });
  const before = await countSteps();
  const names = namesOf('drop', 30);
  await payOutAll(names, proxy.url, () => {});
  const seen = new Set<string>();
  for await (const { reference } of clientOf('operator', proxy.url).withdrawals.list()) seen.add(reference);
  expect(names.filter((name) => !seen.has(name))).toEqual([]);
  await proxy.cut();
  expect(answers).toBeGreaterThan(names.length * 7);
  await expectOnce(before, names.length);
});

/** Cuts about every 20th chunk, often in the middle of it. */
const startCutting = async () => {
  const cuts = { count: 0 };
  const proxy = await startProxy(product.trading, (answer, drop) => {
    if (answer.subarray(0, 5).toString() === 'HTTP/' || Math.random() > 0.05) return answer;
    cuts.count += 1;
    setImmediate(drop);
    return answer.subarray(0, Math.floor(Math.random() * answer.length));
  });
  return { ...proxy, cuts };
};

/** What a book shows, without its place in a connection. */
const contentOf = ({ bids, asks }: Book): string => JSON.stringify([bids, asks]);

const pricesOf = (side: Book['bids']): number[] => side.map(({ price }) => Number(price));

describe('a stream that is cut at random', () => {
  it('yields every event once and in order', async () => {
    const proxy = await startCutting();
    const stopping = new AbortController();
    const names: string[] = [];
    const received: string[] = [];
    const types = new Set<string>();
    const stream = clientOf('operator', proxy.url).events.stream({ signal: stopping.signal });
    const reading = (async () => {
      for await (const event of stream) {
        types.add(event.type);
        if (event.type !== 'withdrawal.created') continue;
        const { reference } = event.data.withdrawal;
        if (reference.startsWith('event-')) received.push(reference);
      }
    })().catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    });
    const operator = clientOf('operator');
    // A stream begins with what happens after it was opened.
    while (types.size === 0) {
      await operator.withdrawals.create(withdrawal(`opening-${crypto.randomUUID()}`));
      await sleep(100);
    }
    while (names.length < 150 || proxy.cuts.count < 2) {
      names.push(`event-${names.length}`);
      await operator.withdrawals.create(withdrawal(names.at(-1) ?? ''));
    }
    await expect.poll(() => received.length, POLL).toBeGreaterThanOrEqual(names.length);
    stopping.abort();
    await reading;
    await proxy.cut();
    expect(received).toEqual(names);
    expect(types).not.toContain('gap');
  });

  it('yields whole books, which the server has shown', async () => {
    const proxy = await startCutting();
    const direct = clientOf('operator').book('BTC-USDT').stream();
    const cut = clientOf('operator', proxy.url).book('BTC-USDT').stream();
    const shown = new Set<string>();
    let isDone = false;
    const watching = (async () => {
      for await (const book of direct) {
        shown.add(contentOf(book));
        if (isDone) return;
      }
    })();
    const books: string[] = [];
    for await (const book of cut) {
      const [bids, asks] = [pricesOf(book.bids), pricesOf(book.asks)];
      expect(Math.min(bids.length, asks.length)).toBeGreaterThan(0);
      expect(bids).toEqual(bids.toSorted((a, b) => b - a));
      expect(asks).toEqual(asks.toSorted((a, b) => a - b));
      books.push(contentOf(book));
      if (proxy.cuts.count >= 10 && books.length >= 100) break;
    }
    isDone = true;
    await watching;
    await proxy.cut();
    // The server may leave out different states for two connections, but not most of them.
    const unknown = books.filter((book) => !shown.has(book));
    expect(unknown.length / books.length).toBeLessThan(0.2);
  });
});
