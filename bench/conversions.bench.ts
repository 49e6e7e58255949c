import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { loadConfig } from '../src/config/index.ts';
import { Decimal, newTraceId, systemClock, type Context } from '../src/kernel/index.ts';
import { openDatabase } from '../src/process/index.ts';
import type { Db } from '../src/platform/postgres/index.ts';
import { conversionEndpoints, type MarketAccess } from '../src/trading/conversions/index.ts';
import { Book, type Listing } from '../src/trading/order-book/index.ts';
import { unknown, type Venue } from '../src/trading/venues/index.ts';
import { median, report } from './harness/measure.ts';

const [VENUES, LEVELS] = [5, 1_000];
const ROWS = 1_000_000;
const ROUNDS = 30;

const never = () => Promise.resolve(unknown('It is not called.'));
const venueOf = (code: string): Venue => ({
  code,
  describe: never,
  orders: {
    isIdempotent: true,
    types: ['ioc', 'post-only'],
    honoursDeadline: true,
    place: never,
    cancel: never,
    trades: never,
    find: never,
  },
  books: {
    isPolled: false,
    heartbeatEveryMs: 1_000,
    open: () => ({ refresh: () => {}, close: () => {} }),
  },
  close: () => Promise.resolve(),
});

/** Full books whose levels interleave, with fees and lots of their own. */
function listingOf(index: number): Listing {
  const book = new Book(LEVELS);
  const level = (position: number, sign: number): [string, string] => [
    (60_000 + sign * (position * 0.5 + 0.01 * index + 0.01)).toFixed(2),
    (0.01 + ((position * 7 + index) % 50) / 100).toFixed(5),
  ];
  book.load({
    bids: Array.from({ length: LEVELS }, (_, position) => level(position, -1)),
    asks: Array.from({ length: LEVELS }, (_, position) => level(position, 1)),
    timestampMs: 1,
  });
  return {
    venue: `venue${index}`,
    account: 'MAIN',
    tickSize: Decimal.parse('0.01'),
    makerFee: Decimal.parse('0.0008'),
    takerFee: Decimal.of(BigInt(10 + index), 4),
    feeIn: 'counter',
    isLive: true,
    isOpenForTrading: true,
    book,
  };
}

const listings = Array.from({ length: VENUES }, (_, index) => listingOf(index));
const access: MarketAccess = {
  markets: { listed: () => new Map([['BTC-USDT', VENUES]]), find: () => ({ listings }) },
  venues: {
    list: async () =>
      listings.map(({ venue }, index) => ({
        venue: venueOf(venue),
        trading: 'live' as const,
        description: {
          name: venue,
          accounts: [],
          assets: [],
          symbols: [
            {
              code: 'BTC-USDT',
              tickSize: Decimal.parse('0.01'),
              lotSize: Decimal.parse(index % 2 === 0 ? '0.00001' : '0.0001'),
              minSize: Decimal.parse('0.0005'),
              minNotional: Decimal.parse('5'),
            },
          ],
        },
      })),
  },
};

const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
await chmod(data, 0o755);
const opened = await openDatabase(loadConfig({ env: {}, flags: { data } }), { own: true, say: () => {} });
const { db, url } = opened.database;
const hand = postgres(url, { max: 2 });
const context: Context<Db> = {
  actor: { kind: 'client', id: 'bench', tenant: 'default', scopes: new Set() },
  clock: systemClock,
  db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};
const endpoints = conversionEndpoints(access, { bound: 'default', maxSlippageBps: 100 });

async function call<Body>(operation: string, query: object, body?: object): Promise<Body> {
  const found = endpoints.find((endpoint) => endpoint.operation === operation);
  if (!found) throw new Error(`${operation} is gone.`);
  const answer = await found.handle(context, { params: {}, query, body, headers: {}, ip: '' });
  return answer.body as Body;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

const WISHES = {
  'sell a third of the books': { from: { asset: 'BTC', amount: '430.12345' }, to: { asset: 'USDT' } },
  'spend an amount': { from: { asset: 'USDT', amount: '25000000' }, to: { asset: 'BTC' } },
  'buy an amount': { from: { asset: 'USDT' }, to: { asset: 'BTC', amount: '430.12345' } },
};
for (const [name, wish] of Object.entries(WISHES)) {
  const estimate = () =>
    call<{ missing: string }>('estimateConversion', {}, { reference: 'r', executor: 'MARKET', ...wish });
  for (let round = 0; round < 5 * ROUNDS; round++) await estimate();
  const times: number[] = [];
  for (let round = 0; round < 5 * ROUNDS; round++) times.push(await timed(estimate));
  report({
    name: `estimate over 5 x 1,000 levels: ${name}`,
    figure: median(times),
    unit: 'ms',
    target: '<= 2',
  });
}

await hand`
  insert into conversion (id, tenant, reference, status, executor, from_asset, to_asset, from_amount, to_amount,
    fixed_side, fixed_amount, path, allowed_venues, venues, requested_by, leg, round, fruitless, created_at, updated_at)
  select gen_random_uuid(), 'default', 'r' || n,
    (array['COMPLETED','COMPLETED','COMPLETED','FAILED','CANCELLED','SIMULATED'])[1 + n % 6], 'MARKET',
    (array['BTC','ETH','SOL','XRP','EUR'])[1 + n % 5], 'USDT', n, n, 'from', n, '{BTC,USDT}', '{}',
    array['venue' || n % 3], 'bench', 0, 0, 0, now() - n * interval '1 second', now()
  from generate_series(1, ${ROWS}::int) as n`;
await hand`vacuum analyze conversion`;

const byFilter = () =>
  call<{ totalElements: number; content: { id: string }[] }>('listConversions', {
    q: 'status:COMPLETED AND fromAsset:BTC',
  });
const byHand = () =>
  Promise.all([
    hand<{ count: string }[]>`
      select count(*) from conversion where tenant = 'default' and status = 'COMPLETED' and from_asset = 'BTC'`,
    hand<{ id: string }[]>`
      select * from conversion where tenant = 'default' and status = 'COMPLETED' and from_asset = 'BTC'
      order by created_at desc, id desc limit 20`,
  ]);
const [page, [[count], rows]] = await Promise.all([byFilter(), byHand()]);
const isSame =
  page.totalElements === Number(count?.count) &&
  page.content.every(({ id }, index) => id === rows[index]?.id);
if (!isSame || page.content.length !== 20) throw new Error('The filter and the hand-written SQL differ.');
const times: { ours: number[]; hand: number[] } = { ours: [], hand: [] };
for (let round = 0; round < ROUNDS; round++) {
  times.hand.push(await timed(byHand));
  times.ours.push(await timed(byFilter));
}
report({
  name: 'status:COMPLETED AND fromAsset:BTC of 1,000,000',
  figure: median(times.ours),
  unit: 'ms',
  rival: 'hand-written SQL',
  ratio: median(times.ours) / median(times.hand),
  target: '<= 3',
});

await hand.end();
await opened.close();
await rm(data, { recursive: true, force: true });
