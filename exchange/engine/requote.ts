import { Decimal } from '../../src/kernel/index.ts';
import type { Side } from './book.ts';
import { enterForHouse, withdrawQuote } from './house.ts';
import { below, type Random } from './random.ts';
import { assetOf, type ExchangeState, type Market } from './state.ts';

/** Orders per side that the house resizes, so that books change even if the price does not. */
const RESIZED = 2;
/** Once per this many steps, the house also takes, which fills resting orders of the client. */
const TAKES_ONE_IN = 3;

/**
 * Moves the house's orders with the price: it keeps one order on each step of a fixed price grid, `depth` of them on
 * each side, cancels those that the price has passed or left behind, and fills the gaps.
 */
export function requote(
  state: ExchangeState,
  market: Market,
  fairPrice: Decimal,
  startPrice: Decimal,
  at: number,
): void {
  const spacing = spacingOf(market, startPrice);
  const middle = wholeSteps(fairPrice, spacing);
  const isExact = spacing.times(Decimal.of(middle)).equals(fairPrice);
  // One step is left free on each side.
  const best = { buy: isExact ? middle - 2n : middle - 1n, sell: middle + 2n };
  const offers = (['buy', 'sell'] as const).map((side) => ({
    side,
    wanted: ladder(market, side, best[side], spacing),
  }));
  for (const { side, wanted } of offers) takeBack(state, market, side, wanted);
  for (const { side, wanted } of offers) fillHoles(state, market, side, wanted, at);
  if (below(market.walk.random, TAKES_ONE_IN) === 0) take(state, market, at);
}

/** In whole ticks, at least one. */
function spacingOf({ terms, tickSize }: Market, startPrice: Decimal): Decimal {
  const spacing = startPrice.times(Decimal.of(BigInt(terms.spacingPpm), 6));
  const ticks = wholeSteps(spacing, tickSize);
  return tickSize.times(Decimal.of(ticks > 0n ? ticks : 1n));
}

const wholeSteps = (value: Decimal, step: Decimal): bigint => value.dividedBy(step, 0, 'down').coefficient;

/** The prices to quote, best first, as text. */
function ladder({ terms }: Market, side: Side, best: bigint, spacing: Decimal): Map<string, Decimal> {
  const away = side === 'buy' ? -1n : 1n;
  const prices = Array.from({ length: terms.depth }, (_, index) => best + away * BigInt(index))
    .filter((steps) => steps > 0n)
    .map((steps) => spacing.times(Decimal.of(steps)));
  return new Map(prices.map((price) => [price.toString(), price]));
}

function takeBack(state: ExchangeState, market: Market, side: Side, wanted: Map<string, Decimal>): void {
  const { walk, terms, quotes } = market;
  const resized = new Set(Array.from({ length: RESIZED }, () => below(walk.random, terms.depth)));
  let index = 0;
  for (const [price, orderId] of quotes[side]) {
    if (resized.has(index) || !wanted.has(price)) withdrawQuote(state, market, orderId);
    index += 1;
  }
}

function fillHoles(
  state: ExchangeState,
  market: Market,
  side: Side,
  wanted: Map<string, Decimal>,
  at: number,
): void {
  let index = 0;
  for (const [text, price] of wanted) {
    if (!market.quotes[side].has(text)) {
      enterForHouse(state, market, side, price, sizeAt(state, market, index), at);
    }
    index += 1;
  }
}

function take(state: ExchangeState, market: Market, at: number): void {
  const { random } = market.walk;
  const side = below(random, 2) === 0 ? 'buy' : 'sell';
  enterForHouse(state, market, side, null, sizeAt(state, market, 0), at);
}

/** Between half and one and a half of the market's usual size, growing with the distance from the best price. */
function sizeAt(state: ExchangeState, market: Market, index: number): Decimal {
  const { base, levelValue, minSize } = market.terms;
  const usual = Decimal.parse(levelValue).dividedBy(Decimal.parse(assetOf(state, base).value), 18, 'down');
  const size = usual.times(percent(market.walk.random)).times(Decimal.of(BigInt(4 + index), 0));
  const lots = wholeSteps(size.dividedBy(Decimal.of(4n), 18, 'down'), market.lotSize);
  const fewest = wholeSteps(Decimal.parse(minSize), market.lotSize);
  return market.lotSize.times(Decimal.of(lots > fewest ? lots : fewest));
}

const percent = (random: Random): Decimal => Decimal.of(BigInt(50 + below(random, 101)), 2);
