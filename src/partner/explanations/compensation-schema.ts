import { Type } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { CALCULATION, type Calculation } from '../rewards/index.ts';
import { datetime, int, LARGEST, orNull, PAYMENTS, text, type MadePayment } from './schema.ts';

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
      {
        description:
          'A page of the orders that were topped up. One whose top-up was taken back stays, with both payments.',
      },
    ),
    orders_count: int('How many orders there are.', 1),
  },
  { title: 'CompensationExplanation' },
);

export const COMPENSATION_PARAMS = Type.Object({
  compensation_id: Type.Integer({ ...LARGEST, description: 'The compensation.', examples: [501] }),
});
