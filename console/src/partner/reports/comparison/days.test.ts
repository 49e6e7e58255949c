import type { ReportEntry } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { slotsBetween } from '../../../shared/period/index.ts';
import { daysOf } from './days.ts';

const date = (name: string) => ({ name, type: 'date', is_list: false });
const entry = {
  path_parameters: [],
  filters: [date('date_from'), date('date_to')],
} as unknown as ReportEntry;
const between = (from: string, to: string) => daysOf(entry, { date_from: from, date_to: to });

it('a report is compared with as many days before', () => {
  expect(between('2024-03-01', '2024-03-07')).toEqual({
    now: { from: '2024-03-01', to: '2024-03-07' },
    before: { from: '2024-02-23', to: '2024-02-29' },
  });
});

it.each([
  ['2024-03-07', '2024-03-01'],
  ['2024-02-30', '2024-03-01'],
  ['2024-03-01', 'today'],
  ['2024-03-01', '9999-12-31'],
  ['0001-01-01', '2024-03-01'],
])('what is from %s to %s has no days to count', (from, to) => {
  expect(between(from, to)).toBeUndefined();
});

it('the longest period has an end, and so has the one before', () => {
  const days = between('1999-01-01', '2100-12-31');
  const counts = [days?.now, days?.before].map((each) => each && slotsBetween('day', each).length);
  expect(counts).toEqual([37_255, 37_255]);
});
