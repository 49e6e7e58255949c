import type { PolicyRule } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { describePolicy, describeRule } from './describe-rule.ts';

it.each<[PolicyRule, string]>([
  [{ verdict: 'ALLOW' }, 'always → allowed'],
  [
    { asset: 'USDT', amountFrom: '100', amountTo: '50000', destination: 'KNOWN', verdict: 'REFUSE' },
    '100 to 50,000 USDT, to a known destination → refused',
  ],
  [
    { asset: 'BTC', sum: { window: '24h', over: '10000.5' }, verdict: 'REQUIRE_APPROVALS', approvals: 2 },
    'over 10,000.5 BTC in 24 h → 2 approvals',
  ],
  [
    { currency: 'USDT', amountFrom: '100', amountTo: '50000', verdict: 'REFUSE' },
    'worth 100 to 50,000 USDT → refused',
  ],
  [
    { currency: 'USDT', sum: { window: '24h', over: '10000.5' }, verdict: 'REFUSE' },
    'over 10,000.5 USDT of all assets in 24 h → refused',
  ],
  [
    { venue: 'aurora', asset: 'BTC', verdict: 'REQUIRE_APPROVALS', approvals: 1, approvers: 'PEOPLE' },
    'asset BTC, at aurora → 1 approval by people',
  ],
  [
    { destination: 'NEW', verdict: 'REQUIRE_APPROVALS', approvals: 2, approvers: 'treasury' },
    'to a new destination → 2 approvals of treasury',
  ],
  [
    { destination: 'NEW', verdict: 'REQUIRE_SCREENING' },
    'to a new destination → screening within 1 h, else refused',
  ],
  [
    { verdict: 'REQUIRE_SCREENING', screening: { withinSeconds: 90, silence: 'PEOPLE' } },
    'always → screening within 90 s, else people decide',
  ],
])('%j', (rule, line) => {
  expect(describeRule(rule)).toBe(line);
});

it('puts groups before rules, by name', () => {
  const groups = { treasury: ['grace', 'ada'], board: ['mary'] };
  expect(describePolicy({ groups, rules: [{ verdict: 'ALLOW' }] })).toEqual([
    'Group board: mary',
    'Group treasury: grace and ada',
    'always → allowed',
  ]);
});

it('has the note of a rule, so that a changed note is a change', () => {
  const rules: PolicyRule[] = [{ description: 'Small ones.', verdict: 'ALLOW' }];
  expect(describePolicy({ rules })).toEqual(['always → allowed (Small ones.)']);
});
