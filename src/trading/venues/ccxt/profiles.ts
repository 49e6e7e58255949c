import { profile as binance } from './exchanges/binance/profile.ts';
import { profile as bitget } from './exchanges/bitget/profile.ts';
import { profile as bitstamp } from './exchanges/bitstamp/profile.ts';
import { profile as bybit } from './exchanges/bybit/profile.ts';
import { profile as coinbase } from './exchanges/coinbase/profile.ts';
import { profile as cryptocom } from './exchanges/cryptocom/profile.ts';
import { profile as gate } from './exchanges/gate/profile.ts';
import { profile as htx } from './exchanges/htx/profile.ts';
import { profile as kraken } from './exchanges/kraken/profile.ts';
import { profile as kucoin } from './exchanges/kucoin/profile.ts';
import { profile as mexc } from './exchanges/mexc/profile.ts';
import { profile as okx } from './exchanges/okx/profile.ts';
import type { Profile } from './profile.ts';

/** By ccxt's id of the exchange, which is also the name of its folder. */
export const PROFILES: Readonly<Record<string, Profile>> = {
  binance,
  bitget,
  bitstamp,
  bybit,
  coinbase,
  cryptocom,
  gate,
  htx,
  kraken,
  kucoin,
  mexc,
  okx,
};
