import type { AssetTerms } from '../engine/terms.ts';
import type { Profile } from '../profiles/index.ts';

export type { Profile };

const coin: Omit<AssetTerms, 'code' | 'value'> = {
  precision: 8,
  minWithdrawal: '0.001',
  openingBalance: '1000',
  networks: [{ code: 'BITCOIN', addressFormat: 'bitcoin', tag: 'none' }],
  volatilityPpm: 100,
};

/** Nothing moves by itself, and withdrawals wait until a test settles them. */
export const stillProfile: Profile = {
  terms: {
    displayName: 'Still',
    account: { code: 'MAIN', makerFee: '0.0008', takerFee: '0.0010' },
    assets: [
      { ...coin, code: 'BTC', value: '60000' },
      {
        ...coin,
        code: 'ETH',
        value: '3000',
        precision: 18,
        networks: [{ code: 'ETHEREUM', addressFormat: 'evm', tag: 'none' }],
      },
      {
        ...coin,
        code: 'XRP',
        value: '0.5',
        precision: 6,
        networks: [{ code: 'XRPL', addressFormat: 'xrpl', tag: 'required' }],
      },
      {
        ...coin,
        code: 'USDT',
        value: '1',
        precision: 6,
        openingBalance: '1000000',
        networks: [{ code: 'TRON', addressFormat: 'tron', tag: 'none' }],
        volatilityPpm: 0,
      },
      {
        ...coin,
        code: 'EUR',
        value: '1.08',
        precision: 2,
        minWithdrawal: '1',
        networks: [{ code: 'SEPA', addressFormat: 'alias', tag: 'none' }],
        volatilityPpm: 0,
      },
    ],
    markets: [
      {
        base: 'BTC',
        counter: 'USDT',
        tickSize: '0.01',
        lotSize: '0.00001',
        minSize: '0.0001',
        depth: 20,
        spacingPpm: 50,
        levelValue: '5000',
      },
      {
        base: 'ETH',
        counter: 'BTC',
        tickSize: '0.000000000000000001',
        lotSize: '0.000001',
        minSize: '0.001',
        depth: 10,
        spacingPpm: 100,
        levelValue: '2000',
      },
    ],
  },
  pace: { latencyMs: 0, withdrawalDelayMs: 3_600_000, tickEveryMs: 0 },
};

/** The same, but withdrawals must say who receives them. */
export const asking: Profile = {
  ...stillProfile,
  terms: {
    ...stillProfile.terms,
    account: {
      ...stillProfile.terms.account,
      asksBeneficiary: { providers: [{ id: 'MRDN', name: 'Meridian Exchange' }] },
    },
  },
};

const WITHDRAWAL_FEE = '0.0005';

/** The same with fees of trades in the given asset, and fees of withdrawals of the given kind. */
export const charging = (feeIn: 'counter' | 'received', withdrawalFees: 'on top' | 'inside'): Profile => {
  const { terms, pace } = stillProfile;
  const assets = terms.assets.map((asset) => ({
    ...asset,
    networks: asset.networks.map((network) =>
      network.addressFormat === 'alias' ? network : { ...network, withdrawalFee: WITHDRAWAL_FEE },
    ),
  }));
  return { pace, terms: { ...terms, assets, account: { ...terms.account, feeIn, withdrawalFees } } };
};
