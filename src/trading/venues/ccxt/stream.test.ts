import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookFeed, FeedEvent, Venue } from '../port.ts';
import { dialect as binance } from './exchanges/binance/testing/server.ts';
import { connectTo } from './testing/connect.ts';
import { startLoopback } from './testing/loopback.ts';

let server: Awaited<ReturnType<typeof startLoopback>>;
let venue: Venue;
beforeAll(async () => {
  server = await startLoopback(binance);
  venue = connectTo('binance', server.port);
});
afterAll(async () => {
  await venue.close();
  await server.goOffline();
});

function open(onEvent: (event: FeedEvent) => void = () => {}): BookFeed {
  if (!venue.books) throw new Error('The venue has no books.');
  return venue.books.open('BTC-USDT', onEvent);
}

it('a feed that is closed leaves no connection behind, also one that had not come about', async () => {
  open().close();
  let feed: BookFeed | undefined;
  await new Promise<void>((resolve) => {
    feed = open(({ type }) => type === 'snapshot' && resolve());
  });
  expect(server.streams()).toBe(1);
  feed?.close();
  await expect.poll(() => server.streams()).toBe(0);
});
