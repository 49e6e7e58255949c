/** What the exchange calls the networks, by ccxt's codes. */
export const NETWORKS: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  SOL: 'solana',
  XRP: 'xrpl',
};

export const networkOf = (name: string | undefined): string | undefined =>
  Object.entries(NETWORKS).find(([, own]) => own === name)?.[0];
