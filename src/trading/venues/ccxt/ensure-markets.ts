import type { Exchange } from 'ccxt';

/** Loads the markets unless they are there. By itself ccxt would keep a failure for good and answer with it again. */
export async function ensureMarkets(exchange: Exchange): Promise<void> {
  if (exchange.markets === undefined) await exchange.loadMarkets(true);
}
