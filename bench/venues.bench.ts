import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pro, type Exchange } from 'ccxt';
import { stringify } from 'yaml';
import { imitationOf, keysOf, startLoopback } from '../src/trading/venues/testing/imitated.ts';
import {
  followRecording,
  IN_STREAM,
  optionsOf,
  recordStream,
  STREAMED,
  type Recording,
} from '../src/trading/venues/testing/streams.ts';
import { median, race, report } from './harness/measure.ts';

const SYMBOL = 'BTC/USDT';
const LEVELS = 400;
const CHANGES = 300;
/** Of one change. */
const LEVELS_CHANGED = 10;
const BOOKS = 200;
const STARTS = 3;
const MAIN = join(import.meta.dirname, '../dist/main.js');

type Client = ReturnType<Exchange['client']>;
/** What ccxt's streaming classes have in common. */
interface Streaming extends Exchange {
  handleMessage(client: Client, message: unknown): unknown;
}

for (const id of STREAMED) await raceBooks(id);
for (const id of ['kraken', 'okx']) measureMemory(id);
await measureStart();

/** The same messages, from their texts to the book: through our protocol and through ccxt's own handler. */
async function raceBooks(id: string): Promise<void> {
  const recording = recordStream(id, LEVELS, CHANGES);
  const rival = await streamingOf(id);
  await race({
    name: `book updates, ${id}`,
    operations: CHANGES * LEVELS_CHANGED,
    ours: () => {
      const { book, state } = followRecording(id, recording);
      const [bid, ask] = [book.bids.levels(1)[0], book.asks.levels(1)[0]];
      return [state, Number(bid?.price), Number(bid?.quantity), Number(ask?.price), Number(ask?.quantity)];
    },
    rivals: { "ccxt's handler": () => replay(id, rival, recording) },
    // Kraken's books keep the texts of numbers for a checksum, which ccxt does not verify.
    ...(id !== 'kraken' && { target: '>= 1' }),
  });
  await rival.close();
}

function replay(id: string, exchange: Streaming, { snapshot, messages }: Recording): unknown {
  const client = exchange.client('wss://exchange.example');
  delete exchange.orderbooks[SYMBOL];
  if (!IN_STREAM.has(id)) {
    const { bids, asks, sequence: nonce } = snapshot;
    const book = { bids: numbers(bids), asks: numbers(asks), nonce };
    exchange.orderbooks[SYMBOL] = exchange.orderBook(book, 1000);
  }
  for (const text of messages) exchange.handleMessage(client, JSON.parse(text));
  const { bids, asks } = exchange.orderbooks[SYMBOL] as unknown as Record<'bids' | 'asks', number[][]>;
  const [bid = [], ask = []] = [bids[0], asks[0]];
  return ['live', bid[0], bid[1], ask[0], ask[1]];
}

function numbers(side: Recording['snapshot']['bids']): number[][] {
  return side.map((level) => level.map(Number));
}

/** ccxt's streaming class with the markets of our imitation, and without a connection. */
async function streamingOf(id: string): Promise<Streaming> {
  const server = await startLoopback(imitationOf(id).dialect);
  const Class = (pro as unknown as Record<string, new (options: object) => Streaming>)[id];
  if (!Class) throw new Error(`ccxt does not stream ${id}.`);
  const { key: apiKey, secret, password } = keysOf(id);
  const exchange = new Class({ apiKey, secret, password, enableRateLimit: false, options: optionsOf(id) });
  exchange.fetchImplementation = async (url: string, request: RequestInit) => {
    const { pathname, search } = new URL(url);
    return fetch(new URL(pathname + search, `http://127.0.0.1:${server.port}`), request);
  };
  await exchange.loadMarkets();
  await server.goOffline();
  return exchange;
}

function measureMemory(id: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const recording = recordStream(id, LEVELS, CHANGES);
  collect();
  const before = process.memoryUsage().heapUsed;
  const followed = Array.from({ length: BOOKS }, () => followRecording(id, recording));
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / followed.length;
  report({ name: `memory of a followed book, ${id}, ${LEVELS} levels`, figure: bytes / 1024, unit: 'KiB' });
}

async function measureStart(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
  // Root runs the database as another account, which has to enter the folder.
  await chmod(data, 0o755);
  const venue = {
    code: 'okx',
    kind: 'ccxt',
    exchange: 'okx',
    credentials: 'env:OKX',
    url: 'http://127.0.0.1:1',
  };
  const figures: Record<'without' | 'with', number[]> = { without: [], with: [] };
  // The first start makes the database.
  await start(data, []);
  for (let round = 0; round < STARTS; round++) {
    figures.without.push(await start(data, []));
    figures.with.push(await start(data, [venue]));
  }
  await rm(data, { recursive: true, force: true });
  const [figure, rival] = [median(figures.with), median(figures.without)];
  report({
    name: 'start with a venue of ccxt',
    figure,
    unit: 'ms',
    rival: 'start without',
    ratio: figure / rival,
    target: '<= 2',
  });
}

async function start(data: string, venues: readonly object[]): Promise<number> {
  const config = join(data, 'quaestor.json');
  await writeFile(config, stringify({ secret: 'x'.repeat(32), venues }));
  const ports = ['--trading-port', '18180', '--metrics-port', '0', '--roles', 'trading'];
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, 'serve', '--config', config, '--data', data, ...ports], {
    env: { PATH: process.env['PATH'], OKX_KEY: 'key', OKX_SECRET: 'secret', OKX_PASSWORD: 'word' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  while (!said.includes('Press Ctrl-C')) {
    const isOver = await Promise.race([
      once(child.stderr, 'data').then(() => false),
      once(child, 'exit').then(() => true),
    ]);
    if (isOver) throw new Error(`It did not start:\n${said}`);
  }
  const elapsedMs = performance.now() - began;
  child.kill('SIGINT');
  if (child.exitCode === null) await once(child, 'exit');
  return elapsedMs;
}
