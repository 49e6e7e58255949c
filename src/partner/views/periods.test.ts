import { expect, test } from 'vitest';
import { noFieldErrors } from '../../kernel/index.ts';
import { checkSaved } from '../reports/index.ts';
import { queryOn } from './periods.ts';

const DAY = '2024-03-17';
const WEEKS = { date_from: '2024-02-19', date_to: DAY };

test.each([
  ['orders', {}, {}, WEEKS],
  ['orders', { date_from: '2024-03-01' }, {}, { date_from: '2024-03-01' }],
  ['orders', { reward_date_from: '2024-03-01' }, {}, { reward_date_from: '2024-03-01' }],
  ['orders', { reward_date_to: '2024-03-01' }, {}, { reward_date_to: '2024-03-01' }],
  ['orders', { order_id: 'mt4:1' }, {}, { order_id: 'mt4:1' }],
  ['rewards', { reward_date_from: '2024-03-01' }, {}, { reward_date_from: '2024-03-01' }],
  ['performance', {}, { date: '7d' }, { date_from: '2024-03-11', date_to: DAY }],
])('%s with %o and the ranges %o asks for %o', (report, query, periods, asked) => {
  const parameters = queryOn({ report, query, display: { periods } }, DAY);
  expect(parameters).toEqual(asked);
  const errors = noFieldErrors();
  checkSaved(report, parameters, errors);
  expect(errors).toEqual({});
});
