import { expect, it } from 'vitest';
import { fileName } from './file-name.ts';

it.each([
  [{ date_from: '2024-02-01', date_to: '2024-02-29' }, 'orders-2024-02-01-to-2024-02-29'],
  [{ date_from: '2024-02-01', date_to: '2024-02-01' }, 'orders-2024-02-01'],
  [{ country: ['DE'] }, 'orders-2024-03-17'],
])('a file of a report is named by its dates, or by the day it was read: %o', (query, name) => {
  expect(fileName('orders', query, '2024-03-17')).toBe(name);
});
