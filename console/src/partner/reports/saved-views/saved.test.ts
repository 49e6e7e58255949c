import { listItem, type ReportEntry, type SavedView } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { withDays } from '../periods.ts';
import { leftOut, savedOf, searchOf } from './saved.ts';

const date = (name: string) => ({ name, type: 'date', is_list: false });
const entry = {
  path_parameters: [],
  filters: [date('date_from'), date('date_to'), date('trade_fn_from'), date('trade_fn_to')],
} as unknown as ReportEntry;
const TODAY = '2024-03-17';

it('a preset is asked for by the days of today and saved as itself, for every range', () => {
  const address = {
    date_period: '7d',
    trade_fn_period: 'last_month',
    chart: 'roi',
    compare: 'previous',
    zeros: 'hidden',
  };
  expect(withDays(entry, address, TODAY)).toMatchObject({
    date_from: '2024-03-11',
    date_to: TODAY,
    trade_fn_from: '2024-02-01',
    trade_fn_to: '2024-02-29',
  });
  const saved = savedOf(entry, address, ['country']);
  expect(saved).toEqual({
    query: {},
    display: {
      columns: ['country'],
      chart: 'roi',
      compare: 'previous',
      zeros: 'hidden',
      periods: { date: '7d', trade_fn: 'last_month' },
    },
  });
  expect(searchOf(saved as SavedView)).toEqual({ ...address, columns: ['country'] });
});

it('chosen days stay as they are', () => {
  const address = { date_from: '2024-01-05', date_to: '2024-01-09' };
  expect(withDays(entry, address, TODAY)).toEqual(address);
  const saved = savedOf(entry, address, []);
  expect(saved.query).toEqual(address);
  expect(searchOf(saved as SavedView)).toMatchObject(address);
});

it('without dates, a report that needs them is asked for four weeks, which are not saved', () => {
  const weeks = { date_from: '2024-02-19', date_to: TODAY };
  expect(withDays(entry, {}, TODAY)).toEqual(weeks);
  expect(savedOf(entry, {}, []).query).toEqual({});
  const search = { order_id: ['mt4:1'] };
  const filters = [...entry.filters, { name: 'order_id', type: 'string', is_list: true }];
  expect(withDays({ ...entry, filters } as ReportEntry, search, TODAY)).toEqual(search);
  // A report that takes no orders has its days all the same.
  expect(withDays(entry, search, TODAY)).toEqual({ ...search, ...weeks });
});

it('words that say nothing about how a report is shown are not saved', () => {
  expect(savedOf(entry, { compare: 'year', zeros: 'shown' }, []).display).toEqual({ columns: [] });
});

const parameter = (name: string, type = 'string') => ({ name, type, is_list: false });
const whole = {
  path_parameters: [parameter('cohort')],
  filters: [
    parameter('date_from', 'date'),
    parameter('date_to', 'date'),
    parameter('country'),
    parameter('ordering'),
    parameter('limit'),
    parameter('updated_since'),
  ],
} as unknown as ReportEntry;

it('all that a report takes, and how it is shown, is part of what is asked', () => {
  const address = {
    cohort: '2024-03',
    date_period: '7d',
    country: 'PT',
    ordering: '-country',
    columns: ['country'],
    chart: 'roi',
    compare: 'previous',
    zeros: 'hidden',
  };
  expect(leftOut(whole, address)).toEqual([]);
});

it('a filter of another report or version, and what only programs ask, are left out by name', () => {
  const address = { reward_date_from: '2024-03-01', trade_fn_period: '7d', limit: '5', updated_since: 'x' };
  expect(leftOut(whole, { country: 'PT', ...address })).toEqual(Object.keys(address));
});

it('a list is saved as its address has it, also with commas in its values', () => {
  const filters = [{ name: 'campaign_title', type: 'string', is_list: true }];
  const address = { campaign_title: ['Gold', listItem('Spring, "2024"')] };
  const saved = savedOf({ ...entry, filters } as unknown as ReportEntry, address, []);
  expect(saved.query).toEqual(address);
  expect(searchOf(saved as SavedView)).toMatchObject(address);
});
