import { expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { inventMonths } from './invent.ts';

const END = new Date('2026-03-31T00:00:00.000Z');

it('the same months are invented again, each name once, and nothing after their end', () => {
  const { deposits, withdrawals } = inventMonths(END, 91);
  const again = inventMonths(END, 91);
  expect({ deposits, withdrawals }).toEqual({ deposits: again.deposits, withdrawals: again.withdrawals });
  const names = [...deposits.map(({ id }) => id), ...withdrawals.map(({ reference }) => reference)];
  expect(new Set(names).size).toBe(names.length);
  for (const { at } of [...deposits, ...withdrawals]) {
    expect(at.getTime()).toBeGreaterThan(Date.parse('2025-12-30T00:00:00.000Z'));
    expect(at.getTime()).toBeLessThan(END.getTime());
  }
});

it('prices end at the price of now', () => {
  const price = Decimal.parse('64000.25');
  const { priceBefore } = inventMonths(END, 91);
  expect(priceBefore('BTC', price, 0)).toEqual(price);
  expect(priceBefore('BTC', price, 30)).not.toEqual(price);
  expect(priceBefore('BTC', price, 30)).toEqual(priceBefore('BTC', price, 30));
});
