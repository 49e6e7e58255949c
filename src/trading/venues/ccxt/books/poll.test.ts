import { bitstamp } from 'ccxt';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../kernel/index.ts';
import { capabilitiesOf } from '../../capabilities.ts';
import type { FeedEvent, Venue } from '../../port/index.ts';
import { ccxtVenue } from '../adapter.ts';
import { recordRequests } from '../testing/recorder.ts';
import { openTransport } from '../transport/transport.ts';

const MARKET = {
  id: 'btcusd',
  symbol: 'BTC/USD',
  base: 'BTC',
  quote: 'USD',
  baseId: 'BTC',
  quoteId: 'USD',
  type: 'spot',
  spot: true,
  active: true,
};

/** An exchange without a profile, whose only market has this book. */
function venueWith(books: readonly object[]): Venue {
  let asked = 0;
  const { connection } = recordRequests(() => ({ body: books[Math.min(asked++, books.length - 1)] }));
  return ccxtVenue({
    code: 'bitstamp',
    account: 'MAIN',
    clock: systemClock,
    create() {
      const exchange = new bitstamp({ enableRateLimit: false });
      exchange.setMarkets([exchange.extend(exchange.safeMarketStructure(), MARKET)] as never);
      return exchange;
    },
    profile: undefined,
    transport: openTransport(() => new Date(), connection),
  });
}

async function eventsOf(venue: Venue, symbol: string, count: number): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  await new Promise<void>((resolve) => {
    const feed = venue.books?.open(symbol, (event) => {
      events.push(event);
      if (events.length === count || event.type === 'disconnected') resolve();
      else if (event.type === 'snapshot') queueMicrotask(() => feed?.refresh());
    });
  });
  await venue.close();
  return events;
}

it('an exchange without a profile says that it offers balances, withdrawals and polled books only', async () => {
  const venue = venueWith([]);
  expect(capabilitiesOf(venue)).toEqual(['balances', 'withdrawals', 'books']);
  await venue.close();
});

it('polled books are whole, in the exchange’s own texts, best first and numbered by ourselves', async () => {
  const microtimestamp = '1767614400000000';
  const bids = [
    ['9.10', '0.1234567890123456789'],
    ['10.00', '1.00000000'],
  ];
  const asks = [
    ['100.5', '2'],
    ['11.000', '3.10'],
  ];
  const events = await eventsOf(
    venueWith([
      { microtimestamp, bids, asks },
      { microtimestamp, bids: [], asks },
    ]),
    'BTC-USD',
    3,
  );
  expect(events).toMatchObject([
    { type: 'connected' },
    { type: 'snapshot', sequence: 1, bids: bids.toReversed(), asks: asks.toReversed() },
    { type: 'snapshot', sequence: 2, bids: [], asks: asks.toReversed() },
  ]);
});

it('a polled book of an unknown symbol ends with the reason', async () => {
  expect(await eventsOf(venueWith([{}]), 'NO-SUCH', 1)).toEqual([
    { type: 'disconnected', reason: 'The venue has no market NO-SUCH.' },
  ]);
});
