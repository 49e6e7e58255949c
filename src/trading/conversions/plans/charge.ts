import { Decimal } from '../../../kernel/index.ts';
import type { FeeIn, Side } from '../../venues/index.ts';

const ONE = Decimal.of(1n);

/** What one unit of the base asset gives and gets at a price, with the fee in the asset the venue charges. */
export function perUnit(
  { side, feeIn }: { readonly side: Side; readonly feeIn: FeeIn },
  price: Decimal,
  feeRate: Decimal,
): { readonly give: Decimal; readonly get: Decimal } {
  if (side === 'sell') return { give: ONE, get: price.times(ONE.minus(feeRate)) };
  return feeIn === 'received'
    ? { give: price, get: ONE.minus(feeRate) }
    : { give: price.times(ONE.plus(feeRate)), get: ONE };
}

/** The asset of the fee. */
export function feeAssetOf(symbol: string, { side, feeIn }: { readonly side: Side; readonly feeIn: FeeIn }) {
  const [base = '', counter = ''] = symbol.split('-');
  return side === 'buy' && feeIn === 'received' ? base : counter;
}
