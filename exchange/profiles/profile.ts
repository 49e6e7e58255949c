import type { MarketTerms, Terms } from '../engine/terms.ts';

export interface Profile {
  readonly terms: Terms;
  readonly pace: Pace;
}

/** How fast the exchange works. It may be changed while it runs. */
export interface Pace {
  /** Between the arrival of a request and its processing. */
  readonly latencyMs: number;
  /** From the acceptance of a withdrawal to its end. */
  readonly withdrawalDelayMs: number;
  /** Between two steps of the price process; 0 holds the prices still. */
  readonly tickEveryMs: number;
}

type MarketRow = Pick<MarketTerms, 'tickSize' | 'lotSize' | 'minSize' | 'minNotional' | 'levelValue'>;

/** Markets that share the shape of their book. */
export const markets = (
  shape: Pick<MarketTerms, 'depth' | 'spacingPpm'>,
  rows: Record<`${string}-${string}`, MarketRow>,
): MarketTerms[] =>
  Object.entries(rows).map(([symbol, row]) => {
    const [base = '', counter = ''] = symbol.split('-');
    return { base, counter, ...row, ...shape };
  });
