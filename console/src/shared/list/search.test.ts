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
  expect(toQuery({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Berlin')).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T22:59:59.999Z',
  });
});

it.each([
  ['yesterday', '2026-13-45'],
  ['0000-00-00', '2026-02-31'],
  ['0001-01-01', '9999-12-31'],
])('leaves it to the server to say what is wrong with the days %s and %s', (from, to) => {
  for (const zone of ['UTC', 'Europe/Berlin']) expect(toQuery({ from, to }, zone)).toEqual({ from, to });
});
