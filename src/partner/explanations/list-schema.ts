import { Type } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { CREDITED_KINDS, type CreditedKind } from '../crediting/index.ts';
import { KIND } from './credited-schema.ts';
import { datetime, day, int, number, orNull, PAGE_QUERY, text } from './schema.ts';

/** A row of a payout, by what it is. */
export interface ExplainedRow {
  readonly id: number;
  readonly kind: CreditedKind;
  readonly reward_date: string;
  readonly client_account: string;
  readonly partner_account: string;
  readonly subpartner_account: string | null;
  readonly agent_uid: string | null;
  readonly payout: number;
  readonly credited_at: Date;
  readonly orders_count: number;
  readonly volume_lots: Decimal;
  readonly reward: Decimal;
  readonly currency: string;
  readonly reward_usd: Decimal;
}

/** What was credited for a day. */
export interface RewardDay {
  readonly reward_date: string;
  readonly reward_usd: Decimal;
  readonly second_level_reward_usd: Decimal;
  readonly progress_reward_usd: Decimal;
  readonly commission_usd: Decimal;
  readonly commission_paid_usd: Decimal;
  readonly adjustment_usd: Decimal;
  readonly credited_usd: Decimal;
}

const REWARD_DATE = day('The day on which the orders were closed.', '2024-03-04');

export const EXPLAINED_ROWS = Type.Object(
  {
    count: int('How many rows there are.', 1),
    rows: Type.Array(
      Type.Object(
        {
          id: int('The row, which has an explanation.', 4711),
          kind: KIND,
          reward_date: REWARD_DATE,
          client_account: text('The client account.', '9001'),
          partner_account: text('The account that was credited.', '700100'),
          subpartner_account: orNull(
            Type.String(),
            'The account of the partner below, on the second level.',
            '700200',
          ),
          agent_uid: orNull(Type.String(), 'The agent of a commission.', null),
          payout: int('The number of the payout: `reward_order` in reports.', 17),
          credited_at: datetime('When it was credited.', '2024-03-05T00:30:00.000Z'),
          orders_count: int('How many orders it was for; 0 for a commission that you pay.', 3),
          volume_lots: number('Their volume in lots.', 1.5),
          reward: number("In the account's currency.", 1.18),
          currency: text('The currency of `reward`.', 'EUR'),
          reward_usd: number('In USD.', 1.28),
        },
        { title: 'ExplainedReward' },
      ),
      { description: 'A page of the rows, the newest day first.' },
    ),
  },
  { title: 'ExplainedRewards' },
);

export const REWARD_DAYS = Type.Object(
  {
    days: Type.Array(
      Type.Object(
        {
          reward_date: day(
            'The day on which the orders were closed, or on which a progress reward was due.',
            '2024-03-04',
          ),
          reward_usd: number('First-level rewards, without later adjustments.', 12.75),
          second_level_reward_usd: number('Second-level rewards, without later adjustments.', 1.28),
          progress_reward_usd: number('Progress rewards.', 2.5),
          commission_usd: number('Commissions for accounts that are shared with you.', 0),
          commission_paid_usd: number('Commissions that you pay to agents, with a minus.', -3.18),
          adjustment_usd: number('Later corrections of all of these but progress rewards.', 0.5),
          credited_usd: number('All of them together.', 13.85),
        },
        { title: 'RewardDay' },
      ),
      { description: 'Only days for which something was credited, the newest first; at most 1,000.' },
    ),
  },
  { title: 'RewardDays' },
);

const DATES = {
  date_from: Type.Optional(day('Only days from this one on.', '2024-03-01')),
  date_to: Type.Optional(day('Only days up to this one.', '2024-03-31')),
};

export const ROWS_QUERY = Type.Object(
  {
    ...DATES,
    kind: Type.Optional(
      Type.Enum([...CREDITED_KINDS], { description: 'Only rows of this kind.', examples: ['adjustment'] }),
    ),
    subpartner_uid: Type.Optional(text('Only second-level rewards from this partner below.', 'P1002')),
    ...PAGE_QUERY.properties,
  },
  { additionalProperties: false },
);

export const DAYS_QUERY = Type.Object(DATES, { additionalProperties: false });
