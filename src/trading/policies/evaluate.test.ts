import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { evaluate, neededSums, type Applicant, type SumScope } from './index.ts';
import type { Rule } from './schema.ts';

const applicant = (change: Partial<Applicant> = {}): Applicant => ({
  venue: 'aurora',
  asset: 'USDT',
  amount: Decimal.parse('100'),
  destination: 'KNOWN',
  ...change,
});
const nothingBefore = (): Decimal => Decimal.ZERO;
const of = (text: string) => Decimal.parse(text);

describe('a rule', () => {
  it.each<[string, Omit<Rule, 'verdict'>, Partial<Applicant>, boolean]>([
    ['without conditions', {}, {}, true],
    ['for the venue', { venue: 'aurora' }, {}, true],
    ['for another venue', { venue: 'borealis' }, {}, false],
    ['for the asset', { asset: 'USDT' }, {}, true],
    ['for another asset', { asset: 'BTC' }, {}, false],
    ['from the amount', { asset: 'USDT', amountFrom: '100' }, {}, true],
    ['from a little more', { asset: 'USDT', amountFrom: '100.000000000000000001' }, {}, false],
    ['up to the amount', { asset: 'USDT', amountTo: '100.00' }, {}, true],
    ['up to a little less', { asset: 'USDT', amountTo: '99.999999999999999999' }, {}, false],
    ['for known destinations', { destination: 'KNOWN' }, {}, true],
    ['for new destinations', { destination: 'NEW' }, {}, false],
    ['for new destinations, given one', { destination: 'NEW' }, { destination: 'NEW' }, true],
    ['for a sum that is just reached', { asset: 'USDT', sum: { window: '24h', over: '100' } }, {}, false],
    ['for a sum that is just passed', { asset: 'USDT', sum: { window: '24h', over: '99.99' } }, {}, true],
  ])('%s', (_name, conditions, change, matches) => {
    const verdict = evaluate([{ ...conditions, verdict: 'REFUSE' }], applicant(change), nothingBefore);
    expect(verdict.kind).toBe(matches ? 'refuse' : 'approve');
  });
});

describe('the verdict', () => {
  it('is one approval when no rule matches', () => {
    expect(evaluate([], applicant(), nothingBefore)).toEqual({
      kind: 'approve',
      approvals: 1,
      explanation: 'no rule matches → 1 approval',
    });
  });

  it('says which rule decided and why', () => {
    const rules: Rule[] = [
      { asset: 'BTC', verdict: 'REFUSE' },
      { venue: 'borealis', verdict: 'REFUSE' },
      { asset: 'USDT', sum: { window: '24h', over: '10000' }, verdict: 'REQUIRE_APPROVALS', approvals: 2 },
      { verdict: 'ALLOW' },
    ];
    const explain = (before: string) => evaluate(rules, applicant(), () => of(before)).explanation;
    expect(explain('9900')).toBe('rule 4: always → allowed');
    expect(explain('9900.01')).toBe('rule 3: over 10,000 USDT in 24 h → 2 approvals');
  });

  it.each<[Rule, string]>([
    [
      { asset: 'USDT', amountFrom: '1', amountTo: '1234567.1234', destination: 'KNOWN', verdict: 'ALLOW' },
      'rule 1: 1 to 1,234,567.1234 USDT, to a known destination → allowed',
    ],
    [
      { asset: 'USDT', amountFrom: '5', venue: 'aurora', verdict: 'REFUSE' },
      'rule 1: at least 5 USDT, at aurora → refused',
    ],
    [{ asset: 'USDT', amountTo: '500', verdict: 'ALLOW' }, 'rule 1: at most 500 USDT → allowed'],
    [
      { asset: 'USDT', sum: { window: '30d', over: '50' }, verdict: 'REQUIRE_APPROVALS', approvals: 1 },
      'rule 1: over 50 USDT in 30 days → 1 approval',
    ],
    [{ asset: 'USDT', verdict: 'ALLOW' }, 'rule 1: asset USDT → allowed'],
  ])('explains %j', (rule, explanation) => {
    expect(evaluate([rule], applicant(), nothingBefore).explanation).toBe(explanation);
  });
});

const rules = array(
  record(
    {
      venue: constantFrom('aurora', 'borealis'),
      asset: constantFrom('USDT', 'BTC'),
      amountFrom: constantFrom('50', '150'),
      destination: constantFrom('KNOWN' as const, 'NEW' as const),
      sum: record({ window: constantFrom('24h' as const, '30d' as const), over: constantFrom('120', '500') }),
      verdict: constantFrom('ALLOW' as const, 'REFUSE' as const),
    },
    { requiredKeys: ['verdict'] },
  ),
  { maxLength: 6 },
);

it('the sums that are asked for are all that the verdict needs', () => {
  assert(
    property(rules, option(integer({ min: 0, max: 1_000 })), (rules, before) => {
      const needed = neededSums(rules, applicant());
      const asked: SumScope[] = [];
      evaluate(rules, applicant(), (scope) => {
        asked.push(scope);
        return Decimal.of(BigInt(before ?? 0));
      });
      expect(needed).toEqual(expect.arrayContaining(asked));
      expect(needed.length).toBeLessThanOrEqual(4);
    }),
  );
});
