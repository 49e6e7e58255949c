import type { Profile } from '../profile.ts';
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';

/** By ccxt's id of the exchange. */
export const PROFILES: Readonly<Record<string, Profile>> = { binance, bybit, kraken, okx };
