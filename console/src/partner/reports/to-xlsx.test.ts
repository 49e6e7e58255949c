import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import type { Field } from './field.ts';
import { toXlsx } from './to-xlsx.ts';

const field = (name: string, type: Field['type'], unit: string | null = null) =>
  ({ name, type, unit }) as Field;

async function* rows() {
  await Promise.resolve();
  yield {
    group_fields: ['2024-03-04', '=1+1'],
    reward_usd: '12.75',
    rate: '2.50',
    at: '2024-02-29T23:59:59.000Z',
    trial: false,
  };
  yield { group_fields: ['2024-03-05', ''], reward_usd: null, rate: null, at: null, trial: true };
}

it('a workbook has numbers, moments of UTC, flags and texts, and nothing where there is nothing', async () => {
  const fields = [
    field('day', 'date'),
    field('country', 'string'),
    field('reward_usd', 'number', 'USD'),
    field('rate', 'string', '%'),
    field('at', 'date-time'),
    field('trial', 'boolean'),
  ];
  const counts: number[] = [];
  const groups = ['day', 'country'];
  const blob = await toXlsx({ report: { rows }, fields, groups, onRows: (count) => counts.push(count) });
  expect(await readSheet(Buffer.from(await blob.arrayBuffer()))).toEqual([
    fields.map(({ name }) => name),
    [new Date('2024-03-04'), '=1+1', 12.75, 2.5, new Date('2024-02-29T23:59:59.000Z'), false],
    [new Date('2024-03-05'), null, null, null, null, true],
  ]);
  expect(counts).toEqual([2]);
});
