import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import { NOTIFICATIONS } from './notifications.ts';

const ASK = {
  groupBy: [],
  values: {},
  ordering: [],
  limit: 1,
  offset: 0,
  period: undefined,
  subject: undefined,
};

interface Given {
  readonly reward_usd?: string;
  readonly spend?: string;
  readonly all_frauds?: number;
  readonly all_events?: number;
  readonly ineligible?: number;
}

test.each<[string, Given, string[]]>([
  ['9.99 % of fraud', { all_frauds: 999 }, []],
  ['10 % of fraud', { all_frauds: 1000 }, ['high_fraud warning 2']],
  ['29.99 % of fraud', { all_frauds: 2999 }, ['high_fraud warning 2']],
  ['30 % of fraud', { all_frauds: 3000 }, ['high_fraud critical 1']],
  ['no events at all', { all_frauds: 0, all_events: 0 }, []],
  ['no spend', { spend: '0', reward_usd: '7' }, []],
  ['neither profit nor loss', { reward_usd: '100' }, []],
  ['a loss of a cent', { reward_usd: '99.99' }, ['low_roi warning 2']],
  ['a loss of 49.99 %', { reward_usd: '50.01' }, ['low_roi warning 2']],
  ['a loss of 50 %', { reward_usd: '50' }, ['low_roi critical 1']],
  ['a profit of 49.99 %', { reward_usd: '149.99' }, []],
  ['a profit of 50 %', { reward_usd: '150' }, ['growth_opportunity info 3']],
  ['a profit with much fraud', { reward_usd: '150', all_frauds: 1000 }, ['high_fraud warning 2']],
  ['a profit from other countries', { reward_usd: '150', ineligible: 1 }, []],
  [
    'some fraud and a heavy loss, the more urgent first',
    { reward_usd: '0', all_frauds: 1000 },
    ['low_roi critical 1', 'high_fraud warning 2'],
  ],
])('%s calls attention to %s', (_, { reward_usd = '100', spend = '100', ...given }, expected) => {
  const row = {
    all_frauds: 0,
    all_events: 10_000,
    ineligible: 0,
    ...given,
    reward_usd: Decimal.parse(reward_usd),
    spend: Decimal.parse(spend),
  };
  const found = NOTIFICATIONS.read?.(row, ASK) as { name: string; severity: string; priority: number }[];
  expect(found.map(({ name, severity, priority }) => `${name} ${severity} ${priority}`)).toEqual(expected);
});
