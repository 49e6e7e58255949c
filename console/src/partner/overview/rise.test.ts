import { expect, it } from 'vitest';
import { riseTo } from './rise.ts';

const paid = (id: number, before: number, at: string, amount: string) => ({
  compensation_id: id,
  old_tier_group_id: before,
  new_tier_group_id: before + 1,
  payment_date: at,
  compensation_period_start: '2024-03-01T00:00:00.000Z',
  compensation_period_end: '2024-03-31T23:59:59.999Z',
  compensation_amount: amount,
  commission_percentage: String(10 * id),
});
const APRIL = '2024-04-05T00:00:00.000Z';
const MAY = '2024-05-05T00:00:00.000Z';
const silver = { tier_group_id: 2, name: 'Silver', since: APRIL };

it('a rise has all its corrections, to the last digit', () => {
  const rewards = [paid(7, 1, APRIL, '-0.10000001'), paid(7, 1, APRIL, '90071992547409.93')];
  expect(riseTo(silver, rewards)).toEqual({
    id: 7,
    before: 1,
    percentage: '70',
    amount: '90071992547409.82999999',
  });
});

it('what was paid last for another tier or at another time is not the rise to the present one', () => {
  const others = [paid(9, 2, MAY, '3'), paid(8, 1, MAY, '2')];
  expect(riseTo(silver, others)).toBeNull();
  expect(riseTo(silver, [...others, paid(5, 1, APRIL, '1'), paid(6, 1, APRIL, '4')])).toMatchObject({
    id: 6,
    amount: '4',
  });
});
