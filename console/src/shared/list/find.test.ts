import { expect, it } from 'vitest';
import { find } from './find.ts';

const column = (id: 'name' | 'address') => ({
  id,
  header: id,
  text: (row: Record<typeof id, string>) => row[id],
  cell: () => null,
});
const list = {
  rows: [
    { name: 'cold-wallet', address: '0x5aA' },
    { name: 'payroll', address: 'Main account' },
  ],
  total: 2,
  error: null,
  isPending: false,
  isLoading: false,
  refetch: () => undefined,
};
const columns = [column('name'), column('address')];

it.each([
  ['COLD', ['cold-wallet']],
  [' main ', ['payroll']],
  ['', ['cold-wallet', 'payroll']],
  [undefined, ['cold-wallet', 'payroll']],
  ['nothing', []],
])('finds by any column: %s', (q, names) => {
  const { rows, total } = find(list, columns, q);
  expect(rows.map(({ name }) => name)).toEqual(names);
  expect(total).toBe(names.length);
});
