import { expect, it } from 'vitest';
import { monthsWith } from './months.ts';

it('the last two years are there, newest first', () => {
  const months = monthsWith(undefined, '2024-03-31');
  expect([months.length, months[0], months.at(-1)]).toEqual([24, '2024-03', '2022-04']);
  expect(monthsWith('2023-01', '2024-03-31')).toEqual(months);
});

it('an older month that the address asks for is there too, and what is no month is not', () => {
  const months = monthsWith(undefined, '2024-03-31');
  expect(monthsWith('2019-07', '2024-03-31')).toEqual([...months, '2019-07']);
  expect(monthsWith('2019-13', '2024-03-31')).toEqual(months);
});
