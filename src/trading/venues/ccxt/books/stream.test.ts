import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookFeed, FeedEvent, Venue } from '../../port/index.ts';
import { dialect as binance } from '../exchanges/binance/testing/server.ts';
import { connectTo } from '../testing/connect.ts';
import { IMITATIONS } from '../testing/imitations.ts';
import { startLoopback, textOf, type Dialect } from '../testing/loopback.ts';

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

/** The exchange that sends changes of another market, as one might after a mistake in its routing. */
const misrouting = (dialect: Dialect): Dialect => ({
  ...dialect,
  tell: (core, change) =>
    textOf(dialect.tell(core, change)).replaceAll('BTC', 'ETH').replaceAll('btc', 'eth'),
});

it.each(Object.entries(IMITATIONS))(
  'a book of %s ends as soon as a message names another market',
  async (id, { dialect }) => {
    const other = await startLoopback(misrouting(dialect));
    other.core.arrange([['59998.01', '0.30000000']], [['60001.01', '0.10000000']]);
    const exchange = connectTo(id, other.port);
    const events: FeedEvent[] = [];
    const reason = new Promise<string>((resolve) => {
      exchange.books?.open('BTC-USDT', (event) => {
        events.push(event);
        if (event.type === 'snapshot') other.core.stir();
        if (event.type === 'disconnected') resolve(event.reason);
      });
    });
    expect(await reason).toMatch(/^The venue sent the book of \S*ETH\S* in place of \S*BTC\S*\.$/i);
    expect(events.map(({ type }) => type)).not.toContain('change');
    await exchange.close();
    await other.goOffline();
  },
);

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
