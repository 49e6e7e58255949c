import { Decimal } from '../../src/kernel/index.ts';
import { below } from './random.ts';
import { requote } from './requote.ts';
import { assetOf, type ExchangeState, type Market, type Walk } from './state.ts';

/**
 * The common price reverts slowly; the deviation of one exchange is small and short, so that the books of several cross
 * rarely, as they do where people trade.
 */
const COMMON_PULL = 20_000;
const OWN_PULL = 200;
const OWN_VOLATILITY_PPM = 6;

/** Moves every price by some steps; the house requotes after each. */
export function tick(state: ExchangeState, input: { readonly count: number }, at: number): void {
  for (let step = 0; step < input.count; step++) {
    for (const [asset, walk] of state.walks) {
      advance(walk, assetOf(state, asset).volatilityPpm, COMMON_PULL);
    }
    for (const market of state.markets.values()) {
      advance(market.walk, OWN_VOLATILITY_PPM, OWN_PULL);
      requote(state, market, fairPrice(state, market), startPrice(state, market), at);
    }
    state.ticks += 1;
  }
}

function advance(walk: Walk, volatilityPpm: number, pull: number): void {
  const reachPpb = volatilityPpm * 1000;
  const step = below(walk.random, 2 * reachPpb + 1) - reachPpb;
  walk.offsetPpb += step - Math.trunc(walk.offsetPpb / pull);
}

const PRICE_SCALE = 18;

function fairPrice(state: ExchangeState, market: Market): Decimal {
  const { base, counter } = market.terms;
  return movedValue(state, base)
    .dividedBy(movedValue(state, counter), PRICE_SCALE, 'half-even')
    .times(factor(market.walk));
}

function startPrice(state: ExchangeState, { terms: { base, counter } }: Market): Decimal {
  return value(state, base).dividedBy(value(state, counter), PRICE_SCALE, 'half-even');
}

const value = (state: ExchangeState, asset: string): Decimal => Decimal.parse(assetOf(state, asset).value);

function movedValue(state: ExchangeState, asset: string): Decimal {
  const walk = state.walks.get(asset);
  return walk ? value(state, asset).times(factor(walk)) : value(state, asset);
}

const factor = (walk: Walk): Decimal => Decimal.of(BigInt(1_000_000_000 + walk.offsetPpb), 9);
