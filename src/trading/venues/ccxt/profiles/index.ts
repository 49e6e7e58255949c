import type { Profile } from '../profile.ts';
import { binance } from './binance.ts';
import { bitget } from './bitget.ts';
import { bybit } from './bybit.ts';
import { coinbase } from './coinbase.ts';
import { gate } from './gate.ts';
import { kraken } from './kraken.ts';
import { kucoin } from './kucoin.ts';
import { okx } from './okx.ts';

/** By ccxt's id of the exchange. */
export const PROFILES: Readonly<Record<string, Profile>> = {
  binance,
  bitget,
  bybit,
  coinbase,
  gate,
  kraken,
  kucoin,
  okx,
};
