import { Decimal, Problem } from '../../kernel/index.ts';
import { indicativeRate, type IndicativeRate, type Listing } from '../order-book/index.ts';
import type { MarketData } from './open.ts';

/** Intermediate assets to try, those listed at most venues first. */
const MAX_INTERMEDIATES = 8;

/** Rates of books that are live, for decisions and for the record; undefined where there is none. */
export function liveRates(marketData: MarketData) {
  async function quote(tenant: string, from: string, to: string): Promise<IndicativeRate | undefined> {
    if (from === to) return { rate: Decimal.of(1n), path: [from] };
    try {
      return await quoteRate(marketData, tenant, from, to, ({ isLive }) => isLive);
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
  return {
    quote,
    find: async (tenant: string, from: string, to: string): Promise<Decimal | undefined> =>
      (await quote(tenant, from, to))?.rate,
  };
}

/** The value of one unit of `from` in `to`. Follows the markets between them from now on. */
export async function quoteRate(
  marketData: MarketData,
  tenant: string,
  from: string,
  to: string,
  counts: (listing: Listing) => boolean = () => true,
): Promise<IndicativeRate> {
  const listed = marketData.listed(tenant);
  const assets = new Set([...listed.keys()].flatMap((symbol) => symbol.split('-')));
  for (const asset of [from, to]) {
    if (!assets.has(asset)) throw new Problem('not_found', `No venue lists a market of ${asset}.`);
  }
  const rateOver = async (symbols: readonly string[]): Promise<IndicativeRate | undefined> => {
    const markets = await Promise.all(symbols.map(async (symbol) => marketData.find(tenant, symbol)));
    const counted = markets.map(({ base, counter, listings }) => ({
      base,
      counter,
      listings: listings.filter(counts),
    }));
    return indicativeRate(counted, from, to);
  };
  const between = (a: string, b: string): string[] =>
    [`${a}-${b}`, `${b}-${a}`].filter((symbol) => listed.has(symbol));
  const venuesOf = (symbols: readonly string[]): number =>
    Math.max(...symbols.map((symbol) => listed.get(symbol) ?? 0));

  const direct = between(from, to);
  const rate = await rateOver(direct);
  if (rate) return rate;
  const routes = [...assets]
    .map((via) => ({ via, first: between(from, via), last: between(via, to) }))
    .filter(({ first, last }) => first.length > 0 && last.length > 0)
    .map(({ via, first, last }) => ({
      via,
      symbols: [...first, ...last],
      venues: Math.min(venuesOf(first), venuesOf(last)),
    }))
    .sort((a, b) => b.venues - a.venues || (a.via < b.via ? -1 : 1))
    .slice(0, MAX_INTERMEDIATES);
  const indirect = await rateOver(routes.flatMap(({ symbols }) => symbols));
  if (indirect) return indirect;
  if (direct.length + routes.length === 0) {
    throw new Problem(
      'not_found',
      `No market leads from ${from} to ${to}, nor do two through a third asset.`,
    );
  }
  throw new Problem('unavailable', `The markets between ${from} and ${to} have no price now.`, {
    headers: { 'retry-after': '1' },
  });
}
