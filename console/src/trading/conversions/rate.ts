import { Big } from 'big.js';
import { groupDigits, isMoney } from '../../shared/money/index.ts';
import { texts } from './texts.ts';

const SIGNIFICANT = 7;
const BPS = 10_000;

/** Markets quote prices in money, and otherwise in BTC. */
const rankOf = (asset: string): number => (isMoney(asset) ? 2 : asset === 'BTC' ? 1 : 0);

/** What one of two traded amounts costs, as the market quotes it; undefined while nothing is traded. */
export function describeRate(
  from: { readonly asset: string; readonly amount: string },
  to: { readonly asset: string; readonly amount: string },
): string | undefined {
  const [base, quote] = rankOf(from.asset) > rankOf(to.asset) ? [to, from] : [from, to];
  if (new Big(base.amount).eq(0) || new Big(quote.amount).eq(0)) return undefined;
  const rate = new Big(quote.amount).div(base.amount).prec(SIGNIFICANT);
  return texts.rate(base.asset, groupDigits(rate.toFixed()), quote.asset);
}

interface Sum {
  readonly asset: string;
  readonly amount: string;
}

/** Fees by asset. */
export function sumFees(fees: readonly Sum[]): Sum[] {
  const sums = new Map<string, Big>();
  for (const { asset, amount } of fees) sums.set(asset, (sums.get(asset) ?? new Big(0)).plus(amount));
  return [...sums].map(([asset, sum]) => ({ asset, amount: sum.toFixed() }));
}

/** A fee as a share of what was traded of its asset; undefined if it is in another asset. */
export function shareOf(fee: Sum, traded: readonly Sum[]): string | undefined {
  const whole = traded.find(({ asset }) => asset === fee.asset);
  if (whole === undefined || new Big(whole.amount).eq(0)) return undefined;
  return texts.bps(groupDigits(new Big(fee.amount).div(whole.amount).times(BPS).round(1).toFixed()));
}
