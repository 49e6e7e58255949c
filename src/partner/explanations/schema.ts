import { Type, type TSchema } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import type { MadePayout } from '../crediting/index.ts';
import { CALCULATION, type Calculation } from '../rewards/index.ts';

const KINDS = ['reward', 'second_level_reward', 'commission', 'commission_paid', 'progress_reward'] as const;
type Kind = (typeof KINDS)[number];
const CREDITED_KINDS = ['reward', 'second_level_reward', 'commission', 'commission_paid'] as const;
const TERMS = ['orders', 'credited_before', 'credited_later', 'awaiting_crediting'] as const;
const NAMES = ['partner_uid', 'account_type', 'symbol'] as const;
const PAYOUT_KINDS = ['rewards', 'adjustments', 'progress'] as const;

/* The answers before serialization, with exact decimals. */

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

export interface TariffShown {
  readonly partner_uid: string;
  readonly account_type: string;
  readonly symbol: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly formula_code: string;
  readonly level: number;
  readonly names: readonly string[];
  readonly others: number;
}

export interface SuspensionShown {
  readonly partner_uid: string;
  readonly suspended_from: string;
  readonly suspended_to: string | null;
  readonly message: string;
}

/** One thing that an order earned the caller. */
export interface Earning<P> {
  readonly kind: Kind;
  readonly level: number;
  readonly partner_account: string | null;
  readonly tariff: TariffShown | null;
  readonly second_level_tariff: TariffShown | null;
  readonly share: {
    readonly agent_uid: string;
    readonly percent: Decimal;
    readonly shared_from: string;
    readonly shared_to: string | null;
  } | null;
  readonly suspension: SuspensionShown | null;
  readonly reward_usd: Calculation;
  readonly reward: Calculation;
  readonly credited: readonly P[];
}

export interface OrderExplanation {
  readonly order_id: string;
  readonly symbol: string;
  readonly client_account: string;
  readonly client_account_type: string;
  readonly formula_code: string | null;
  readonly volume_lots: Decimal;
  readonly volume_mln_usd: Decimal;
  readonly open_date: Date;
  readonly close_date: Date;
  readonly date: string;
  readonly awaits_crediting: boolean;
  readonly sent_in_batch: number | null;
  readonly rewards: readonly Earning<MadePayment>[];
}

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
  readonly kind: (typeof CREDITED_KINDS)[number];
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

export interface CompensationExplanation {
  readonly compensation_id: number;
  readonly old_tier_group_id: number;
  readonly new_tier_group_id: number;
  readonly commission_percentage: string;
  readonly compensation_period_start: Date;
  readonly compensation_period_end: Date;
  readonly payment_date: Date;
  readonly amount_usd: Decimal | null;
  readonly payouts: readonly {
    readonly partner_account: string;
    readonly reward: Calculation;
    readonly credited: readonly MadePayment[];
  }[];
  readonly orders: readonly {
    readonly order_id: string;
    readonly client_account: string;
    readonly close_date: Date;
    readonly reward_usd: Calculation;
    readonly credited: readonly MadePayment[];
  }[];
  readonly orders_count: number;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const number = (description: string, example: number) => Type.Number({ description, examples: [example] });
const int = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const day = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });
const datetime = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] });
const flag = (description: string, example: boolean) => Type.Boolean({ description, examples: [example] });
const orNull = (schema: TSchema, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], { description, examples: [example] });

const AWAITS = flag('Whether facts of that day came or changed since its last crediting run.', false);

