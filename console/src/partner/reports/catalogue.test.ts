import type { ReportEntry } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { toAsked } from './catalogue.ts';
import { openReport } from './open-report.ts';
import { queryOf } from './search.ts';

const parameter = (name: string, is_list = false) => ({ name, type: 'string', is_list });
const field = (name: string, type: string) => ({ name, type, can_order: true });
const entryOf = (name: string) =>
  ({
    name,
    path_parameters: [],
    dimensions: [field('reward_date', 'date-time'), field('close_date', 'date-time')],
    measures: [field('reward_usd', 'number')],
    filters: [parameter('ordering', true)],
    orderings: ['reward_date'],
  }) as unknown as ReportEntry;

const NAMES = ['performance', 'symbols', 'progress_reward', 'second_level_rewards', 'rewards'];

it.each(NAMES)('%s is asked for every order that it offers', (name) => {
  const asked: unknown[] = [];
  const reports = new Proxy({}, { get: () => (query: unknown) => void asked.push(query) });
  const entry = toAsked(entryOf(name));
  const isOffered = entry.orderings.length > 0;
  expect([...entry.dimensions, ...entry.measures].every((each) => each.can_order === isOffered)).toBe(true);
  openReport({ reports } as never, name, queryOf(entry, { ordering: ['-reward_date'] }));
  expect(asked).toEqual([isOffered ? { ordering: ['-reward_date'] } : {}]);
});

const typesOf = (name: string) => toAsked(entryOf(name)).dimensions.map(({ type }) => type);

it('the day of a second-level reward is a day, and the time at which an order was closed stays a time', () => {
  expect(typesOf('second_level_rewards')).toEqual(['date', 'date-time']);
  expect(typesOf('progress_reward_detail')).toEqual(['date-time', 'date-time']);
});
