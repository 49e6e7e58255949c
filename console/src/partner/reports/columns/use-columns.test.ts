import { expect, it } from 'vitest';
import { namesShown, readColumns } from './use-columns.ts';

const FIELDS = [{ name: 'country' }, { name: 'click_count' }, { name: 'reward_usd' }];

it('columns are those of the first choice that the report still has', () => {
  expect(namesShown(FIELDS, [['reward_usd', 'gone'], ['click_count']])).toEqual(['reward_usd']);
  expect(namesShown(FIELDS, [['gone'], [], ['click_count']])).toEqual(['click_count']);
  expect(namesShown(FIELDS, [['gone'], []])).toBeUndefined();
});

it.each([
  ['["country","reward_usd"]', ['country', 'reward_usd']],
  ['["country",7,null]', ['country']],
  ['null', []],
  ['{"length":5}', []],
  ['country', []],
  [undefined, []],
])('of %s reads what it can', (stored, names) => {
  expect(readColumns(stored)).toEqual(names);
});
