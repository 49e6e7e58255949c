import { listItem, type ReportEntry } from '@quaestor/sdk';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { groupsOf, listOf, nextOrdering, oneOf, queryOf, regroup, reportSearch } from './search.ts';

const parameter = (name: string, is_list: boolean) => ({ name, is_list });
const entry = {
  path_parameters: [parameter('cohort', false)],
  filters: [
    parameter('country', true),
    parameter('ordering', true),
    parameter('date_from', false),
    parameter('limit', false),
    parameter('format', false),
    parameter('updated_since', false),
  ],
  dimensions: [{ name: 'day' }, { name: 'country' }],
} as unknown as ReportEntry;

it('an address keeps texts and lists; numbers that people typed become text, all else is left out', () => {
  expect(
    reportSearch({ cohort: '2024-03', reward_order: 17, country: ['PT', 5, null], order: {}, q: '', x: [] }),
  ).toEqual({ cohort: '2024-03', reward_order: '17', country: ['PT', '5'] });
});

it('only parameters of the report are asked for, and none that the screen or programs decide about', () => {
  const search = {
    cohort: '2024-03',
    country: 'PT',
    limit: '5',
    format: 'csv',
    columns: ['roi'],
    updated_since: '2024-03-01T00:00:00.000Z',
  };
  expect(queryOf(entry, search)).toEqual({ cohort: '2024-03', country: ['PT'] });
});

it('a value with a comma is asked for as one value, and a list of the API is read as its values', () => {
  const title = 'Spring, "2024"';
  const search = { country: ['PT', listItem(title)], group_by: 'day,country' };
  expect(queryOf(entry, search)).toEqual({ country: ['PT', title] });
  expect(listOf(search.country)).toEqual(['PT', title]);
  expect(groupsOf(entry, search)).toEqual(['day', 'country']);
  expect(oneOf('met in Porto, at the fair')).toBe('met in Porto, at the fair');
});

it('every value survives the address and the list that is asked for', () => {
  const holds = property(
    array(string({ unit: constantFrom('"', ',', ' ', 'é') }), { minLength: 1 }),
    (values) => {
      const items = values.map(listItem);
      expect(listOf(items)).toEqual(values);
      expect(listOf(items.join(','))).toEqual(values);
    },
  );
  expect(() => assert(holds)).not.toThrow();
});

it('an ordering ends with the group it was by', () => {
  const search = { group_by: ['day', 'country'], ordering: ['-day', 'country', '-reward_usd'] };
  expect(regroup(entry, search, ['country'])).toEqual({
    group_by: ['country'],
    ordering: ['country', '-reward_usd'],
  });
  expect(regroup(entry, { ordering: ['day'] }, [])).toEqual({ group_by: undefined, ordering: undefined });
});

it('a column descends, then ascends, then is left to the server', () => {
  expect(nextOrdering('roi', [])).toEqual(['-roi']);
  expect(nextOrdering('roi', ['-roi'])).toEqual(['roi']);
  expect(nextOrdering('roi', ['roi'])).toBeUndefined();
  expect(nextOrdering('roi', ['cpc'])).toEqual(['-roi']);
});
