import { expect, it } from 'vitest';
import { countOf, totalsOf, wholeOf } from './open-report.ts';

const data = [{ group_fields: ['2024-03-01'] }, { group_fields: ['2024-03-02'] }];

it('a page that has not all rows is not taken for the whole report, whatever its totals are called', () => {
  expect(wholeOf({ data, totals: { count: 2 } })).toBe(data);
  expect(wholeOf({ data: [], meta: { count: 0 } })).toEqual([]);
  expect(wholeOf({ data, totals: { count: 3 } })).toBeNull();
  expect(wholeOf({ data, meta: { count: 1_001 } })).toBeNull();
  expect(countOf({ data, meta: { count: 1_001 } })).toBe(1_001);
  expect(totalsOf({ data, meta: { count: 2, roi: '1' } })).toEqual({ count: 2, roi: '1' });
});
