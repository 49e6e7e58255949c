import type { VenueNetwork } from '../port/index.ts';

/** Our networks, by the codes that ccxt has for them. One that is not here is not offered. */
const NETWORKS: Readonly<Record<string, VenueNetwork>> = {
  BTC: { code: 'BITCOIN', addressFormat: 'bitcoin', tag: 'none' },
  ...evm('ETHEREUM', 'ETH', 'ERC20'),
  ...evm('BSC', 'BSC', 'BEP20'),
  ...evm('POLYGON', 'MATIC', 'POLYGON'),
  ...evm('ARBITRUM', 'ARBITRUM', 'ARBONE', 'ARB'),
  ...evm('OPTIMISM', 'OPTIMISM', 'OP'),
  ...evm('AVALANCHE', 'AVAXC'),
  ...evm('BASE', 'BASE'),
  SOL: { code: 'SOLANA', addressFormat: 'solana', tag: 'none' },
  TRX: { code: 'TRON', addressFormat: 'tron', tag: 'none' },
  TRC20: { code: 'TRON', addressFormat: 'tron', tag: 'none' },
  XRP: { code: 'XRPL', addressFormat: 'xrpl', tag: 'optional' },
};

function evm(code: string, ...names: string[]): Record<string, VenueNetwork> {
  const network: VenueNetwork = { code, addressFormat: 'evm', tag: 'none' };
  return Object.fromEntries(names.map((name) => [name, network]));
}

/** Our network behind a code of ccxt. Other assets than BTC on Bitcoin are tokens such as those of Omni: not offered. */
export const networkOf = (ccxtCode: string, asset: string): VenueNetwork | undefined =>
  ccxtCode === 'BTC' && asset !== 'BTC' ? undefined : NETWORKS[ccxtCode];
