import { BTC, ETH, EUR, SOL, TRX, USDC, USDT, XRP } from './assets.ts';
import { markets, type Profile } from './profile.ts';

/** Large and quick: fine ticks, deep books, low fees. */
export const aurora: Profile = {
  terms: {
    displayName: 'Aurora Exchange',
    account: { code: 'MAIN', makerFee: '0.0008', takerFee: '0.0010' },
    assets: [BTC, ETH, SOL, XRP, TRX, USDT, USDC, EUR],
    markets: markets(
      { depth: 40, spacingPpm: 40 },
      {
        'BTC-USDT': { tickSize: '0.01', lotSize: '0.00001', minSize: '0.0001', levelValue: '9000' },
        'ETH-USDT': { tickSize: '0.01', lotSize: '0.0001', minSize: '0.001', levelValue: '7000' },
        'SOL-USDT': { tickSize: '0.01', lotSize: '0.001', minSize: '0.01', levelValue: '4000' },
        'XRP-USDT': { tickSize: '0.0001', lotSize: '0.1', minSize: '10', levelValue: '3000' },
        'TRX-USDT': { tickSize: '0.00001', lotSize: '1', minSize: '50', levelValue: '2000' },
        'ETH-BTC': { tickSize: '0.00001', lotSize: '0.0001', minSize: '0.001', levelValue: '5000' },
        'BTC-EUR': { tickSize: '0.01', lotSize: '0.00001', minSize: '0.0001', levelValue: '5000' },
        'USDC-USDT': { tickSize: '0.0001', lotSize: '0.01', minSize: '5', levelValue: '20000' },
      },
    ),
  },
  pace: {
    latencyMs: 3,
    withdrawalDelayMs: 4_000,
    tickEveryMs: 250,
  },
};
