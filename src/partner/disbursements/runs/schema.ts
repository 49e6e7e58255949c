import { Type, type Static, type TSchema } from 'typebox';
import { offsetQuery } from '../../../platform/lists/index.ts';
import { decimal } from '../../requests/index.ts';

const closed = { additionalProperties: false } as const;
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
const number = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The run.',
  examples: [3],
});

const TOTAL = Type.Object(
  {
    currency: Type.String({ examples: ['EUR'] }),
    count: count('Disbursements.', 120),
    amount: decimal('Their sum.', 14250.75),
  },
  { title: 'DisbursementRunTotal' },
);
/** As it is stored: its sum is a text, which JSON does not change. */
export type Total = Omit<Static<typeof TOTAL>, 'amount'> & { readonly amount: string };
type Summed<S extends TSchema> = Omit<Static<S>, 'totals'> & { totals: Total[] };

const LEFT_OUT = Type.Object(
  {
    reason: Type.Enum(
      [
        'nothing_available',
        'currency',
        'no_destination',
        'cooling_off',
        'suspended',
        'blocked',
        'document_missing',
        'debt',
        'minimum',
      ],
      {
        description: 'The first that applies; `minimum` for less than the least that is requested.',
        examples: ['no_destination'],
      },
    ),
    count: count('Accounts.', 7),
  },
  { title: 'LeftOutAccounts' },
);
export type LeftOut = Static<typeof LEFT_OUT>;

const found = {
  line_count: count('Disbursements.', 120),
  totals: Type.Array(TOTAL, { description: 'By currency.' }),
  left_out: Type.Array(LEFT_OUT, {
    description: 'The other accounts. With the disbursements they are all accounts that are paid out.',
  }),
};

export const PREVIEW = Type.Object(found, { title: 'DisbursementRunPreview' });
export type Preview = Summed<typeof PREVIEW>;

export const RUN = Type.Object(
  {
    number,
    due_on: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description: 'The day of the schedule that made it; null where a person did.',
      examples: ['2024-06-05'],
    }),
    requested_by: Type.String({ description: 'Who asked for it.', examples: ['grace@example.com'] }),
    requested_at: Type.String({
      format: 'date-time',
      description: 'When.',
      examples: ['2024-06-05T06:00:00.000Z'],
    }),
    ...found,
  },
  { title: 'DisbursementRun' },
);
export type Run = Summed<typeof RUN>;

export const RUNS = Type.Object(
  { runs: Type.Array(RUN), count: count('All of them.', 1) },
  { title: 'DisbursementRuns' },
);

const LEFT_LINE = Type.Object(
  {
    number: Type.Integer({ description: 'The disbursement.', examples: [124] }),
    reason: Type.Enum(
      [
        'currency',
        'no_destination',
        'cooling_off',
        'suspended',
        'blocked',
        'document_missing',
        'debt',
        'balance',
        'own_destination',
        'own_outcome',
      ],
      {
        description:
          '`balance` where the balance fell below what is reserved; `own_destination` where the approver counts as who ' +
          'saved the destination; `own_outcome` where they alone said that a payment of the account failed or came back.',
        examples: ['own_destination'],
      },
    ),
  },
  { title: 'LeftDisbursement' },
);
export type LeftLine = Static<typeof LEFT_LINE>;

export const RUN_APPROVAL = Type.Object(
  {
    approved: count('Disbursements that are now APPROVED.', 119),
    totals: Type.Array(TOTAL, { description: 'By currency.' }),
    left: Type.Array(LEFT_LINE, { description: 'Those that still wait, at most 1,000 of them.' }),
    left_count: count('How many still wait.', 1),
  },
  { title: 'DisbursementRunApproval' },
);
export type RunApproval = Summed<typeof RUN_APPROVAL>;

export const RUN_PARAMS = Type.Object({ number });
export const RUNS_QUERY = Type.Object(offsetQuery, closed);
