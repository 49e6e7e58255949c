import type { AssetTerms, NetworkTerms } from '../engine/terms.ts';

const BITCOIN: NetworkTerms = { code: 'BITCOIN', addressFormat: 'bitcoin', tag: 'none' };
const ETHEREUM: NetworkTerms = { code: 'ETHEREUM', addressFormat: 'evm', tag: 'none' };
const SOLANA: NetworkTerms = { code: 'SOLANA', addressFormat: 'solana', tag: 'none' };
const TRON: NetworkTerms = { code: 'TRON', addressFormat: 'tron', tag: 'none' };
const XRPL: NetworkTerms = { code: 'XRPL', addressFormat: 'xrpl', tag: 'optional' };
const SEPA: NetworkTerms = { code: 'SEPA', addressFormat: 'alias', tag: 'none' };
const WIRE: NetworkTerms = { code: 'WIRE', addressFormat: 'alias', tag: 'none' };

/** What the exchanges have in common; each profile chooses from these and changes what differs. */
export const BTC: AssetTerms = {
  code: 'BTC',
  precision: 8,
  minWithdrawal: '0.0005',
  openingBalance: '25',
  networks: [BITCOIN],
  value: '64000',
  volatilityPpm: 100,
};

export const ETH: AssetTerms = {
  code: 'ETH',
  precision: 18,
  minWithdrawal: '0.01',
  openingBalance: '400',
  networks: [ETHEREUM],
  value: '3200',
  volatilityPpm: 130,
};

export const SOL: AssetTerms = {
  code: 'SOL',
  precision: 9,
  minWithdrawal: '0.1',
  openingBalance: '5000',
  networks: [SOLANA],
  value: '150',
  volatilityPpm: 180,
};

export const XRP: AssetTerms = {
  code: 'XRP',
  precision: 6,
  minWithdrawal: '20',
  openingBalance: '500000',
  networks: [XRPL],
  value: '0.55',
  volatilityPpm: 160,
};

export const TRX: AssetTerms = {
  code: 'TRX',
  precision: 6,
  minWithdrawal: '30',
  openingBalance: '2000000',
  networks: [TRON],
  value: '0.13',
  volatilityPpm: 140,
};

export const USDT: AssetTerms = {
  code: 'USDT',
  precision: 6,
  minWithdrawal: '10',
  openingBalance: '2000000',
  networks: [ETHEREUM, TRON],
  value: '1',
  volatilityPpm: 1,
};

export const USDC: AssetTerms = {
  code: 'USDC',
  precision: 6,
  minWithdrawal: '10',
  openingBalance: '1500000',
  networks: [ETHEREUM, SOLANA],
  value: '1',
  volatilityPpm: 1,
};

export const EUR: AssetTerms = {
  code: 'EUR',
  precision: 2,
  minWithdrawal: '50',
  openingBalance: '1000000',
  networks: [SEPA],
  value: '1.08',
  volatilityPpm: 15,
};

export const USD: AssetTerms = {
  code: 'USD',
  precision: 2,
  minWithdrawal: '50',
  openingBalance: '1000000',
  networks: [WIRE],
  value: '1',
  volatilityPpm: 0,
};

/** The demo's smallest exchange charges for it. */
export const TRON_WITH_FEE: NetworkTerms = { ...TRON, withdrawalFee: '1' };
export const XRPL_WITH_TAG: NetworkTerms = { ...XRPL, tag: 'required' };
