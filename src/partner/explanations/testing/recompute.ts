import { BigNumber } from 'bignumber.js';
import { parse } from 'lossless-json';
import { expect } from 'vitest';
import { exactJson } from '../../../kernel/index.ts';

/** The number behind a JSON literal, with all its digits. */
const Exact = BigNumber.clone({ DECIMAL_PLACES: 8, ROUNDING_MODE: BigNumber.ROUND_HALF_UP });

interface Factor {
  readonly numerator: BigNumber | null;
  readonly denominator: BigNumber;
}

export interface Calculation {
  readonly amount: BigNumber | null;
  readonly factors: readonly Factor[];
  readonly reason: { readonly code: string } | null;
}

export interface Sum {
  readonly amount: BigNumber;
  readonly terms: readonly { readonly name: string; readonly amount: BigNumber }[];
}

/** An answer as a reader of its JSON gets it, with numbers of another decimal library. */
export const asRead = (answer: unknown): unknown =>
  parse(exactJson(answer), undefined, (digits) => new Exact(digits));

/** Fails unless the factors multiply out to the amount, and a missing amount has a reason. */
export function checkCalculation({ amount, factors, reason }: Calculation): void {
  const one = new Exact(1);
  if (factors.some(({ numerator }) => numerator === null)) {
    expect([amount, reason?.code]).toEqual([null, expect.stringMatching(/^missing_(value|rate)$/)]);
    return;
  }
  if (factors.length === 0) {
    expect(reason).not.toBeNull();
    return;
  }
  const over = factors.reduce((product, { numerator }) => product.times(numerator ?? 0), one);
  const under = factors.reduce((product, { denominator }) => product.times(denominator), one);
  const product = over.div(under);
  if (reason === null) expect(product.toFixed()).toBe(amount?.toFixed());
  else checkNear({ amount, factors, reason }, product);
}

/** A factor that is rounded to 8 decimals is off by half of the last one, times the other factors. */
function checkNear({ amount, factors, reason }: Calculation, product: BigNumber): void {
  expect(reason?.code).toBe('rounded_before');
  const others = factors
    .slice(1)
    .reduce((all, { numerator, denominator }) => all.times(numerator ?? 0).div(denominator), new Exact(1));
  const most = others.times('0.000000005').plus('0.00000001');
  expect(
    product
      .minus(amount ?? 0)
      .abs()
      .lte(most),
  ).toBe(true);
}

export const total = (amounts: readonly (BigNumber | null)[]): string =>
  amounts.reduce<BigNumber>((sum, amount) => sum.plus(amount ?? 0), new Exact(0)).toFixed();

export function checkSum({ amount, terms }: Sum): void {
  expect(total(terms.map((term) => term.amount))).toBe(amount.toFixed());
}
