import { Problem, type Clock } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { MarketData } from '../market-data/index.ts';
import { bestPrices } from '../order-book/index.ts';
import { keptSymbols } from './choose.ts';
import { deletePrices, insertPrices } from './store.ts';

const MINUTE_MS = 60_000;
export const KEPT_DAYS = 7;

interface Wanted {
  readonly markets: Pick<MarketData, 'find' | 'listed'>;
  readonly tenants: readonly string[];
  /** Followed from the start, whatever anybody looks at. */
  readonly configured: readonly string[];
}

/** Keeps the best prices of this minute, and drops those that are too old. */
export async function samplePrices(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { markets, tenants, configured }: Wanted,
): Promise<void> {
  const now = clock.now();
  const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  for (const tenant of tenants) {
    const symbols = await keptSymbols(db, tenant, { listed: markets.listed(tenant), configured, now });
    const found = await Promise.all(symbols.map((symbol) => priceNow(markets, tenant, symbol)));
    const rows = found.flatMap((price) => (price ? [{ tenant, at, ...price }] : []));
    if (rows.length > 0) await insertPrices(db, rows).execute();
  }
  await deletePrices(db, new Date(now.getTime() - KEPT_DAYS * 24 * 60 * MINUTE_MS)).execute();
}

/** The best prices over the venues that are live; undefined without one of the sides. */
export async function priceNow(
  markets: Pick<MarketData, 'find'>,
  tenant: string,
  symbol: string,
): Promise<{ symbol: string; bid: string; ask: string } | undefined> {
  try {
    const { listings } = await markets.find(tenant, symbol);
    const best = bestPrices(listings.filter(({ isLive }) => isLive));
    return best && { symbol, bid: best.bid.toString(), ask: best.ask.toString() };
  } catch (error) {
    // A market that cannot be followed now has no price now.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
