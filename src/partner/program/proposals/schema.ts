import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';
import type { ProposalRow } from './store.ts';

const closed = { additionalProperties: false } as const;
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });
const orNull = <S extends ReturnType<typeof time>>(schema: S) => Type.Union([schema, Type.Null()]);
const name = (description: string, example: string) => Type.String({ description, examples: [example] });
const optionalName = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const MAX_FACTS = 1000;

export const FACT = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]),
);

export const TARIFF_EXAMPLE = {
  partner_uid: 'P1001',
  account_type: '*',
  symbol: '*',
  valid_from: '2024-07-01',
  formula_code: 'formula_forex',
  reward_size: '9',
  reward_size_currency: 'USD',
  level: 3,
};

export const NEW_PROPOSAL = Type.Object(
  {
    kind: name(
      'The kind of facts: tariffs, tier-changes, tier-levels, suspensions, partners, links or shares.',
      'tariffs',
    ),
    action: Type.Optional(
      Type.Enum(['send', 'withdraw'], {
        description: 'Whether the facts are sent or withdrawn; absent means sent.',
        examples: ['send'],
      }),
    ),
    facts: Type.Array(FACT, {
      minItems: 1,
      maxItems: MAX_FACTS,
      description: 'The facts as docs/facts.md describes them or, to withdraw them, their keys.',
      examples: [[TARIFF_EXAMPLE]],
    }),
    reason: Type.Optional(
      plainText(500, {
        description: 'Why, for the second person.',
        examples: ['Terms of the new contract.'],
      }),
    ),
  },
  { ...closed, title: 'NewProposal' },
);
export type NewProposal = Static<typeof NEW_PROPOSAL>;

export const PROPOSAL = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] }),
    status: Type.Enum(['PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED'], { examples: ['PROPOSED'] }),
    kind: name('The kind of its facts; `ledger-entries` for a clawback, a bonus or a write-off.', 'tariffs'),
    action: Type.Enum(['send', 'withdraw'], { examples: ['send'] }),
    facts: Type.Array(FACT, { examples: [[TARIFF_EXAMPLE]] }),
    reason: optionalName('Why.', 'Terms of the new contract.'),
    proposed_by: name('Who proposed it.', 'ada@example.com'),
    proposed_at: time('When.'),
    ended_by: optionalName('Who confirmed, withdrew or refused it.', 'grace@example.com'),
    ended_at: orNull(time('When.')),
    batch: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The batch of the log that it became; null before, or if it changed nothing.',
      examples: [53],
    }),
  },
  { title: 'Proposal' },
);
export type Proposal = Static<typeof PROPOSAL>;

export const PROPOSALS_QUERY = Type.Object(
  {
    ...offsetQuery,
    status: Type.Optional(
      Type.Enum(['PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED'], { examples: ['PROPOSED'] }),
    ),
    kind: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Only those of facts of this kind.',
        examples: ['suspensions'],
      }),
    ),
    partner_uid: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only those about this partner.', examples: ['P1001'] }),
    ),
    by_others: Type.Optional(
      Type.Boolean({ description: 'Only those that others than the caller proposed.', examples: [true] }),
    ),
  },
  closed,
);
export const PROPOSALS = Type.Object(
  { proposals: Type.Array(PROPOSAL), count: count('All that match.', 1) },
  { title: 'Proposals' },
);
export const PROPOSAL_PARAMS = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'The proposal.',
      examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'],
    }),
  },
  closed,
);

export const toProposal = ({ tenant: _tenant, ...row }: ProposalRow): Proposal => ({
  ...row,
  facts: [...row.facts],
  proposed_at: row.proposed_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  batch: row.batch === null ? null : Number(row.batch),
});
