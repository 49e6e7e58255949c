import { useQueries } from '@tanstack/react-query';
import { Big } from 'big.js';
import { rateQuery } from '../market/queries.ts';
import { presentRate } from './present-rate.ts';

/** The currency in which amounts of different assets are compared and added up. */
const CURRENCY = 'USDT';

interface Sum {
  readonly amount: string;
  readonly asset: string;
}

/** What amounts are worth at indicative rates, in whole cents; undefined while a rate is not known. */
export function useValues(assets: readonly string[]) {
  const distinct = [...new Set(assets)].filter((asset) => asset !== CURRENCY);
  const answers = useQueries({ queries: distinct.map((asset) => rateQuery(asset, CURRENCY)) });
  const rates = new Map(answers.map((answer, index) => [distinct[index], presentRate(answer)]));
  const valueOf = ({ amount, asset }: Sum): string | undefined => {
    const rate = asset === CURRENCY ? '1' : rates.get(asset);
    return typeof rate === 'string' ? new Big(amount).times(rate).toFixed(2, Big.roundHalfEven) : undefined;
  };
  return {
    currency: CURRENCY,
    valueOf,
    /** A part is not the sum: undefined while one of them is not known. */
    sumOf: (sums: readonly Sum[]): string | undefined => {
      const values = sums.map(valueOf);
      return values.includes(undefined)
        ? undefined
        : values.reduce((sum, value) => sum.plus(value ?? 0), new Big(0)).toFixed(2);
    },
  };
}
