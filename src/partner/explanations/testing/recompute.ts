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
  expect(over.div(under).toFixed()).toBe(amount?.toFixed());
  expect(reason).toBeNull();
}

export const total = (amounts: readonly (BigNumber | null)[]): string =>
  amounts.reduce<BigNumber>((sum, amount) => sum.plus(amount ?? 0), new Exact(0)).toFixed();

export function checkSum({ amount, terms }: Sum): void {
  expect(total(terms.map((term) => term.amount))).toBe(amount.toFixed());
}
