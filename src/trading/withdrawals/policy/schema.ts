import { Type, type Static } from 'typebox';
import { PERIODS } from '../../policies/index.ts';
import { code, id, orNull, reference, status, time, venue } from '../schema.ts';

const decided = (options: { description: string }) =>
  Type.Object(
    {
      verdict: Type.Enum(['ALLOW', 'REQUIRE_APPROVALS', 'REFUSE'], { examples: ['REQUIRE_APPROVALS'] }),
      approvals: Type.Integer({ description: 'The number of approvals.', examples: [2] }),
      approvers: Type.Union([Type.Array(Type.String()), Type.Null()], {
        description:
          'Who may approve: null everybody with the scope, an empty list people, else these people.',
        examples: [null],
      }),
      screening: Type.Boolean({ description: 'Whether a screening is asked for too.', examples: [false] }),
      rule: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The number of the rule, from 1; null when none matched.',
        examples: [2],
      }),
      sentence: orNull('rule 2: over 10,000 USDT in 24 h → 2 approvals'),
    },
    options,
  );

export const PolicySimulation = Type.Object(
  {
    from: { ...time, description: 'The start: 30 days ago, or later where there are very many withdrawals.' },
    to: { ...time, description: 'Now.' },
    evaluated: Type.Integer({ description: 'The number of withdrawals in this time.', examples: [412] }),
    different: Type.Integer({ description: 'How many of them the draft decides otherwise.', examples: [1] }),
    verdicts: Type.Object(
      {
        ALLOW: Type.Integer({ examples: [380] }),
        REQUIRE_APPROVALS: Type.Integer({ examples: [31] }),
        REFUSE: Type.Integer({ examples: [1] }),
        REQUIRE_SCREENING: Type.Integer({
          description: 'How many of those that are not refused need a screening too.',
          examples: [12],
        }),
      },
      { description: 'How often the draft decides what.' },
    ),
    differences: Type.Array(
      Type.Object({
        id,
        reference,
        venue,
        asset: Type.Object({ code }, { description: 'The asset.' }),
        amount: Type.String({ examples: ['1250.50'] }),
        status,
        createdAt: time,
        decided: decided({ description: 'What was decided at creation.' }),
        draft: decided({ description: 'What the draft decides.' }),
      }),
      { description: 'The newest 100 that the draft decides otherwise, newest first.' },
    ),
  },
  { title: 'PolicySimulation' },
);
export type PolicySimulation = Static<typeof PolicySimulation>;

const limited = {
  rule: Type.Integer({ description: 'The number of the rule, from 1.', examples: [2] }),
  sentence: Type.String({
    description: 'What the rule says.',
    examples: ['rule 2: over 10,000 USDT in 24 h → 2 approvals'],
  }),
  venue: Type.Union([venue, Type.Null()], {
    description: 'The venue whose withdrawals are summed; null for all venues.',
    examples: [null],
  }),
  window: Type.Enum([...PERIODS], { description: 'How far back the sum reaches.', examples: ['24h'] }),
  limit: Type.String({ description: 'The sum above which the rule applies.', examples: ['10000'] }),
};

export const PolicyUsage = Type.Object(
  {
    policyVersion: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The policy in force; null where there is none.',
      examples: [3],
    }),
    at: { ...time, description: 'The end of every window.' },
    rules: Type.Array(
      Type.Object({
        ...limited,
        asset: Type.Object({ code }, { description: 'The asset.' }),
        spent: Type.String({
          description:
            'The sum of the withdrawals created in the window, to any destination, except FAILED, CANCELLED and ' +
            'SIMULATED ones.',
          examples: ['2500.50'],
        }),
        remaining: Type.String({
          description: 'What can still be requested before the rule applies.',
          examples: ['7499.50'],
        }),
      }),
      { description: 'The rules with a sum of an asset, in their order.' },
    ),
    values: Type.Array(
      Type.Object({
        ...limited,
        currency: Type.String({ description: 'The currency of the values.', examples: ['USDT'] }),
        spent: Type.Union([Type.String(), Type.Null()], {
          description: 'What is counted is worth, at live prices; null while one of them is missing.',
          examples: ['2500.50'],
        }),
        remaining: Type.Union([Type.String(), Type.Null()], {
          description: 'What can still be requested before the rule applies; null while that is not known.',
          examples: ['7499.50'],
        }),
      }),
      { description: 'The rules with a sum of the values of all assets, in their order.' },
    ),
  },
  { title: 'PolicyUsage' },
);
export type PolicyUsage = Static<typeof PolicyUsage>;
