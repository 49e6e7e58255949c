/** What the exchange calls the networks, by ccxt's codes. */
export const NETWORKS: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  SOL: 'solana',
  XRP: 'ripple',
  BASE: 'base',
  MATIC: 'polygon',
  ARBITRUM: 'arbitrum',
  OPTIMISM: 'optimism',
};

/** Undefined where it is called none of these. */
export const networkOf = (name: string | undefined): string | undefined =>
  Object.entries(NETWORKS).find(([, own]) => own === name)?.[0];
