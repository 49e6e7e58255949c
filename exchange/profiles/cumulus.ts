import { BTC, ETH, SOL, TRON_WITH_FEE, TRX, USDC, USDT, XRP, XRPL_WITH_TAG } from './assets.ts';
import { markets, type Profile } from './profile.ts';

/** Small and far away: wide grids, thin books, slow answers. */
export const cumulus: Profile = {
  terms: {
    displayName: 'Cumulus Digital',
    account: { code: 'MAIN', makerFee: '0.0010', takerFee: '0.0015', feeIn: 'received' },
    assets: [
      { ...BTC, minWithdrawal: '0.001', openingBalance: '8' },
      { ...ETH, precision: 8, openingBalance: '120' },
      SOL,
      { ...XRP, networks: [XRPL_WITH_TAG] },
      { ...TRX, networks: [TRON_WITH_FEE] },
      { ...USDT, openingBalance: '750000' },
      USDC,
    ],
    markets: markets(
      { depth: 15, spacingPpm: 150 },
      {
        'BTC-USDT': {
          tickSize: '0.5',
          lotSize: '0.0001',
          minSize: '0.0005',
          minNotional: '50',
          levelValue: '4000',
        },
        'ETH-USDT': {
          tickSize: '0.05',
          lotSize: '0.001',
          minSize: '0.01',
          minNotional: '50',
          levelValue: '3000',
        },
        'SOL-USDT': {
          tickSize: '0.05',
          lotSize: '0.01',
          minSize: '0.1',
          minNotional: '20',
          levelValue: '1500',
        },
        'XRP-USDT': { tickSize: '0.0005', lotSize: '1', minSize: '20', levelValue: '1000' },
        'TRX-USDT': { tickSize: '0.0001', lotSize: '10', minSize: '100', levelValue: '800' },
        'BTC-USDC': { tickSize: '0.5', lotSize: '0.0001', minSize: '0.0005', levelValue: '3000' },
        'ETH-BTC': { tickSize: '0.00005', lotSize: '0.001', minSize: '0.01', levelValue: '2000' },
      },
    ),
  },
  pace: {
    latencyMs: 40,
    withdrawalDelayMs: 15_000,
    tickEveryMs: 1_000,
  },
};
