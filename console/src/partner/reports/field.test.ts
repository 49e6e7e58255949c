import { expect, it } from 'vitest';
import { isIdentifier } from './field.ts';

const named = (name: string) => isIdentifier({ name });

it('tells numbers that name something from numbers that count', () => {
  expect(['id', 'order_id', 'compensation_id'].map(named)).toEqual([true, true, true]);
  expect(['orders_count', 'reward_usd', 'paid'].map(named)).toEqual([false, false, false]);
});
