import { Big } from 'big.js';
import { BigNumber } from 'bignumber.js';
import { Decimal } from '../src/kernel/index.ts';
import { race, type Contestant } from './harness/measure.ts';

const SCALE = 18;
BigNumber.config({ DECIMAL_PLACES: SCALE, ROUNDING_MODE: BigNumber.ROUND_HALF_EVEN });
Big.DP = SCALE;
Big.RM = Big.roundHalfEven;

interface Arithmetic<T> {
  parse: (text: string) => T;
  print: (value: T) => string;
  plus: (left: T, right: T) => T;
  times: (left: T, right: T) => T;
  divide: (dividend: T, divisor: T) => T;
  compare: (left: T, right: T) => number | null;
}

const ours: Arithmetic<Decimal> = {
  parse: (text) => Decimal.parse(text),
  print: (value) => value.toString(),
  plus: (left, right) => left.plus(right),
  times: (left, right) => left.times(right),
  divide: (dividend, divisor) => dividend.dividedBy(divisor, SCALE, 'half-even'),
  compare: (left, right) => left.compare(right),
};

const bigNumber: Arithmetic<BigNumber> = {
  parse: (text) => new BigNumber(text),
  print: (value) => value.toFixed(),
  plus: (left, right) => left.plus(right),
  times: (left, right) => left.times(right),
  divide: (dividend, divisor) => dividend.div(divisor),
  compare: (left, right) => left.comparedTo(right),
};

const big: Arithmetic<Big> = {
  parse: (text) => new Big(text),
  print: (value) => value.toFixed(),
  plus: (left, right) => left.plus(right),
  times: (left, right) => left.times(right),
  divide: (dividend, divisor) => dividend.div(divisor),
  compare: (left, right) => left.cmp(right),
};

const prices = texts(1, 100_000, 2);
const quantities = texts(2, 50, 8);

/** The same in every run, and never ending in a zero, which only ours would print. */
function texts(seed: number, wholeBelow: number, decimals: number): string[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return Array.from({ length: 1000 }, () => {
    const fraction = String(below(10 ** (decimals - 1))).padStart(decimals - 1, '0');
    return `${below(wholeBelow) + 1}.${fraction}${below(9) + 1}`;
  });
}

type Task = <T>(arithmetic: Arithmetic<T>) => Contestant;

const parseAndPrint: Task = (arithmetic) => () =>
  quantities.map((text) => arithmetic.print(arithmetic.parse(text)));

const multiplyAdd: Task = (arithmetic) =>
  pairwise(arithmetic, (sum, price, quantity) => arithmetic.plus(sum, arithmetic.times(price, quantity)));

const divideAdd: Task = (arithmetic) =>
  pairwise(arithmetic, (sum, price, quantity) => arithmetic.plus(sum, arithmetic.divide(price, quantity)));

const compare: Task = (arithmetic) => {
  const values = prices.map((text) => arithmetic.parse(text));
  return () =>
    values.reduce(
      (count, value, index) => count + Number(arithmetic.compare(value, values[index - 1] ?? value)),
      0,
    );
};

function pairwise<T>(
  { parse, print }: Arithmetic<T>,
  step: (sum: T, price: T, quantity: T) => T,
): Contestant {
  const zero = parse('0');
  const pairs = prices.map((price, index) => [parse(price), parse(quantities[index] ?? price)] as const);
  return () => {
    let sum = zero;
    for (const [price, quantity] of pairs) sum = step(sum, price, quantity);
    return print(sum).replace(/0+$/, '');
  };
}

const tasks: [string, Task][] = [
  ['decimal multiply-add', multiplyAdd],
  ['decimal divide-add', divideAdd],
  ['decimal parse+print', parseAndPrint],
  ['decimal compare', compare],
];
for (const [name, task] of tasks) {
  await race({
    name,
    operations: prices.length,
    ours: task(ours),
    rivals: { 'bignumber.js': task(bigNumber), 'big.js': task(big) },
    target: '>= 1',
  });
}
