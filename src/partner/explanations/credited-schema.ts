import { Type } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { CREDITED_KINDS, type CreditedKind } from '../crediting/index.ts';
import { CALCULATION, type Calculation } from '../rewards/index.ts';
import {
  AWAITS,
  datetime,
  day,
  int,
  LARGEST,
  number,
  orNull,
  PAYMENT,
  PAYMENTS,
  SENT_IN,
  text,
  type MadePayment,
} from './schema.ts';

const TERMS = ['orders', 'credited_before', 'credited_later', 'awaiting_crediting'] as const;

export interface Sum {
  readonly amount: Decimal;
  readonly terms: readonly { readonly name: (typeof TERMS)[number]; readonly amount: Decimal }[];
}

export interface CreditedOrder {
  readonly order_id: string;
  readonly symbol: string;
  readonly close_date: Date;
  readonly volume_lots: Decimal;
  readonly reward_usd: Decimal | null;
  readonly reward: Decimal | null;
  readonly sent_in_batch: number | null;
}

/** A batch of the log. */
export interface Cause {
  readonly batch: number;
  readonly kind: string;
  readonly source: string;
  readonly voids: number | null;
  readonly created_at: string;
}

export interface CreditedExplanation {
  readonly id: number;
  readonly kind: CreditedKind;
  readonly reward_date: string;
  readonly client_account: string;
  readonly client_uid: string;
  readonly partner_account: string;
  readonly subpartner_account: string | null;
  readonly agent_uid: string | null;
  readonly currency: string;
  readonly awaits_crediting: boolean;
  readonly reward_usd: Sum;
  readonly reward: Sum;
  readonly conversion: Calculation | null;
  readonly orders: readonly CreditedOrder[];
  readonly orders_count: number;
  readonly payout: MadePayment;
  readonly causes: readonly Cause[];
  readonly credited: readonly MadePayment[];
}

const CAUSE = Type.Object(
  {
    batch: int('The number of the batch.', 52),
    kind: text('The kind of its facts.', 'orders'),
    source: text('The format it came in, or `void`.', 'csv'),
    voids: orNull(Type.Integer(), 'The batch that it voids.', null),
    created_at: datetime('When it was stored.', '2024-03-06T09:00:00.000Z'),
  },
  { title: 'AdjustmentCause' },
);

export const KIND = Type.Enum([...CREDITED_KINDS], {
  description:
    'As in the report. An `adjustment` of a second-level reward has `subpartner_account`, one of a commission `agent_uid`.',
  examples: ['reward'],
});

const SUM = Type.Object(
  {
    amount: number('The sum of the terms.', 12.75),
    terms: Type.Array(
      Type.Object(
        {
          name: Type.Enum(TERMS, {
            description:
              '`orders`: what the orders earn now; the others are what other rows credited for the same account and ' +
              'day, and what the next run will credit, each with the opposite sign.',
            examples: ['orders'],
          }),
          amount: number('The amount.', 12.75),
        },
        { title: 'SumTerm' },
      ),
    ),
  },
  { title: 'ExplainedSum' },
);

export const CREDITED_EXPLANATION = Type.Object(
  {
    id: int('The row.', 4711),
    kind: KIND,
    reward_date: day('The day on which the orders were closed.', '2024-03-04'),
    client_account: text('The client account.', '9001'),
    client_uid: text('The client.', 'u-1'),
    partner_account: text('The account that was credited.', '700100'),
    subpartner_account: orNull(Type.String(), 'The account of the partner below, on the second level.', null),
    agent_uid: orNull(Type.String(), 'The agent of a commission.', null),
    currency: text('The currency of `reward`.', 'EUR'),
    awaits_crediting: AWAITS,
    payout: PAYMENT,
    reward_usd: SUM,
    reward: SUM,
    conversion: orNull(CALCULATION, 'How the commission of the day was converted; null for rewards.', null),
    causes: Type.Array(CAUSE, {
      description:
        'For an adjustment: the batches that changed the days of its payout since they were credited, newest first. An ' +
        'order whose `sent_in_batch` is among them is one that changed.',
    }),
    credited: PAYMENTS,
    orders: Type.Array(
      Type.Object(
        {
          order_id: text('Server and ticket.', 'real-1:123456'),
          symbol: text('What was traded.', 'EURUSD'),
          close_date: datetime('When it was closed.', '2024-03-04T15:30:00.000Z'),
          volume_lots: number('The volume in lots.', 1.5),
          reward_usd: orNull(Type.Number(), 'What it earns now; null while that is not known.', 12.75),
          reward: orNull(Type.Number(), 'The same in `currency`; null for a commission.', 11.77),
          sent_in_batch: SENT_IN,
        },
        { title: 'CreditedOrder' },
      ),
      { description: 'A page of the orders behind the row.' },
    ),
    orders_count: int('How many orders there are.', 1),
  },
  { title: 'CreditedRewardExplanation' },
);

export const REWARD_PARAMS = Type.Object({
  reward_id: Type.Integer({ ...LARGEST, description: 'The `id` of the credited row.', examples: [4711] }),
});
