import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { positiveDecimal } from '../decimal.ts';
import { ENTITY_TAG } from '../../platform/http/index.ts';
import { pageOf, pageQuery } from '../../platform/lists/index.ts';
import { ScreeningTerms } from '../screening/index.ts';

const closed = { additionalProperties: false } as const;

export const PERIODS = ['24h', '30d'] as const;

export const Rule = Type.Object(
  {
    description: Type.Optional(plainText(256, { examples: ['Large transfers need two people.'] })),
    venue: Type.Optional(plainText(255, { description: 'Only this venue.', examples: ['aurora'] })),
    asset: Type.Optional(
      plainText(32, { description: 'Only this asset; amounts need it or a currency.', examples: ['USDT'] }),
    ),
    currency: Type.Optional(
      plainText(32, {
        description:
          'Instead of an asset: the amounts of the rule are values in this currency, and its sum is over all assets, at ' +
          'the live prices of the moment. While a value is not known, the withdrawal needs at least one approval.',
        examples: ['USDT'],
      }),
    ),
    requester: Type.Optional(
      Type.Enum(['MANAGED_BALANCE'], {
        description:
          'Only transfers that a managed balance makes without a person. Rules with ALLOW and without this never apply to ' +
          'those. With ALLOW it needs amountTo.',
        examples: ['MANAGED_BALANCE'],
      }),
    ),
    amountFrom: Type.Optional(positiveDecimal({ description: 'At least this amount.', examples: ['100'] })),
    amountTo: Type.Optional(positiveDecimal({ description: 'At most this amount.', examples: ['50000'] })),
    destination: Type.Optional(
      Type.Enum(['KNOWN', 'NEW'], {
        description: 'KNOWN: it is a saved destination that a second person has confirmed. NEW: it is not.',
        examples: ['KNOWN'],
      }),
    ),
    sum: Type.Optional(
      Type.Object(
        {
          window: Type.Enum([...PERIODS], { description: 'How far back it reaches.', examples: ['24h'] }),
          over: positiveDecimal({
            description: 'The sum including this withdrawal exceeds it.',
            examples: ['10000'],
          }),
        },
        {
          ...closed,
          description:
            'The sum of the asset, or the value of all assets, over a rolling window, at the venue of the rule or at all venues. At creation it ' +
            'counts every withdrawal created in the window except FAILED, CANCELLED and SIMULATED ones. Right before ' +
            'a withdrawal is sent, it is taken again over what left in the window or is leaving: a withdrawal that ' +
            'the rule then stops waits in PENDING until the window has room, or is FAILED when it can never fit.',
        },
      ),
    ),
    verdict: Type.Enum(['ALLOW', 'REQUIRE_APPROVALS', 'REFUSE', 'REQUIRE_SCREENING'], {
      description:
        'With REQUIRE_SCREENING a screener must answer, beside what the rules after this one decide; a rule that decides ends the search.',
      examples: ['REQUIRE_APPROVALS'],
    }),
    screening: Type.Optional(ScreeningTerms),
    approvals: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10,
        description: 'With REQUIRE_APPROVALS: the number of approvals.',
        examples: [2],
      }),
    ),
    approvers: Type.Optional(
      plainText(64, {
        description:
          'With REQUIRE_APPROVALS: PEOPLE, for people but no programs, or the name of a group. By default everybody with the scope.',
        examples: ['PEOPLE'],
      }),
    ),
  },
  {
    title: 'PolicyRule',
    ...closed,
    // Not every field can be with every other.
    examples: [
      {
        description: 'Large transfers need two people.',
        venue: 'aurora',
        asset: 'USDT',
        amountFrom: '100',
        amountTo: '50000',
        destination: 'KNOWN',
        sum: { window: '24h', over: '10000' },
        verdict: 'REQUIRE_APPROVALS',
        approvals: 2,
        approvers: 'PEOPLE',
      },
    ],
  },
);
export type Rule = Static<typeof Rule>;

const Groups = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }),
  Type.Array(plainText(255, { examples: ['ada@example.com'] }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
  }),
  {
    description: 'People who may approve, by the name of their group.',
    examples: [{ treasury: ['ada@example.com', 'grace@example.com', 'mary@example.com'] }],
  },
);
export type Groups = Static<typeof Groups>;

export const Proposal = Type.Object(
  {
    groups: Type.Optional(Groups),
    rules: Type.Array(Rule, {
      maxItems: 100,
      description:
        'The first matching rule decides. Without a match, one approval is required. Rules with REQUIRE_SCREENING before it add a screening and decide nothing else.',
    }),
  },
  { title: 'PolicyProposal', ...closed },
);
export type Proposal = Static<typeof Proposal>;

const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });

export const Policy = Type.Object(
  {
    version: Type.Integer({ examples: [3] }),
    status: Type.Enum(['PROPOSED', 'ACTIVE', 'REPLACED', 'WITHDRAWN', 'REFUSED'], { examples: ['ACTIVE'] }),
    rules: Type.Array(Rule),
    groups: Groups,
    proposedBy: Type.String({ examples: ['ada'] }),
    proposedAt: time,
    confirmedBy: Type.Union([Type.String(), Type.Null()], { examples: ['grace'] }),
    confirmedAt: Type.Union([time, Type.Null()], { examples: ['2026-01-31T12:07:00.000Z'] }),
    endedBy: Type.Union([Type.String(), Type.Null()], {
      description: 'Who withdrew or refused the proposal.',
      examples: [null],
    }),
    endedAt: Type.Union([time, Type.Null()], {
      description: 'When it was withdrawn or refused.',
      examples: [null],
    }),
  },
  { title: 'Policy' },
);
export type Policy = Static<typeof Policy>;

export const Policies = Type.Object(
  {
    active: Type.Union([Policy, Type.Null()], { description: 'The policy in force.' }),
    proposed: Type.Union([Policy, Type.Null()], { description: 'The policy that waits for confirmation.' }),
    etag: ENTITY_TAG,
  },
  { title: 'Policies' },
);

export const PolicyQuery = Type.Object(pageQuery, closed);
export const PolicyPage = pageOf(Policy, 'PolicyPage');

export const PolicyVersion = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [3] }),
});
