import { Type, type TSchema } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { offsetQuery } from '../../platform/lists/index.ts';
import type { MadePayout } from '../crediting/index.ts';

/* What the explanations share. The interfaces are answers before serialization, with exact decimals. */

const PAYOUT_KINDS = ['rewards', 'adjustments', 'progress'] as const;

/** A row of a payout. */
export interface Payment {
  /** Null for a whole payout. */
  readonly id: number | null;
  readonly payout: number;
  readonly reward: Decimal | null;
  readonly reward_usd: Decimal | null;
}

export interface MadePayment extends Payment {
  readonly payout_kind: MadePayout['kind'];
  readonly credited_at: Date;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });
export const number = (description: string, example: number) =>
  Type.Number({ description, examples: [example] });
export const int = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });
export const day = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });
export const datetime = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] });
const flag = (description: string, example: boolean) => Type.Boolean({ description, examples: [example] });
export const orNull = (schema: TSchema, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], { description, examples: [example] });

export const AWAITS = flag('Whether facts of that day came or changed since its last crediting run.', false);

export const PAYMENT = Type.Object(
  {
    id: orNull(Type.Integer(), 'The row of the report; null for a whole payout.', 4711),
    payout: int('The number of the payout: `reward_order` in reports.', 17),
    payout_kind: Type.Enum(PAYOUT_KINDS, {
      description: '`adjustments` correct days that were credited before.',
      examples: ['rewards'],
    }),
    credited_at: datetime('When it was credited.', '2024-03-05T00:30:00.000Z'),
    reward: orNull(
      Type.Number(),
      "In the account's currency; null where it is converted with others.",
      11.77,
    ),
    reward_usd: orNull(Type.Number(), 'In USD.', 12.75),
  },
  { title: 'RewardPayment' },
);
export const PAYMENTS = Type.Array(PAYMENT, {
  description: 'The rows of payouts that it is part of, with later adjustments, in the order they were made.',
});

export const SENT_IN = orNull(
  Type.Integer(),
  'The batch of the log that last sent the order; null while the store of an earlier version answers.',
  52,
);

export const LARGEST = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export const PAGE_QUERY = Type.Object(offsetQuery, { additionalProperties: false });
