import { Big } from 'big.js';

/** With the decimals of the longer one, so that equal amounts look equal. */
export const sumOf = (one: string, other: string): string =>
  new Big(one).plus(other).toFixed(Math.max(...[one, other].map(decimalsOf)));

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;
