import { expect, it } from 'vitest';
import { nextOrder, sortRows } from './sort-rows.ts';

const column = { id: 'value', header: 'Value', text: (row: string) => row, cell: (row: string) => row };
const sorted = (rows: readonly string[], direction: 'ascending' | 'descending') =>
  sortRows(rows, [column], { by: 'value', direction });

it('numbers are ordered by their size, beyond what a number of the browser holds', () => {
  const rows = ['10', '9', '-1.5', '9007199254740993.1', '9007199254740993.01'];
  const ascending = ['-1.5', '9', '10', '9007199254740993.01', '9007199254740993.1'];
  expect(sorted(rows, 'ascending')).toEqual(ascending);
  expect(sorted(rows, 'descending')).toEqual(ascending.toReversed());
});

it('amounts are ordered by asset, then by size, and what is no number comes last', () => {
  const rows = ['9 USDT', '–', '10 USDT', '11 BTC'];
  expect(sorted(rows, 'ascending')).toEqual(['11 BTC', '9 USDT', '10 USDT', '–']);
});

it('texts are ordered as people order them', () => {
  expect(sorted(['row-10', 'Row-9', 'alpha'], 'ascending')).toEqual(['alpha', 'Row-9', 'row-10']);
});

it('a heading orders up, then down, then not at all', () => {
  const first = nextOrder(undefined, 'value');
  const second = nextOrder(first, 'value');
  expect([first?.direction, second?.direction, nextOrder(second, 'value')]).toEqual([
    'ascending',
    'descending',
    undefined,
  ]);
  expect(nextOrder(first, 'other')).toEqual({ by: 'other', direction: 'ascending' });
});
