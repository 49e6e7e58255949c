import { listItem, type ReportEntry } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { activeOf } from './active-filters.tsx';
import type { ReportSearch } from '../search.ts';

const date = (name: string) => ({ name, type: 'date', is_list: false });
const entry = {
  path_parameters: [],
  filters: [
    date('reg_date_from'),
    date('reg_date_to'),
    date('trade_fn_from'),
    date('trade_fn_to'),
    { name: 'campaign_title', type: 'string', is_list: true },
    { name: 'reward_order', type: 'integer', is_list: false },
  ],
} as unknown as ReportEntry;
const shown = (search: ReportSearch) => activeOf({ entry, search }).map(({ name, value }) => [name, value]);

it('days are words, and what is no day stays as it is', () => {
  expect(shown({ trade_fn_from: '2024-03-01', trade_fn_to: '2024-03-07' })).toEqual([
    ['trade_fn', '1 Mar 2024 to 7 Mar 2024'],
  ]);
  expect(shown({ trade_fn_from: 'yesterday' })).toEqual([['trade_fn', 'from yesterday']]);
  expect(shown({ trade_fn_to: '2024-02-31' })).toEqual([['trade_fn', 'to 2024-02-31']]);
});

it('the first range is beside the others only where its own field cannot show it', () => {
  expect(shown({ reg_date_from: '2024-03-01', reg_date_to: '2024-03-07' })).toEqual([]);
  expect(shown({})).toEqual([]);
  expect(shown({ reg_date_to: '2024-03-07' })).toEqual([['reg_date', 'to 7 Mar 2024']]);
  expect(shown({ reg_date_from: 'x', reg_date_to: '2024-03-07' })).toEqual([['reg_date', 'x to 7 Mar 2024']]);
  expect(shown({ reg_date_from: '2024-03-01', reg_date_to: '9999-12-31' })).toEqual([
    ['reg_date', '1 Mar 2024 to 31 Dec 9999'],
  ]);
  const [filter] = activeOf({ entry, search: { reg_date_to: '2024-03-07' } });
  expect(filter?.without).toEqual({
    reg_date_period: undefined,
    reg_date_from: undefined,
    reg_date_to: undefined,
  });
});

it('of a parameter with one value, the one is said that is asked for', () => {
  expect(shown({ reward_order: ['17', '18'] })).toEqual([['reward_order', '17']]);
  expect(shown({ campaign_title: ['Gold', listItem('Spring, 2024')] })).toEqual([
    ['campaign_title', 'Gold and Spring, 2024'],
  ]);
});
