import { expect, it } from 'vitest';
import { dayOf, momentOf } from './moments.ts';

it('a period goes from the first moment of its first day to the last of its last day', () => {
  expect(momentOf('compensation_period_start', '2024-03-01')).toBe('2024-03-01T00:00:00.000Z');
  expect(momentOf('compensation_period_end', '2024-03-31')).toBe('2024-03-31T23:59:59.999Z');
  expect(momentOf('payment_date', '')).toBe('');
  expect([dayOf('2024-03-31T23:59:59.999Z'), dayOf('')]).toEqual(['2024-03-31', '']);
});
