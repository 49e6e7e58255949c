import { expect, it } from 'vitest';
import { allRows } from './use-rows.ts';

const read = (...rows: readonly string[]) => ({
  data: rows,
  error: null,
  isPending: false,
  refetch: () => Promise.reject(new Error('It is not read again.')),
});

it('a list that may have more rows than the screen reads says after how many it was cut', () => {
  expect(allRows(read('a', 'b'), 2)).toMatchObject({ rows: ['a', 'b'], cutAfter: 2 });
  expect(allRows(read('a'), 2)).not.toHaveProperty('cutAfter');
  expect(allRows(read('a', 'b'))).not.toHaveProperty('cutAfter');
});
