/** The exchange names ways to deposit instead of networks: asset to ccxt's code of a network to its name. */
const METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BTC: { BTC: 'Bitcoin' },
  ETH: { ETH: 'Ether (Hex)' },
  SOL: { SOL: 'Solana' },
  TRX: { TRX: 'Tron' },
  USDT: { ETH: 'Tether USD (ERC20)', TRX: 'Tether USD (TRC20)' },
  XRP: { XRP: 'Ripple XRP' },
};

export const methodOf = (asset: string, networkId: string): string | undefined => METHODS[asset]?.[networkId];

/** Undefined where the name is none of these. */
export const networkOf = (method: string | undefined): string | undefined =>
  Object.values(METHODS)
    .flatMap((own) => Object.entries(own))
    .find(([, name]) => name === method)?.[0];
