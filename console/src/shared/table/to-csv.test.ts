import { expect, it } from 'vitest';
import { toCsv } from './to-csv.ts';

const columns = [
  { id: 'name', header: 'Name', text: ({ name }: Row) => name, cell: () => null },
  { id: 'amount', header: 'Amount', text: ({ amount }: Row) => amount, cell: () => null },
];
interface Row {
  readonly name: string;
  readonly amount: string;
}

it('writes the shown columns, quoted where needed', () => {
  const rows = [{ name: 'a "b", c\nd', amount: '-1250.500000000000000001' }];
  expect(toCsv(columns, rows)).toBe('Name,Amount\r\n"a ""b"", c\nd",-1250.500000000000000001\r\n');
});

it.each(['=1+1', '+x', '-x', '@x', '\tx', '＝1+1', '＋x', '－x', '＠x', '\u0001=x'])(
  'disarms %j, which a spreadsheet would run',
  (name) => {
    expect(toCsv(columns, [{ name, amount: '1' }])).toBe(`Name,Amount\r\n'${name},1\r\n`);
  },
);
