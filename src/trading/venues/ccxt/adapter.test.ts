import { Agent } from 'node:http';
import { pro, type Exchange } from 'ccxt';
import { systemClock } from '../../../kernel/index.ts';
import type { Venue } from '../port.ts';
import { plain } from '../testing/acceptance/calls.ts';
import { venueAcceptance, type VenueUnderTest } from '../testing/acceptance/suite.ts';
import { ccxtVenue } from './adapter.ts';
import { binance } from './binance.ts';
import { KEYS, startBinance } from './testing/binance-server.ts';

/** The library itself, with every address turned to this machine. */
function binanceAt(port: number): Exchange {
  const exchange = new pro.binance({
    apiKey: KEYS.key,
    secret: KEYS.secret,
    enableRateLimit: false,
    options: { ...binance.options },
  });
  // For addresses without TLS the library wants one.
  exchange.httpAgent = new Agent();
  const local = (url: string): string =>
    url
      .replace(/^http.*?\/\/[^/]+/, `http://127.0.0.1:${port}`)
      .replace(/^ws.*?\/\/[^/]+/, `ws://127.0.0.1:${port}`);
  const turn = (node: unknown): unknown =>
    typeof node === 'string'
      ? local(node)
      : Object.fromEntries(Object.entries(node as object).map(([name, value]) => [name, turn(value)]));
  exchange.urls['api'] = turn(exchange.urls['api']) as never;
  return exchange;
}

venueAcceptance('an exchange through ccxt', async (): Promise<VenueUnderTest> => {
  const server = await startBinance();
  const connect = (): Venue =>
    ccxtVenue({
      code: 'binance',
      account: 'MAIN',
      clock: systemClock,
      create: () => binanceAt(server.port),
      traits: binance,
    });
  const venue = connect();
  return {
    venue,
    connect,
    samples: {
      withdrawal: {
        asset: 'ETH',
        amount: '1.234567890123456789',
        destination: { kind: 'blockchain', network: 'ETHEREUM', address: `0x${'ab'.repeat(20)}` },
      },
      refusedAmount: '0.000000000000000001',
      market: {
        symbol: 'BTC-USDT',
        base: 'BTC',
        counter: 'USDT',
        bids: [['59998.01000000', '0.30000000']],
        asks: [
          ['60001.01000000', '0.10000000'],
          ['60002.50000000', '0.25001000'],
        ],
        restingPrice: '59000.25',
        quantity: '0.01000',
      },
    },
    truth: {
      transfers: async (reference) =>
        server.withdrawals
          .filter(({ withdrawOrderId }) => withdrawOrderId === reference)
          .map(({ coin, amount }) => ({ asset: coin, amount: plain(amount) })),
      orders: async () => [],
      balance: async (asset) => ({
        available: plain(server.balances.get(asset)?.toString() ?? ''),
        locked: '0',
        withdrawing: plain(server.held(asset)),
      }),
      book: async () => server.book(),
      arrange: async (_symbol, bids, asks) => server.arrange(bids, asks),
      stir: async () => server.stir(),
      complete: async (reference) => server.complete(reference),
      fail: async (reference, reason) => server.fail(reference, reason),
    },
    faults: {
      dropAnswer: async (operation) => server.strike(operation, { type: 'drop' }),
      lose: async (operation) => server.strike(operation, { type: 'lose' }),
      fail: async (operation) => server.strike(operation, { type: 'fail' }),
      garble: async (operation) => server.strike(operation, { type: 'garble' }),
      delay: async (operation, ms) => server.strike(operation, { type: 'delay', ms }),
      goOffline: () => server.goOffline(),
      goOnline: () => server.goOnline(),
    },
    async stop() {
      await venue.close();
      await server.goOffline();
    },
  };
});
