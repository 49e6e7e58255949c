import type { ListedPerson, PolicyRule } from '@quaestor/sdk';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { warningsOf } from './warnings.ts';

const person = (login: string, change: Partial<ListedPerson> = {}): ListedPerson => ({
  login,
  roles: ['trading:approver'],
  partnerUid: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revokedAt: null,
  invitedUntil: null,
  etag: '"a"',
  lastSignInAt: null,
  factors: ['passkey'],
  ...change,
});
const PEOPLE = [
  person('ada'),
  person('grace'),
  person('olivia', { roles: ['trading:operator'] }),
  person('mary', { revokedAt: '2026-01-02T00:00:00.000Z' }),
  person('jean', { invitedUntil: '2026-01-02T00:00:00.000Z' }),
];
const approvals = (count: number, approvers?: string): PolicyRule => ({
  verdict: 'REQUIRE_APPROVALS',
  approvals: count,
  ...(approvers !== undefined && { approvers }),
});
const lastOf = (...rules: PolicyRule[]) => warningsOf({ rules }, PEOPLE).at(-1);

describe('a rule that never decides is named with the one that does', () => {
  it.each<[string, PolicyRule, PolicyRule]>([
    ['after one for everything', { verdict: 'ALLOW' }, { asset: 'BTC', verdict: 'REFUSE' }],
    [
      'after one for its asset',
      { asset: 'BTC', verdict: 'ALLOW' },
      { asset: 'BTC', amountFrom: '5', verdict: 'REFUSE' },
    ],
    [
      'after one with wider amounts',
      { asset: 'BTC', amountFrom: '0.50', amountTo: '10', verdict: 'ALLOW' },
      { asset: 'BTC', amountFrom: '0.5', amountTo: '9.99', verdict: 'REFUSE' },
    ],
    ['after an equal one', { destination: 'NEW', ...approvals(1) }, { destination: 'NEW', ...approvals(2) }],
    [
      'with a sum, after one without',
      { asset: 'BTC', verdict: 'ALLOW' },
      { asset: 'BTC', sum: { window: '24h', over: '5' }, verdict: 'REFUSE' },
    ],
  ])('%s', (_what, first, second) => {
    expect(lastOf(first, second)).toEqual(['It never decides: rule 1 always comes first.']);
  });
});

describe('a rule that can decide has no warning', () => {
  it.each<[string, PolicyRule, PolicyRule]>([
    ['after one for another asset', { asset: 'BTC', verdict: 'ALLOW' }, { asset: 'ETH', verdict: 'REFUSE' }],
    [
      'after a narrower one',
      { asset: 'BTC', amountTo: '1', verdict: 'ALLOW' },
      { asset: 'BTC', verdict: 'REFUSE' },
    ],
    [
      'after one with a sum',
      { asset: 'BTC', sum: { window: '24h', over: '5' }, verdict: 'REFUSE' },
      { asset: 'BTC', verdict: 'ALLOW' },
    ],
    [
      'with other units than the one before',
      { currency: 'EUR', amountFrom: '1', verdict: 'ALLOW' },
      { asset: 'BTC', amountFrom: '2', verdict: 'REFUSE' },
    ],
    [
      'with amounts that are not written yet',
      { asset: 'BTC', amountFrom: '1.', verdict: 'ALLOW' },
      { asset: 'BTC', amountFrom: '2', verdict: 'REFUSE' },
    ],
  ])('%s', (_what, first, second) => {
    expect(lastOf(first, second)).toEqual([]);
  });
});

describe('approvals that nobody can give', () => {
  it('are those of more people than may approve; revoked and invited people cannot', () => {
    expect(lastOf(approvals(2, 'PEOPLE'))).toEqual([]);
    expect(lastOf(approvals(3, 'PEOPLE'))).toEqual(['It asks for 3 approvals, and 2 people can approve.']);
  });

  it('are those of members of a group who may not approve', () => {
    const groups = { treasury: ['ada', 'olivia', 'nobody'] };
    expect(warningsOf({ rules: [approvals(2, 'treasury')], groups }, PEOPLE)).toEqual([
      ['It asks for 2 approvals, and 1 person can approve.', 'olivia and nobody cannot approve.'],
    ]);
  });

  it('are not given for rules for everybody, because programs can approve too', () => {
    expect(lastOf(approvals(10))).toEqual([]);
  });
});

const rule = fc.record(
  {
    venue: fc.constantFrom('aurora', 'borealis'),
    asset: fc.constant('BTC'),
    amountFrom: fc.constantFrom('1', '5'),
    amountTo: fc.constantFrom('5', '9'),
    destination: fc.constantFrom('KNOWN' as const, 'NEW' as const),
    verdict: fc.constantFrom('ALLOW' as const, 'REFUSE' as const),
  },
  { requiredKeys: ['verdict'] },
);
const CASES = ['aurora', 'borealis'].flatMap((venue) =>
  ['BTC', 'ETH'].flatMap((asset) =>
    ['KNOWN', 'NEW'].flatMap((destination) =>
      [0, 1, 3, 5, 7, 9, 11].map((amount) => ({ venue, asset, destination, amount })),
    ),
  ),
);

it('no rule that decides about any withdrawal is said never to decide', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
      const deciding = new Set(
        CASES.map(({ venue, asset, destination, amount }) =>
          rules.findIndex(
            (each) =>
              (each.venue ?? venue) === venue &&
              (each.asset ?? asset) === asset &&
              (each.destination ?? destination) === destination &&
              amount >= Number(each.amountFrom ?? 0) &&
              amount <= Number(each.amountTo ?? Infinity),
          ),
        ),
      );
      const warnings = warningsOf({ rules }, []);
      expect(warnings.filter((_texts, index) => deciding.has(index)).flat()).toEqual([]);
    }),
  );
});

it('a rule for screening keeps no other from deciding', () => {
  expect(lastOf({ verdict: 'REQUIRE_SCREENING' }, { verdict: 'ALLOW' })).toEqual([]);
});
