import type { Samples } from './venue-under-test.ts';

/** What both venues of the tests take; the levels of the book are written as each venue writes them. */
export const samplesWith = (levels: Pick<Samples['market'], 'bids' | 'asks'>): Samples => ({
  withdrawal: {
    asset: 'ETH',
    amount: '1.234567890123456789',
    fee: '0.0005',
    destination: {
      kind: 'blockchain',
      network: 'ETHEREUM',
      address: `0x${'ab'.repeat(20)}`,
      alias: 'cold-wallet',
    },
  },
  refusedAmount: '0.000000000000000001',
  failureReason: 'The address is blocked.',
  market: {
    symbol: 'BTC-USDT',
    base: 'BTC',
    counter: 'USDT',
    restingPrice: '59000.25',
    quantity: '0.01000',
    soonestDeadlineMs: 250,
    minNotional: '0',
    ...levels,
  },
});