const PAYMENT = Type.Object(
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
const PAYMENTS = Type.Array(PAYMENT, {
  description: 'The rows of payouts that it is part of, with later adjustments, in the order they were made.',
});

const TARIFF = Type.Object({
  partner_uid: text('The partner it is for; * for every one.', '*'),
  account_type: text('The account type it is for; * for every one.', 'standard'),
  symbol: text('The symbol it is for; * for every one.', '*'),
  valid_from: day('The first day on which it is in force.', '2024-01-01'),
  valid_to: orNull(Type.String({ format: 'date' }), 'The last day; null if it never ends.', null),
  formula_code: text('How it computes rewards.', 'formula_forex'),
  level: int('The reward level.', 3),
  names: Type.Array(Type.Enum(NAMES), {
    description: 'Why it was chosen: what it names. Naming the partner goes first, then type, then symbol.',
    examples: [['account_type']],
  }),
  others: int('How many other tariffs in force on that day gave way, being less specific or older.', 1),
});

const SHARE = Type.Object({
  agent_uid: text('The agent with whom the account is shared.', 'P1002'),
  percent: number('What the agent gets of each reward.', 25),
  shared_from: day('The first day.', '2024-03-01'),
  shared_to: orNull(Type.String({ format: 'date' }), 'The last day; null if it goes on.', null),
});

const SUSPENSION = Type.Object({
  partner_uid: text('The partner who is suspended.', 'P1001'),
  suspended_from: day('The first day.', '2024-03-10'),
  suspended_to: orNull(Type.String({ format: 'date' }), 'The last day; null if it goes on.', null),
  message: text('In a sentence.', 'Partner P1001 is suspended since 2024-03-10 and earns nothing.'),
});

const SENT_IN = orNull(
  Type.Integer(),
  'The batch of the log that last sent the order; null while the store of an earlier version answers.',
  52,
);

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

const EARNING = Type.Object(
  {
    kind: Type.Enum(KINDS, {
      description: '`commission_paid` is what the partner who shares the account pays to its agent.',
      examples: ['reward'],
    }),
    level: int('1, or 2 for an order of a partner below.', 1),
    partner_account: orNull(
      Type.String(),
      'The account that earns it, if it does not depend on the payout.',
      '700100',
    ),
    tariff: orNull(
      TARIFF,
      'The tariff of the first-level reward; null without one or where it does not matter.',
      null,
    ),
    second_level_tariff: orNull(TARIFF, 'The tariff with the second-level percentage.', null),
    share: orNull(SHARE, 'The share of a commission.', null),
    suspension: orNull(SUSPENSION, 'Why nothing is earned, if a partner is suspended on that day.', null),
    reward_usd: CALCULATION,
    reward: CALCULATION,
    credited: PAYMENTS,
  },
  { title: 'OrderEarning' },
);

export const ORDER_EXPLANATION = Type.Object(
  {
    order_id: text('Server and ticket.', 'real-1:123456'),
    symbol: text('What was traded.', 'EURUSD'),
    client_account: text('The account that traded.', '9001'),
    client_account_type: text('Its type.', 'standard'),
    formula_code: orNull(
      Type.String(),
      'Null if no tariff applies: it earns what it carries.',
      'formula_forex',
    ),
    volume_lots: number('The volume in lots.', 1.5),
    volume_mln_usd: number('The volume in millions of USD.', 0.16275),
    open_date: datetime('When it was opened.', '2024-03-04T10:00:00.000Z'),
    close_date: datetime('When it was closed.', '2024-03-04T15:30:00.000Z'),
    date: day('The day of the reward.', '2024-03-04'),
    awaits_crediting: AWAITS,
    sent_in_batch: SENT_IN,
    rewards: Type.Array(EARNING, { description: 'All that the order earned you.' }),
  },
  { title: 'OrderExplanation' },
);

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
    kind: Type.Enum(CREDITED_KINDS, { examples: ['reward'] }),
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

export const COMPENSATION_EXPLANATION = Type.Object(
  {
    compensation_id: int('The compensation.', 501),
    old_tier_group_id: int('The tier before.', 2),
    new_tier_group_id: int('The tier after.', 3),
    commission_percentage: text('What the new tier pays of the base reward.', '40'),
    compensation_period_start: datetime('The first moment of the period.', '2024-03-01T00:00:00.000Z'),
    compensation_period_end: datetime('The last moment of the period.', '2024-03-31T23:59:59.999Z'),
    payment_date: datetime('When it is paid.', '2024-04-05T00:00:00.000Z'),
    amount_usd: orNull(Type.Number(), 'What all orders were topped up by.', 2.5),
    payouts: Type.Array(
      Type.Object(
        {
          partner_account: text('The account that was credited.', '700100'),
          reward: CALCULATION,
          credited: PAYMENTS,
        },
        { title: 'CompensationPayout' },
      ),
    ),
    orders: Type.Array(
      Type.Object(
        {
          order_id: text('Server and ticket.', 'real-1:123456'),
          client_account: text('The account that traded.', '9001'),
          close_date: datetime('When it was closed.', '2024-03-04T15:30:00.000Z'),
          reward_usd: CALCULATION,
          credited: PAYMENTS,
        },
        { title: 'CompensatedOrder' },
      ),
      { description: 'A page of the orders that were topped up.' },
    ),
    orders_count: int('How many orders there are.', 1),
  },
  { title: 'CompensationExplanation' },
);

const LARGEST = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
export const REWARD_PARAMS = Type.Object({
  reward_id: Type.Integer({ ...LARGEST, description: 'The `id` of the credited row.', examples: [4711] }),
});
export const COMPENSATION_PARAMS = Type.Object({
  compensation_id: Type.Integer({ ...LARGEST, description: 'The compensation.', examples: [501] }),
});

export const PAGE_QUERY = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 100,
        description: 'Orders on the page.',
        examples: [100],
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        default: 0,
        description: 'Orders before the page.',
        examples: [0],
      }),
    ),
  },
  { additionalProperties: false },
);
