import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnExchange } from '../exchange/testing/spawn.ts';
import { compareRates, startServer, stopServer } from './harness/compete.ts';
import { report } from './harness/measure.ts';

const UPDATES_PER_SECOND = 2_000;
const READERS = 1_000;
const CHANGES_PER_SECOND = 20;
const STREAM_SECONDS = 10;
const SYMBOL = 'BTC-USDT';
const CHANGE = Buffer.from('event: change');
const ORDER_BOOK = `/trade/v1/market-data/order-book/${SYMBOL}`;
const AGGREGATED = `${ORDER_BOOK}/aggregated`;
/** As many as `servers/books.ts` has. */
const VENUES = 3;

const directory = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
const exchange = await spawnExchange({ directory, profile: 'aurora', seed: '1' });
let books = await startServer('books', exchange.baseUrl);
const updatesPerSecond = await quicken();
await stopServer(books);
await measureRequests();
books = await startServer('books', exchange.baseUrl);
await measureStreams();

await stopServer(books);
await exchange.kill('SIGTERM');
await rm(directory, { recursive: true });

/** Gives the size of the aggregated book as soon as every venue takes part in it. */
async function untilLive(): Promise<number> {
  const { url, headers } = books;
  for (;;) {
    const answer = await fetch(`${url}${ORDER_BOOK}`, { headers });
    const venues = (await answer.json()) as { type: string }[];
    if (answer.ok && venues.length === VENUES && venues.every(({ type }) => type === 'FIRM')) break;
    await sleep(100);
  }
  const answer = await fetch(`${url}${AGGREGATED}?orderBookType=FIRM`, { headers });
  return (await answer.arrayBuffer()).byteLength;
}

async function measureRequests(): Promise<void> {
  const { rate, ratio } = await compareRates(async () => {
    books = await startServer('books', exchange.baseUrl);
    const constant = await startServer('constant', `${await untilLive()}`);
    return {
      ours: `${books.url}${AGGREGATED}?orderBookType=FIRM`,
      rival: `${constant.url}/constant`,
      headers: books.headers,
      close: async () => {
        constant.child.kill();
        await stopServer(books);
      },
    };
  });
  await exchange.control.pace({ tickEveryMs: 0 });
  report({ name: 'feed of the books, level updates', figure: updatesPerSecond, unit: '/s' });
  report({
    name: 'aggregated book over HTTP',
    figure: rate,
    unit: '/s',
    rival: 'constant buffer of its size, bare Fastify',
    ratio,
    target: '>= 0.35',
  });
}

/** Makes the exchange faster until the books have enough updates a second, and hardly more; gives how many they have. */
async function quicken(): Promise<number> {
  await untilLive();
  for (let tickEveryMs = 200; ;) {
    await exchange.control.pace({ tickEveryMs });
    const [before, startMs] = [await measured('quaestor_book_updates_total'), performance.now()];
    await sleep(1_000);
    const seconds = (performance.now() - startMs) / 1000;
    const rate = ((await measured('quaestor_book_updates_total')) - before) / seconds;
    if (rate >= UPDATES_PER_SECOND || tickEveryMs <= 1) return rate;
    tickEveryMs = Math.floor(tickEveryMs * Math.min(0.95, rate / UPDATES_PER_SECOND));
  }
}

/** The sum over all labels. */
async function measured(name: string): Promise<number> {
  const text = await (await fetch(books.metricsUrl)).text();
  const values = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}

async function measureStreams(): Promise<void> {
  await untilLive();
  const delaysMs: number[] = [];
  const responses: IncomingMessage[] = [];
  for (let index = 0; index < READERS; index++) {
    responses.push(await openStream((delayMs) => delaysMs.push(delayMs)));
  }
  await change(2 * CHANGES_PER_SECOND);
  delaysMs.length = 0;
  const before = await measured('process_resident_memory_bytes');
  await change(STREAM_SECONDS * CHANGES_PER_SECOND);
  const after = await measured('process_resident_memory_bytes');
  for (const response of responses) response.destroy();
  const sorted = delaysMs.toSorted((a, b) => a - b);
  report({
    name: `${READERS} stream readers, deliveries`,
    figure: sorted.length / STREAM_SECONDS,
    unit: '/s',
  });
  report({
    name: `${READERS} stream readers, p99 delivery`,
    figure: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    unit: 'ms',
    target: '<= 250',
  });
  report({
    name: `${READERS} stream readers, memory growth`,
    figure: Math.max(0, after - before) / 2 ** 20,
    unit: 'MiB',
    target: '<= 20',
  });
}

/** Tells how long after the exchange's own time of it each change arrives. */
async function openStream(onChange: (delayMs: number) => void): Promise<IncomingMessage> {
  const request = get(`${books.url}${AGGREGATED}/stream?orderBookType=FIRM`, {
    headers: books.headers,
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const mark = '"timestamp":"';
  response.on('data', (chunk: Buffer) => {
    if (!chunk.subarray(0, 13).equals(CHANGE)) return;
    const at = chunk.indexOf(mark) + mark.length;
    onChange(Date.now() - Date.parse(chunk.toString('latin1', at, at + 24)));
  });
  response.on('error', () => {});
  return response;
}

async function change(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const nextMs = performance.now() + 1000 / CHANGES_PER_SECOND;
    const bids: [string, string][] = [['60000.00', `${1 + (index % 9)}`]];
    await exchange.control.arrange(SYMBOL, { bids, asks: [['60001.00', '1']] });
    await sleep(Math.max(0, nextMs - performance.now()));
  }
}
