import type { PolicyRule } from '@quaestor/sdk';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyRule, faultsOf, toDraft, toProposal } from './draft.ts';

const amount = fc.integer({ min: 1, max: 1e6 }).map(String);
const rule = fc
  .record(
    {
      description: fc.constant('Large transfers'),
      venue: fc.constant('aurora'),
      asset: fc.constant('USDT'),
      currency: fc.constant('EUR'),
      amountFrom: amount,
      amountTo: amount,
      destination: fc.constantFrom('KNOWN' as const, 'NEW' as const),
      sum: fc.record({ window: fc.constantFrom('24h' as const, '30d' as const), over: amount }),
    },
    { requiredKeys: [] },
  )
  .chain((conditions) =>
    fc.oneof(
      fc.constant<PolicyRule>({ ...conditions, verdict: 'ALLOW' }),
      fc.constant<PolicyRule>({ ...conditions, verdict: 'REFUSE' }),
      fc.constantFrom('REFUSE' as const, 'PEOPLE' as const).map((silence): PolicyRule => ({
        ...conditions,
        verdict: 'REQUIRE_SCREENING',
        screening: { withinSeconds: 901, silence },
      })),
      fc.integer({ min: 1, max: 10 }).map((approvals): PolicyRule => ({
        ...conditions,
        verdict: 'REQUIRE_APPROVALS',
        approvals,
        approvers: 'treasury',
      })),
    ),
  );

it('an untouched policy is proposed as it is', () => {
  const groups = { treasury: ['ada', 'grace'] };
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
      expect(toProposal(toDraft({ rules, groups }))).toEqual({ rules, groups });
    }),
  );
});

it('approvals of a rule that no longer asks for them are left out, and groups if there are none', () => {
  expect(toProposal({ rules: [{ ...emptyRule(), verdict: 'ALLOW' }], groups: [] })).toEqual({
    rules: [{ verdict: 'ALLOW' }],
  });
});

const treasury = () =>
  toDraft({
    rules: [{ verdict: 'REQUIRE_APPROVALS', approvals: 1, approvers: 'treasury' }],
    groups: { treasury: ['ada'], board: ['mary'] },
  });

it('a group that is renamed keeps its rules', () => {
  const { rules, groups } = treasury();
  const renamed = groups.map((group) => (group.name === 'treasury' ? { ...group, name: 'desk' } : group));
  expect(toProposal({ rules, groups: renamed })).toEqual({
    rules: [{ verdict: 'REQUIRE_APPROVALS', approvals: 1, approvers: 'desk' }],
    groups: { desk: ['ada'], board: ['mary'] },
  });
});

it('two groups of one name are refused at the second', () => {
  const { rules, groups } = treasury();
  const merged = groups.map((group) => ({ ...group, name: ' treasury' }));
  expect(faultsOf({ rules, groups })).toEqual({});
  expect(Object.keys(faultsOf({ rules, groups: merged }))).toEqual(['groups.1.name']);
});

it('a rule whose group was removed is refused, and not opened to everybody', () => {
  const { rules, groups } = treasury();
  expect(Object.keys(faultsOf({ rules, groups: groups.slice(1) }))).toEqual(['rules.0.approvers']);
});
