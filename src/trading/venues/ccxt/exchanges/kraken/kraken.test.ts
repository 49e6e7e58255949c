import { afterEach, expect, it } from 'vitest';
import type { BookLevel, FeedEvent } from '../../../port/index.ts';
import { present } from '../../../testing/acceptance/calls.ts';
import { connectTo } from '../../testing/connect.ts';
import { startLoopback, textOf, type Dialect } from '../../testing/loopback.ts';
import { books } from './books.ts';
import { ASSETS, PAIRS } from './testing/published.ts';
import { dialect } from './testing/server.ts';

type Snapshot = Extract<FeedEvent, { type: 'snapshot' }>;

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

/** The first book of a market. */
async function firstBook(own: Dialect, symbol: string, bid: BookLevel): Promise<Snapshot> {
  const server = await startLoopback(own);
  server.core.arrange([bid], [['60001.01', '0.10000000']]);
  const venue = connectTo('kraken', server.port);
  stop = () => Promise.all([venue.close(), server.goOffline()]);
  return new Promise((resolve, reject) => {
    present(venue.books).open(symbol, (event) => {
      if (event.type === 'snapshot') resolve(event);
      if (event.type === 'disconnected') reject(new Error(event.reason));
    });
  });
}

const coin = (altname: string) => ({ ...ASSETS.USDT, altname });
const pair = (base: string) => ({
  ...PAIRS.XBTUSDT,
  altname: `${base}USD`,
  wsname: `${base}/USD`,
  base,
  quote: 'ZUSD',
});
const TWINS = { LUNA: 'LUNA2', REP: 'REPV2', USTC: 'UST' };
const COINS = ['LUNA', 'LUNA2', 'REP', 'REPV2', 'UST'];

/** With coins that ccxt calls by other names than Kraken. */
const twins = (heard: string[]): Dialect => ({
  ...dialect,
  answer(core, request) {
    const coins = Object.fromEntries(COINS.map((name) => [name, coin(name)]));
    const pairs = Object.fromEntries(COINS.map((name) => [`${name}USD`, pair(name)]));
    if (request.path === '/0/public/Assets')
      return { body: { error: [], result: { ...ASSETS, ...coins, ZUSD: coin('USD') } } };
    if (request.path === '/0/public/AssetPairs')
      return { body: { error: [], result: { ...PAIRS, ...pairs } } };
    return dialect.answer(core, request);
  },
  hear(core, message) {
    const { params } = JSON.parse(message) as { params: { symbol: [string] } };
    const [name] = params.symbol;
    heard.push(name);
    const replies = dialect.hear(core, message.replace(name, 'BTC/USDT'));
    return replies.map((reply) => textOf(reply).replaceAll('BTC/USDT', name));
  },
});

it.each(Object.entries(TWINS))('the book of %s is that of %s, which our orders trade', async (code, name) => {
  const heard: string[] = [];
  const { bids } = await firstBook(twins(heard), `${code}-USD`, ['59998.01', '0.30000000']);
  expect(heard).toEqual([`${name}/USD`]);
  expect(bids).toEqual([['59998.01', '0.30000000']]);
});

const small = (message: object | string): string => textOf(message).replaceAll('0.00000001', '1e-8');

it('a quantity that is written with an exponent counts as its plain digits, also in the checksum', async () => {
  const own: Dialect = { ...dialect, hear: (core, message) => dialect.hear(core, message).map(small) };
  const { bids, asks, checksum } = await firstBook(own, 'BTC-USDT', ['59998.01', '0.00000001']);
  expect(bids).toEqual([['59998.01', '0.00000001']]);
  expect(present(books.checksum).of(bids, asks)).toBe(checksum);
});
