import { Decimal, invalid, Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { MarketData } from '../market-data/index.ts';
import { readPeriod } from '../period.ts';
import { KEPT_DAYS } from './sample.ts';
import type { Price, PriceQuery, PriceSeries } from './schema.ts';
import { selectSeries } from './store.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 6;
const STEPS_SECONDS = [60, 300, 900, 3_600];
const MOST_PRICES = 700;
const HALF = Decimal.parse('0.5');

/** The prices of a pair over time. */
export async function showPrices(
  { db, actor, clock }: Context<Db>,
  markets: Pick<MarketData, 'listed'>,
  { symbol: written }: { readonly symbol: string },
  query: PriceQuery,
): Promise<PriceSeries> {
  const symbol = written.toUpperCase();
  const given = readPeriod(query);
  const to = given.to ?? clock.now();
  const from = given.from ?? new Date(to.getTime() - DEFAULT_HOURS * HOUR_MS);
  if (to < from) throw invalid({ from: ['must not be after to'] });
  const seconds = (to.getTime() - from.getTime()) / 1000;
  if (seconds > KEPT_DAYS * 86_400) throw invalid({ from: [`must be at most ${KEPT_DAYS} days before to`] });
  const step = STEPS_SECONDS.find((each) => seconds / each <= MOST_PRICES) ?? HOUR_MS / 1000;
  const rows = await selectSeries(db, actor.tenant, symbol, { from, to }, step).execute();
  if (rows.length === 0 && !markets.listed(actor.tenant).has(symbol)) {
    throw new Problem('not_found', `No venue lists ${symbol}. GET /trade/v1/venues shows what is listed.`);
  }
  return {
    symbol,
    from: from.toISOString(),
    to: to.toISOString(),
    stepSeconds: step,
    prices: rows.map(toPrice),
  };
}

/** A crossed book has a spread below zero. */
export function toPrice(row: { readonly at: Date; readonly bid: string; readonly ask: string }): Price {
  const [bid, ask] = [Decimal.parse(row.bid), Decimal.parse(row.ask)];
  return {
    at: row.at.toISOString(),
    bid: bid.toString(),
    ask: ask.toString(),
    mid: bid.plus(ask).times(HALF).trim().toString(),
    spread: ask.minus(bid).toString(),
  };
}
