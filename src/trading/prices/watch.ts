import { noFieldErrors, Problem, refuseFieldErrors, type Actor, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { MarketData } from '../market-data/index.ts';
import { commonSymbols, FEWEST, tradedSymbols } from './choose.ts';
import { priceNow } from './sample.ts';
import type { NewWatchList, WatchList } from './schema.ts';
import { toPrice } from './show.ts';
import { saveWatchList, selectLatest, selectWatchList, type Owner } from './store.ts';

const DAY_MS = 24 * 3_600_000;
/** A price this much older still counts as that of the day before. */
const LATE_MS = 3_600_000;

type Markets = Pick<MarketData, 'find' | 'listed'>;

const ownerOf = ({ tenant, kind, id }: Actor): Owner => ({ tenant, owner: `${kind}:${id}` });

/** The pairs that the caller watches, with what they cost now and a day before. */
export async function showWatchList(context: Context<Db>, markets: Markets): Promise<WatchList> {
  const { db, actor, clock } = context;
  const { tenant } = actor;
  const now = clock.now();
  const listed = markets.listed(tenant);
  const [own, traded] = await Promise.all([
    selectWatchList(db, ownerOf(actor)).executeTakeFirst(),
    tradedSymbols(db, tenant, listed, now),
  ]);
  const offered = [...new Set([...traded, ...commonSymbols(listed)])].slice(0, FEWEST);
  // A pair that no venue lists any more stays on the list, without a price.
  const symbols = own?.symbols ?? offered;
  const dayBefore = new Date(now.getTime() - DAY_MS);
  const period = { from: new Date(dayBefore.getTime() - LATE_MS), to: dayBefore };
  const [prices, earlier] = await Promise.all([
    Promise.all(symbols.map((symbol) => priceNow(markets, tenant, symbol))),
    selectLatest(db, tenant, symbols, period).execute(),
  ]);
  return {
    isChosen: own !== undefined,
    mostTraded: traded[0] ?? offered[0] ?? null,
    markets: symbols.map((symbol, index) => {
      const [price, before] = [prices[index], earlier.find((row) => row.symbol === symbol)];
      return {
        symbol,
        price: price ? toPrice({ ...price, at: now }) : null,
        dayBefore: before ? toPrice(before) : null,
      };
    }),
  };
}

/** Replaces the list of the caller. */
export async function changeWatchList(
  context: Context<Db>,
  markets: Markets,
  { symbols: written }: NewWatchList,
): Promise<WatchList> {
  const symbols = written.map((symbol) => symbol.toUpperCase());
  const listed = markets.listed(context.actor.tenant);
  if (listed.size === 0) {
    throw new Problem('unavailable', 'No venue has described its markets yet.', {
      headers: { 'retry-after': '1' },
    });
  }
  const known = await selectWatchList(context.db, ownerOf(context.actor)).executeTakeFirst();
  const errors = noFieldErrors();
  for (const [index, symbol] of symbols.entries()) {
    if (symbols.indexOf(symbol) < index) errors[`symbols.${index}`] = ['is on the list already'];
    else if (!listed.has(symbol) && !known?.symbols.includes(symbol)) {
      errors[`symbols.${index}`] = ['is not listed by any venue'];
    }
  }
  refuseFieldErrors(errors);
  await run(context, change, symbols);
  return showWatchList(context, markets);
}

const change = command({
  name: 'watch-list.change',
  scope: 'market-data:view',
  decide(_state: undefined, symbols: readonly string[], { actor, now }) {
    const owner = ownerOf(actor);
    return {
      change: { ...owner, symbols: [...symbols], changed_at: now },
      audit: { subject: owner.owner, details: { symbols: [...symbols] } },
    };
  },
  write: (tx, row) => saveWatchList(tx, row).executeTakeFirst(),
});
