import { expect, it } from 'vitest';
import { formatOf } from './file.ts';

it.each([
  ['orders.csv', 'csv'],
  ['Orders 2024.XLSX', 'xlsx'],
  ['a.b.parquet', 'parquet'],
  ['rates.jsonl', 'ndjson'],
  ['notes.txt', undefined],
  ['csv', 'csv'],
  ['', undefined],
])('the format of %s is %s', (name, format) => {
  expect(formatOf(name)).toBe(format);
});
