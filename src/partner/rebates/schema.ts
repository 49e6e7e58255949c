import { Type, type Static } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { offsetQuery } from '../../platform/lists/index.ts';
import { CALCULATION } from '../rewards/index.ts';
import { PERIODS, type Period } from './period.ts';

export const GROUP_TYPES = ['auto', 'manual'] as const;
export type GroupType = (typeof GROUP_TYPES)[number];

export const RUN_STATUSES = ['pending', 'approved', 'paid', 'rejected'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

const title = Type.String({ description: 'Unique among the groups of the partner.', examples: ['Gold'] });
const type = Type.Enum(GROUP_TYPES, {
  description: '`auto`: its rebates are approved by themselves; `manual`: they wait for approval.',
  examples: ['auto'],
});
const percent = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100,
  description:
    "What clients get of the partner's first-level rewards from them less commissions; at most two decimals.",
  examples: [12.5],
});
const period = Type.Enum(PERIODS, { examples: ['weekly'] });
const periodValue = Type.Integer({
  minimum: 1,
  maximum: 28,
  description: 'The day on which a period begins: 1 (Monday) to 7, or 1 to 28 of the month; 1 for daily.',
  examples: [1],
});
const number = (example: number) => Type.Number({ examples: [example] });
const text = (example: string) => Type.String({ examples: [example] });

const linkCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Clients who came through this link belong to the group.',
  examples: ['a1b2c3'],
});

export const NewGroup = Type.Object(
  {
    group_title: title,
    group_type: type,
    rebate_percent: percent,
    rebate_period: period,
    rebate_period_value: Type.Optional(periodValue),
    link_code: Type.Optional(linkCode),
    is_default: Type.Optional(
      Type.Boolean({ description: 'Whether clients of no other group belong to it.', examples: [false] }),
    ),
  },
  { title: 'NewRebateGroup', additionalProperties: false },
);
export type NewGroup = Static<typeof NewGroup>;

export const GroupChange = Type.Object(
  {
    group_title: Type.Optional(title),
    group_type: Type.Optional(type),
    rebate_percent: Type.Optional(percent),
    rebate_period: Type.Optional(period),
    rebate_period_value: Type.Optional(periodValue),
    link_code: Type.Optional(
      Type.Union([linkCode, Type.Null()], {
        description: 'Null when no link is to lead to it.',
        examples: ['a1b2c3'],
      }),
    ),
    is_default: Type.Optional(Type.Boolean({ examples: [false] })),
  },
  { title: 'RebateGroupChange', additionalProperties: false, minProperties: 1 },
);
export type GroupChange = Static<typeof GroupChange>;

export const RebateGroupSchema = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    partner_uid: text('P1001'),
    group_title: title,
    group_type: type,
    clients_count: Type.Integer({ examples: [42] }),
    rebate_percent: percent,
    created: Type.String({ format: 'date-time', examples: ['2024-03-01T09:30:00.000Z'] }),
    is_default: Type.Boolean({ examples: [false] }),
    rebate_size: Type.Object(
      { min: number(0.5), max: number(120.25) },
      {
        description:
          'The smallest and the largest rebate, in USD, that clients have earned in this period so far.',
      },
    ),
    rebate_period: period,
    rebate_period_value: periodValue,
    rebate_period_start: text('2024-03-04'),
    rebate_period_end: text('2024-03-10'),
    link_code: Type.String({ description: 'Empty when no link leads to it.', examples: ['a1b2c3'] }),
  },
  { title: 'RebateGroup' },
);

/** The answer before serialization, with exact decimals. */
export interface RebateGroup {
  readonly id: number;
  readonly partner_uid: string;
  readonly group_title: string;
  readonly group_type: GroupType;
  readonly clients_count: number;
  readonly rebate_percent: Decimal;
  readonly created: Date;
  readonly is_default: boolean;
  readonly rebate_size: { readonly min: Decimal; readonly max: Decimal };
  readonly rebate_period: Period;
  readonly rebate_period_value: number;
  readonly rebate_period_start: string;
  readonly rebate_period_end: string;
  readonly link_code: string;
}

export const RebateGroups = Type.Object({ groups: Type.Array(RebateGroupSchema) });

const groupId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [7] });
const clientUid = Type.String({ minLength: 1, maxLength: 64, examples: ['u-1'] });

export const GroupId = Type.Object({ group_id: groupId });
export const GroupClient = Type.Object({ group_id: groupId, client_uid: clientUid });
export const GroupRun = Type.Object({
  group_id: groupId,
  period_start: Type.String({ format: 'date', examples: ['2024-03-04'] }),
});

export const RebatesQuery = Type.Object(offsetQuery, { additionalProperties: false });

export const ClientsQuery = Type.Object(
  {
    ...offsetQuery,
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Only clients whose uids come after this one: with the last uid of the page before, no client is missed ' +
          'while others come and go.',
        examples: ['u-1'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const GroupClients = Type.Object({
  clients: Type.Array(text('u-1')),
  count: Type.Integer({ examples: [42] }),
});

export const Verdict = Type.Object(
  { decision: Type.Enum(['approve', 'reject'], { examples: ['approve'] }) },
  { title: 'RebateVerdict', additionalProperties: false },
);
export type Verdict = Static<typeof Verdict>;

const AMOUNTS = Type.Array(
  Type.Object({ account_id: text('700100'), currency: text('EUR'), amount: number(34.5) }),
  { description: 'By the account that they are taken from.' },
);

const RebateRun = Type.Object(
  {
    period_start: text('2024-03-04'),
    period_end: text('2024-03-10'),
    status: Type.Enum(RUN_STATUSES, {
      description:
        'What is pending or approved is reserved; it is paid as soon as it is approved and covered.',
      examples: ['pending'],
    }),
    rebates_count: Type.Integer({
      description: 'One for each client and account.',
      examples: [12],
    }),
    amounts: AMOUNTS,
  },
  { title: 'RebateRun' },
);
export const RebateRuns = Type.Object({
  runs: Type.Array(RebateRun),
  count: Type.Integer({ description: 'All runs of the group.', examples: [12] }),
});

export const RunExplanation = Type.Object(
  {
    period_start: text('2024-03-04'),
    period_end: text('2024-03-10'),
    status: Type.Enum(RUN_STATUSES, { examples: ['paid'] }),
    rebates: Type.Array(
      Type.Object(
        {
          client_uid: text('u-1'),
          account_id: Type.String({ description: 'The account it is taken from.', examples: ['700100'] }),
          rebate: CALCULATION,
          last_payout: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The last payout that is part of the reward; null for rebates of earlier versions.',
            examples: [17],
          }),
          adjusted_since: Type.Number({
            description:
              'What later payouts added to the reward or took from it. The rebate keeps its amount.',
            examples: [0],
          }),
        },
        { title: 'ExplainedRebate' },
      ),
      { description: 'A page of them, by client and account.' },
    ),
    count: Type.Integer({ description: 'How many rebates the run has.', examples: [12] }),
  },
  { title: 'RebateRunExplanation' },
);

export const RunPreview = Type.Object(
  {
    period_start: text('2024-03-04'),
    period_end: text('2024-03-10'),
    amounts: AMOUNTS,
    rebates: Type.Array(
      Type.Object(
        {
          client_uid: text('u-1'),
          account_id: Type.String({ description: 'The account it is taken from.', examples: ['700100'] }),
          rebate: CALCULATION,
        },
        { title: 'PreviewedRebate' },
      ),
      { description: 'A page of them, by client and account.' },
    ),
    count: Type.Integer({ description: 'How many rebates the run would have.', examples: [12] }),
  },
  { title: 'RebateRunPreview' },
);
