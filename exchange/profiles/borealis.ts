import { BTC, ETH, EUR, SOL, USD, USDC, XRP } from './assets.ts';
import { markets, type Profile } from './profile.ts';
import { PROVIDERS } from './providers.ts';

/** A regulated venue with bank money, which must know who receives withdrawals: coarser ticks, dearer, slower. */
export const borealis: Profile = {
  terms: {
    displayName: 'Borealis Markets',
    account: {
      code: 'MAIN',
      makerFee: '0.0016',
      takerFee: '0.0026',
      asksBeneficiary: { providers: PROVIDERS },
    },
    assets: [{ ...BTC, minWithdrawal: '0.0002' }, ETH, SOL, XRP, { ...USDC, minWithdrawal: '25' }, EUR, USD],
    markets: markets(
      { depth: 25, spacingPpm: 80 },
      {
        'BTC-USD': { tickSize: '0.1', lotSize: '0.00000001', minSize: '0.0001', levelValue: '12000' },
        'ETH-USD': { tickSize: '0.01', lotSize: '0.00000001', minSize: '0.002', levelValue: '8000' },
        'SOL-USD': { tickSize: '0.01', lotSize: '0.000001', minSize: '0.02', levelValue: '3000' },
        'XRP-USD': { tickSize: '0.00001', lotSize: '0.000001', minSize: '10', levelValue: '3000' },
        'BTC-EUR': { tickSize: '0.1', lotSize: '0.00000001', minSize: '0.0001', levelValue: '8000' },
        'ETH-EUR': { tickSize: '0.01', lotSize: '0.00000001', minSize: '0.002', levelValue: '5000' },
        'USDC-USD': { tickSize: '0.0001', lotSize: '0.000001', minSize: '5', levelValue: '20000' },
        'EUR-USD': { tickSize: '0.00001', lotSize: '0.01', minSize: '10', levelValue: '15000' },
      },
    ),
  },
  pace: {
    latencyMs: 15,
    withdrawalDelayMs: 9_000,
    tickEveryMs: 500,
  },
};
