import type { ReportEntry } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { fileName } from './file-name.ts';

const entryOf = (name: string, range: string) =>
  ({
    name,
    path_parameters: [],
    filters: [`${range}_from`, `${range}_to`].map((each) => ({ name: each, type: 'date', is_list: false })),
  }) as unknown as ReportEntry;
const orders = entryOf('orders', 'date');

it.each([
  [orders, { date_from: '2024-02-01', date_to: '2024-02-29' }, 'orders_2024-02-01_2024-02-29'],
  [orders, { date_from: '2024-02-01', date_to: '2024-02-01' }, 'orders_2024-02-01'],
  [orders, { country: ['DE'] }, 'orders_2024-03-17'],
  [
    entryOf('rewards', 'reward_date'),
    { reward_date_from: '2024-02-01', reward_date_to: '2024-02-29' },
    'rewards_2024-02-01_2024-02-29',
  ],
])('a file of a report is named by its days, or by the day it was read: %#', (entry, query, name) => {
  expect(fileName(entry, query, '2024-03-17')).toBe(name);
});
