import type { Db } from '../../platform/postgres/index.ts';
import { selectPaths, selectWatched } from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** Conversions of so many days say what is traded. */
const TRADED_DAYS = 30;
const MAX_TRADED = 20;
const MAX_WATCHED = 50;
/** A desk that has traded and chosen nothing still sees some prices. */
export const FEWEST = 5;

/** How many venues list each symbol. */
type Listed = ReadonlyMap<string, number>;

/** The listed pairs of the tenant's conversions, the one that is traded most first. */
export async function tradedSymbols(db: Db, tenant: string, listed: Listed, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - TRADED_DAYS * DAY_MS);
  const rows = await selectPaths(db, tenant, since, MAX_TRADED).execute();
  const pairs = rows.flatMap(({ path }) => path.slice(1).map((asset, index) => [path[index] ?? '', asset]));
  const symbols = pairs.flatMap(([from = '', to = '']) =>
    [`${from}-${to}`, `${to}-${from}`].filter((symbol) => listed.has(symbol)),
  );
  return [...new Set(symbols)];
}

/** The pairs that most venues list. */
export const commonSymbols = (listed: Listed): string[] =>
  [...listed]
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, FEWEST)
    .map(([symbol]) => symbol);

/** The pairs whose prices are kept: configured, traded or watched ones, and some in any case. */
export async function keptSymbols(
  db: Db,
  tenant: string,
  { listed, configured, now }: { listed: Listed; configured: readonly string[]; now: Date },
): Promise<string[]> {
  const [traded, watched] = await Promise.all([
    tradedSymbols(db, tenant, listed, now),
    selectWatched(db, tenant, MAX_WATCHED).execute(),
  ]);
  const wanted = [...configured, ...traded, ...watched.map(({ symbol }) => symbol), ...commonSymbols(listed)];
  return [...new Set(wanted)].filter((symbol) => listed.has(symbol));
}
