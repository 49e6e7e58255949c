import { Big } from 'big.js';

interface Factor {
  /** Null while it is missing. */
  readonly numerator: string | null;
  readonly denominator: string;
}

/** All decimals that are shown of an exact product. */
const SHOWN = 18;

function dividing(decimals: number): typeof Big {
  const Exact = Big();
  Exact.DP = decimals;
  // Half away from zero.
  Exact.RM = Big.roundHalfUp;
  return Exact;
}

/** All numerators multiplied, divided once by all denominators: for reading, and rounded like the amount. */
export function multiply(
  factors: readonly Factor[],
  decimals: number,
): { readonly product: string; readonly rounded: string } | null {
  let [over, under] = [new Big(1), new Big(1)];
  for (const { numerator, denominator } of factors) {
    if (numerator === null) return null;
    over = over.times(numerator);
    under = under.times(denominator);
  }
  const divided = (places: number) => {
    const Exact = dividing(places);
    return new Exact(over).div(under.toFixed()).toFixed();
  };
  return { product: divided(SHOWN), rounded: divided(decimals) };
}
