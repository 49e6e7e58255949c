import { plain } from '../testing/acceptance/calls.ts';
import { samplesWith } from '../testing/acceptance/samples.ts';
import { venueAcceptance, type VenueUnderTest } from '../testing/acceptance/suite.ts';
import { startBinance } from './testing/binance-server.ts';
import { connectBinance } from './testing/connect.ts';

const CAPABILITIES = [
  'balances',
  'withdrawals',
  'expiringWithdrawals',
  'findableWithdrawals',
  'books',
  'liveBooks',
] as const;

venueAcceptance('an exchange through ccxt', CAPABILITIES, async (): Promise<VenueUnderTest> => {
  const server = await startBinance();
  const connect = () => connectBinance(server.port);
  const venue = connect();
  return {
    venue,
    connect,
    samples: samplesWith({
      bids: [['59998.01000000', '0.30000000']],
      asks: [
        ['60001.01000000', '0.10000000'],
        ['60002.50000000', '0.25001000'],
      ],
    }),
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
