import { Type } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { CALCULATION, type Calculation } from '../rewards/index.ts';
import {
  AWAITS,
  datetime,
  day,
  int,
  number,
  orNull,
  PAYMENTS,
  SENT_IN,
  text,
  type MadePayment,
} from './schema.ts';

const KINDS = ['reward', 'second_level_reward', 'commission', 'commission_paid', 'progress_reward'] as const;
type Kind = (typeof KINDS)[number];
const NAMES = ['partner_uid', 'account_type', 'symbol'] as const;

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
  readonly compensation_id: number | null;
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
    compensation_id: orNull(
      Type.Integer(),
      'The compensation of a progress reward; null for anything else.',
      null,
    ),
    tariff: orNull(
      TARIFF,
      'The tariff of the reward of your own order; null without one and for anything else.',
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
      'Null if no tariff applies: it earns what it carries. Null too for an order of another partner.',
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
