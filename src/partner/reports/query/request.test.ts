import { expect, test } from 'vitest';
import { REPORTS } from '../declarations/index.ts';
import { readAsk } from './request.ts';

const NOW = new Date('2024-05-17T23:59:59.999Z');

function periodOf(name: string, query: object) {
  const report = REPORTS.find((candidate) => candidate.name === name);
  if (!report) throw new Error(`There is no report ${name}.`);
  const { period } = readAsk(report, { ...query }, undefined, NOW);
  return `${period?.from} ${period?.to}`;
}

test.each([
  ['performance', {}, '2024-05-01 2024-05-17'],
  ['ib_performance', {}, '2024-05-01 2024-05-17'],
  ['performance', { date_from: '2023-02-28' }, '2023-02-28 2024-05-17'],
  ['performance', { date_to: '2024-02-29' }, '2024-02-01 2024-02-29'],
  ['orders', {}, '2024-04-16 2024-05-17'],
  ['orders', { date_from: '2024-02-10' }, '2024-02-10 2024-03-12'],
  ['orders', { date_to: '2024-03-31' }, '2024-02-29 2024-03-31'],
  ['orders', { date_from: '2024-03-01', date_to: '2024-04-01' }, '2024-03-01 2024-04-01'],
  ['orders', { reward_date_from: '2024-03-01', reward_date_to: '2024-04-01' }, '2024-03-01 2024-04-01'],
  ['orders', { reward_date_to: '2024-03-31' }, '2024-02-29 2024-03-31'],
  ['orders', { date_from: '2024-03-01', reward_date_to: '2024-03-02' }, '2024-03-01 2024-03-02'],
  ['orders', { date_from: '9999-12-31' }, '9999-12-31 9999-12-31'],
  ['orders', { date_to: '0000-01-15' }, '0000-01-01 0000-01-15'],
])('%s with %o covers %s', (name, query, period) => {
  expect(periodOf(name, query)).toBe(period);
});
