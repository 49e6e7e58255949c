import type { Decimal } from '../../src/kernel/index.ts';
import type { PublishedLevel } from './book.ts';
import { enterForHouse, withdrawQuote } from './house.ts';
import { parseOnGrid } from './parse-amount.ts';
import { Refusal } from './refusal.ts';
import { marketOf, type ExchangeState, type Market } from './state.ts';

export interface ArrangeInput {
  readonly symbol: string;
  /** Each side best price first, and no price twice. */
  readonly bids: readonly PublishedLevel[];
  readonly asks: readonly PublishedLevel[];
}

/** Replaces the house's liquidity with exactly these levels. The client's orders stay and may trade. */
export function arrange(state: ExchangeState, input: ArrangeInput, at: number): void {
  const market = marketOf(state, input.symbol);
  const [bids, asks] = [parseLevels(market, input.bids), parseLevels(market, input.asks)];
  const [bestBid, bestAsk] = [bids[0], asks[0]];
  if (bestBid && bestAsk && bestBid.price.compare(bestAsk.price) >= 0) {
    throw new Refusal('would_take', 'The bids must be below the asks.');
  }
  for (const quotes of [market.quotes.buy, market.quotes.sell]) {
    for (const orderId of quotes.values()) withdrawQuote(state, market, orderId);
  }
  for (const { price, quantity } of bids) enterForHouse(state, market, 'buy', price, quantity, at);
  for (const { price, quantity } of asks) enterForHouse(state, market, 'sell', price, quantity, at);
}

function parseLevels(
  { tickSize, lotSize }: Market,
  levels: readonly PublishedLevel[],
): { price: Decimal; quantity: Decimal }[] {
  const parsed = levels.map(([price, quantity]) => ({
    price: parseOnGrid('price', price, tickSize),
    quantity: parseOnGrid('quantity', quantity, lotSize),
  }));
  if (new Set(parsed.map(({ price }) => price.toString())).size === parsed.length) return parsed;
  throw new Refusal('invalid_price', 'A price is given twice.');
}
