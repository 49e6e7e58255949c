import { expect, it } from 'vitest';
import { readFilters } from './read-filters.ts';

it('a stored filter is read as it was saved', () => {
  const filters = [{ name: 'Failed', search: { q: 'status:FAILED', from: undefined, to: undefined } }];
  expect(readFilters(JSON.stringify(filters))).toEqual(filters);
});

it.each([undefined, '{', 'null', '{}', '[null]', '[{"name":7,"search":{}}]', '[{"name":"x"}]'])(
  'of %s reads no filter',
  (stored) => {
    expect(readFilters(stored)).toEqual([]);
  },
);
