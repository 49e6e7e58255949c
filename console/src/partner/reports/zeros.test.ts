import { array, assert, constantFrom, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import type { Field } from './field.ts';
import { isPaused, isZero, MOST_SKIPPED } from './zeros.ts';

const field = (name: string, type = 'number') => ({ name, type, unit: null }) as Field;
const FIELDS = [
  field('country', 'string'),
  field('click_count', 'integer'),
  field('reward_usd'),
  field('roi'),
];
const GROUPS = ['country'];
const value = constantFrom<string | number | null>(0, 3, '0', '0.00', '-0.5', '0.00000001', null);

it('only rows whose every figure is zero or not known are hidden', () => {
  const row = record({ click_count: value, reward_usd: value, roi: value });
  const holds = property(array(row), (rows) => {
    for (const each of rows) {
      const isNothing = Object.values(each).every((figure) => Number(figure) === 0);
      expect(isZero({ ...each, group_fields: ['PT'] }, FIELDS, GROUPS)).toBe(isNothing);
    }
  });
  expect(() => assert(holds)).not.toThrow();
});

it('figures that are not shown do not keep a row, and what only names something is no figure', () => {
  const row = { group_fields: ['PT'], click_count: 0, reward_usd: '7' };
  expect(isZero(row, FIELDS.slice(0, 2), GROUPS)).toBe(true);
  expect(
    isZero({ order_id: 17, reward_usd: '0' }, [field('order_id', 'integer'), field('reward_usd')], []),
  ).toBe(true);
  expect(isZero({ order_id: 17 }, [field('order_id', 'integer')], [])).toBe(false);
});

it('reading on pauses after many hidden rows, until a row is shown or a person asks', () => {
  expect(isPaused(MOST_SKIPPED - 1, -1, 0)).toBe(false);
  expect(isPaused(MOST_SKIPPED, -1, 0)).toBe(true);
  expect(isPaused(MOST_SKIPPED, -1, 2 * MOST_SKIPPED)).toBe(false);
  expect(isPaused(2 * MOST_SKIPPED, -1, 2 * MOST_SKIPPED)).toBe(true);
  expect(isPaused(2 * MOST_SKIPPED, MOST_SKIPPED, 0)).toBe(false);
  expect(isPaused(2 * MOST_SKIPPED + 1, MOST_SKIPPED, 0)).toBe(true);
});
