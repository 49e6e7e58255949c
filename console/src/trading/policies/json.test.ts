import { expect, it } from 'vitest';
import { toProposal } from './draft.ts';
import { readJson, toJson } from './json.ts';

const POLICY = {
  groups: { treasury: ['ada', 'grace'] },
  rules: [
    { asset: 'USDT', amountTo: '1000', destination: 'KNOWN', verdict: 'ALLOW' },
    { asset: 'USDT', amountTo: '1000', requester: 'MANAGED_BALANCE', verdict: 'ALLOW' },
    {
      description: 'Large ones',
      venue: 'aurora',
      asset: 'USDT',
      sum: { window: '30d', over: '50000' },
      verdict: 'REQUIRE_APPROVALS',
      approvals: 2,
      approvers: 'treasury',
    },
  ],
};

const read = (value: unknown) => readJson(JSON.stringify(value));

it('a policy is the same after it was written as JSON and read again', () => {
  const found = read(POLICY);
  if ('fault' in found) throw new Error(found.fault);
  expect(toProposal(found.draft)).toEqual(POLICY);
  expect(JSON.parse(toJson(found.draft))).toEqual(POLICY);
});

it.each<[string, unknown, string]>([
  ['an unknown field', { rules: [{ verdict: 'ALLOW', network: 'TRON' }] }, 'rules.0.network'],
  ['an unknown field of the policy', { rules: [], version: 3 }, 'version'],
  ['an amount that is a number', { rules: [{ asset: 'BTC', amountTo: 5, verdict: 'ALLOW' }] }, ''],
  [
    'approvals that are a text',
    { rules: [{ verdict: 'REQUIRE_APPROVALS', approvals: '2' }] },
    'rules.0.approvals',
  ],
  ['no approvals', { rules: [{ verdict: 'REQUIRE_APPROVALS' }] }, 'rules.0.approvals'],
  [
    'an unknown group',
    { rules: [{ verdict: 'REQUIRE_APPROVALS', approvals: 1, approvers: 'x' }] },
    'rules.0.approvers',
  ],
  [
    'an unknown field of a sum',
    { rules: [{ sum: { window: '24h', over: '1', of: 'BTC' }, verdict: 'ALLOW' }] },
    'rules.0.sum.of',
  ],
  ['no rules', {}, 'rules'],
  ['a rule that is no object', { rules: ['ALLOW'] }, 'rules'],
  ['a list', [], 'rules'],
])('JSON with %s is refused and not lost in silence', (_what, value, said) => {
  const found = read(value);
  expect(found).toHaveProperty('fault');
  expect('fault' in found && found.fault).toContain(said);
});

it('a text that is no JSON is refused', () => {
  expect(readJson('{')).toEqual({ fault: 'This is no JSON. Copy it whole.' });
});
