import { expect, it } from 'vitest';
import { listSearch, toQuery } from './search.ts';

it('keeps texts and numbers of the address, and drops what is empty or of another kind', () => {
  expect(listSearch({ q: 1001, from: '', to: true, other: 'x' })).toEqual({ q: '1001' });
});

it('includes the whole first and last day of a range', () => {
  expect(toQuery({ from: '2026-01-30', to: '2026-01-31' })).toEqual({
    from: '2026-01-30T00:00:00.000Z',
    to: '2026-01-31T23:59:59.999Z',
  });
  expect(toQuery({})).toEqual({});
});
