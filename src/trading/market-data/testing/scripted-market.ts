import { Decimal } from '../../../kernel/index.ts';
import { Market, type Place } from '../market.ts';
import type { ScriptedFeeds } from './scripted-feeds.ts';

/** By default Aurora, open for trading, without fees. */
export const placeOf = (feeds: ScriptedFeeds, changes: Partial<Place> = {}): Place => ({
  venue: 'aurora',
  feeds,
  symbol: 'BTC-USDT',
  account: 'MAIN',
  tickSize: Decimal.parse('1'),
  makerFee: Decimal.ZERO,
  takerFee: Decimal.ZERO,
  feeIn: 'counter',
  isOpenForTrading: true,
  ...changes,
});

/** A market over these places, whose feeds the test controls. */
export function openMarket(
  places: readonly Place[],
  nowMs: () => number,
  onRetired: (venue: string) => void = () => {},
): Market {
  const market = new Market({
    base: 'BTC',
    counter: 'USDT',
    backOff: { backOffMs: 100, maxBackOffMs: 1_000 },
    readyWithinMs: 1_000,
    nowMs,
    onFault: () => {},
    onRetired,
  });
  market.revise(places);
  market.tick();
  return market;
}
