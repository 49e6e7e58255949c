import {
  array,
  assert,
  constantFrom,
  integer,
  oneof,
  option,
  property,
  record,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { evaluate, neededSums, type Applicant, type SumScope, type Verdict } from './index.ts';
import type { Rule } from './schema.ts';

const of = (text: string) => Decimal.parse(text);
const applicant = (change: Partial<Applicant> = {}): Applicant => ({
  venue: 'aurora',
  asset: 'USDT',
  amount: Decimal.parse('100'),
  destination: 'KNOWN',
  valueIn: (currency) => (currency === 'EUR' ? of('92.5') : undefined),
  ...change,
});
const nothingBefore = (): Decimal => Decimal.ZERO;

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

/** Of a rule that refuses, before one that allows everything. */
const refusing = (rule: Omit<Rule, 'verdict'>, before?: string) =>
  evaluate([{ ...rule, verdict: 'REFUSE' }, { verdict: 'ALLOW' }], applicant(), () =>
    before === undefined ? undefined : of(before),
  );

describe('a rule by value', () => {
  it.each<[string, Omit<Rule, 'verdict'>, 'refuse' | 'allow' | 'approve']>([
    ['from the value', { currency: 'EUR', amountFrom: '92.5' }, 'refuse'],
    ['from a little more', { currency: 'EUR', amountFrom: '92.50000001' }, 'allow'],
    ['up to the value', { currency: 'EUR', amountTo: '92.5' }, 'refuse'],
    ['in a currency without a price', { currency: 'JPY', amountFrom: '1' }, 'approve'],
    [
      'in a currency without a price, at another venue',
      { venue: 'borealis', currency: 'JPY', amountFrom: '1' },
      'allow',
    ],
    ['for a sum that is just passed', { currency: 'EUR', sum: { window: '24h', over: '99.99' } }, 'refuse'],
    ['for a sum that is just reached', { currency: 'EUR', sum: { window: '24h', over: '100' } }, 'allow'],
  ])('%s', (_name, rule, kind) => {
    expect(refusing(rule, '7.5').kind).toBe(kind);
  });

  it('needs an approval while the sum is not known, unless the withdrawal alone passes it', () => {
    const limit = { currency: 'EUR', sum: { window: '24h', over: '100' } } as const;
    expect(refusing(limit)).toMatchObject({
      kind: 'approve',
      approvals: 1,
      number: 1,
      isInDoubt: true,
    });
    expect(refusing({ ...limit, sum: { window: '24h', over: '92' } }).kind).toBe('refuse');
  });

  it('says that a price is missing, and asks for as many approvals as any possible rule', () => {
    const rules: Rule[] = [
      {
        currency: 'JPY',
        amountFrom: '5000',
        verdict: 'REQUIRE_APPROVALS',
        approvals: 3,
        approvers: 'PEOPLE',
      },
      { currency: 'JPY', amountTo: '10', verdict: 'ALLOW' },
      { verdict: 'REQUIRE_APPROVALS', approvals: 2 },
    ];
    expect(evaluate(rules, applicant(), nothingBefore)).toEqual({
      kind: 'approve',
      approvals: 3,
      explanation: 'rule 1: worth at least 5,000 JPY is not known without a price → 3 approvals by people',
      rule: rules[0],
      number: 1,
      isInDoubt: true,
    });
    expect(evaluate(rules.slice(1), applicant(), nothingBefore)).toMatchObject({
      approvals: 2,
      rule: rules[2],
    });
  });

  it.each<[string, Pick<Rule, 'approvals' | 'approvers'>, Pick<Rule, 'approvals' | 'approvers'>, object]>([
    [
      'people',
      { approvals: 1 },
      { approvals: 1, approvers: 'PEOPLE' },
      { approvals: 1, approvers: 'PEOPLE' },
    ],
    [
      'a group',
      { approvals: 1, approvers: 'PEOPLE' },
      { approvals: 1, approvers: 'treasury' },
      { approvers: 'treasury' },
    ],
    [
      'people',
      { approvals: 2 },
      { approvals: 1, approvers: 'treasury' },
      { approvals: 2, approvers: 'PEOPLE' },
    ],
    [
      'people',
      { approvals: 1, approvers: 'PEOPLE' },
      { approvals: 2 },
      { approvals: 2, approvers: 'PEOPLE' },
    ],
  ])(
    'asks for %s without a price where a possible rule does: %j, else %j',
    (_who, first, second, expected) => {
      const rules: Rule[] = [
        { currency: 'JPY', amountFrom: '5000', verdict: 'REQUIRE_APPROVALS', ...first },
        { verdict: 'REQUIRE_APPROVALS', ...second },
      ];
      expect(evaluate(rules, applicant(), nothingBefore).rule).toMatchObject(expected);
    },
  );

  it('does not soften what another rule refuses', () => {
    const rules: Rule[] = [{ currency: 'JPY', amountTo: '10', verdict: 'ALLOW' }, { verdict: 'REFUSE' }];
    expect(evaluate(rules, applicant(), nothingBefore).kind).toBe('refuse');
  });
});

describe('what a managed balance does without a person', () => {
  const alone = applicant({ requester: 'MANAGED_BALANCE' });
  const own: Rule = { requester: 'MANAGED_BALANCE', asset: 'USDT', amountTo: '100', verdict: 'ALLOW' };
  it.each<[string, Rule[], 'allow' | 'approve' | 'refuse']>([
    ['is allowed by a rule for it', [own], 'allow'],
    ['is allowed by it also after a rule that allows others', [{ verdict: 'ALLOW' }, own], 'allow'],
    ['is not allowed by a rule for others', [{ verdict: 'ALLOW' }], 'approve'],
    ['is not allowed beyond the amount of its rule', [{ ...own, amountTo: '99' }], 'approve'],
    ['is refused by a rule for all', [{ verdict: 'REFUSE' }, own], 'refuse'],
    [
      'needs the approvals of a rule for all',
      [{ verdict: 'REQUIRE_APPROVALS', approvals: 1 }, own],
      'approve',
    ],
  ])('%s', (_name, rules, kind) => {
    expect(evaluate(rules, alone, nothingBefore).kind).toBe(kind);
  });

  it('has rules that say nothing about others', () => {
    expect(evaluate([own], applicant(), nothingBefore).kind).toBe('approve');
    expect(
      evaluate([{ requester: 'MANAGED_BALANCE', verdict: 'REFUSE' }], applicant(), nothingBefore).kind,
    ).toBe('approve');
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
    [
      { currency: 'EUR', amountFrom: '1', amountTo: '5000', verdict: 'ALLOW' },
      'rule 1: worth 1 to 5,000 EUR → allowed',
    ],
    [
      { currency: 'EUR', sum: { window: '24h', over: '50' }, verdict: 'REFUSE' },
      'rule 1: over 50 EUR of all assets in 24 h → refused',
    ],
    [
      { destination: 'KNOWN', verdict: 'REQUIRE_SCREENING' },
      'rule 1: to a known destination → screening within 1 h, else refused; no rule matches → 1 approval',
    ],
    [
      { verdict: 'REQUIRE_SCREENING', screening: { withinSeconds: 90, silence: 'PEOPLE' } },
      'rule 1: always → screening within 90 s, else people decide; no rule matches → 1 approval',
    ],
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
      verdict: constantFrom('ALLOW' as const, 'REFUSE' as const, 'REQUIRE_SCREENING' as const),
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

const CURRENCIES = ['EUR', 'JPY'] as const;
const byValue = array(
  record(
    {
      venue: constantFrom('aurora', 'borealis'),
      currency: constantFrom(...CURRENCIES),
      amountFrom: constantFrom('50', '150'),
      amountTo: constantFrom('60', '160'),
      sum: record({ window: constantFrom('24h' as const, '30d' as const), over: constantFrom('120', '500') }),
      verdict: constantFrom('ALLOW' as const, 'REFUSE' as const, 'REQUIRE_APPROVALS' as const),
      approvals: integer({ min: 1, max: 4 }),
    },
    { requiredKeys: ['verdict', 'approvals'] },
  ),
  { maxLength: 6 },
);

it('with a price of 1, a rule by value decides as the same rule by amount', () => {
  assert(
    property(
      byValue,
      integer({ min: 0, max: 600 }),
      constantFrom('40', '50', '55', '150', '155', '170'),
      (rules, before, text) => {
        const amount = of(text);
        const who = applicant({ amount, valueIn: () => amount });
        const kindOf = (all: readonly Rule[]) => {
          const { kind, approvals, number } = evaluate(all, who, () => Decimal.of(BigInt(before)));
          return { kind, approvals, number };
        };
        const byAmount = rules.map(({ currency, ...rule }): Rule => ({
          ...rule,
          ...(currency && { asset: 'USDT' }),
        }));
        expect(kindOf(rules)).toEqual(kindOf(byAmount));
      },
    ),
  );
});

const VALUES = ['40', '55', '100', '155', '900'].map(of);
const SUMS = ['0', '90', '499', '5000'].map(of);
/** How strict a verdict is: refused, or by the number of approvals. */
const strictness = ({ kind, approvals }: Verdict): number => (kind === 'refuse' ? Infinity : approvals);

it('what is not known is as strict as any value would make it, but for what it would refuse, and is never allowed', () => {
  assert(
    property(
      byValue,
      option(constantFrom(...VALUES)),
      option(constantFrom(...VALUES)),
      option(constantFrom(...SUMS)),
      (rules, eur, jpy, before) => {
        const decide = (values: readonly (Decimal | null)[], sum: Decimal | null) =>
          evaluate(
            rules,
            applicant({
              valueIn: (currency) => values[CURRENCIES.findIndex((each) => each === currency)] ?? undefined,
            }),
            () => sum ?? undefined,
          );
        const possible = (eur ? [eur] : VALUES)
          .flatMap((one) => (jpy ? [jpy] : VALUES).map((other) => [one, other]))
          .flatMap((values) => (before ? [before] : SUMS).map((sum) => decide(values, sum)));
        const verdict = decide([eur, jpy], before);
        const most = Math.max(...possible.filter(({ kind }) => kind !== 'refuse').map(strictness), 0);
        expect(strictness(verdict)).toBeGreaterThanOrEqual(most);
        expect(verdict.kind === 'allow' && possible.some(({ kind }) => kind !== 'allow')).toBe(false);
      },
    ),
  );
});

const screening = record(
  {
    destination: constantFrom('KNOWN' as const, 'NEW' as const),
    currency: constantFrom(...CURRENCIES),
    amountFrom: constantFrom('50', '150'),
    withinSeconds: constantFrom(60, 900, 3_600),
    silence: constantFrom('REFUSE' as const, 'PEOPLE' as const),
  },
  { requiredKeys: ['withinSeconds', 'silence'] },
).map(({ withinSeconds, silence, ...conditions }): Rule => ({
  ...conditions,
  verdict: 'REQUIRE_SCREENING',
  screening: { withinSeconds, silence },
}));
const mixed: Arbitrary<Rule[]> = array(
  oneof(
    byValue.map((rules) => rules.slice(0, 1)),
    screening.map((rule) => [rule]),
  ),
  {
    maxLength: 6,
  },
).map((lists) => lists.flat());

describe('rules that ask for a screening', () => {
  it('change nothing about what the other rules decide', () => {
    assert(
      property(
        mixed,
        option(constantFrom(...VALUES)),
        option(constantFrom(...SUMS)),
        (rules, value, before) => {
          const decide = (all: readonly Rule[]) => {
            const who = applicant({ valueIn: () => value ?? undefined });
            const { kind, approvals, rule, isInDoubt } = evaluate(all, who, () => before ?? undefined);
            return { kind, approvals, rule, isInDoubt };
          };
          const others = rules.filter(({ verdict }) => verdict !== 'REQUIRE_SCREENING');
          expect(decide(rules)).toEqual(decide(others));
        },
      ),
    );
  });

  it('ask for it exactly when the first that matches comes before the rule that decides, on its terms', () => {
    assert(
      property(mixed, constantFrom(...VALUES), constantFrom(...SUMS), (rules, value, before) => {
        const who = applicant({ valueIn: () => value });
        const alone = (rule: Rule) =>
          evaluate([{ ...rule, verdict: 'REFUSE' }], who, () => before).kind === 'refuse';
        const matching = rules.filter(alone);
        const end = matching.findIndex(({ verdict }) => verdict !== 'REQUIRE_SCREENING');
        const asking = end === -1 ? matching : matching.slice(0, end);
        const isRefused = matching[end]?.verdict === 'REFUSE';
        const expected = isRefused ? undefined : asking[0]?.screening;
        const { screening } = evaluate(rules, who, () => before);
        expect(screening && { withinSeconds: screening.withinSeconds, silence: screening.silence }).toEqual(
          expected,
        );
      }),
    );
  });

  it('are as strict without a price as with any', () => {
    assert(
      property(mixed, (rules) => {
        const decide = (value: Decimal | undefined) =>
          evaluate(rules, applicant({ valueIn: () => value }), () => Decimal.ZERO);
        const unknown = decide(undefined);
        for (const value of VALUES) {
          const { kind, screening } = decide(value);
          if (kind === 'refuse' || !screening || unknown.kind === 'refuse') continue;
          expect(unknown.screening?.withinSeconds).toBeLessThanOrEqual(screening.withinSeconds);
          expect([screening.silence, 'REFUSE']).toContain(unknown.screening?.silence);
        }
      }),
    );
  });
});
