import { Decimal } from '../../kernel/index.ts';
import { calculate, factor, unexplained, type Calculation, type Factor } from '../rewards/index.ts';
import type { Payment } from './schema.ts';

/** An order of a compensation, and the rows of payouts that topped it up. */
export interface TopUp {
  readonly compensation_id: number;
  readonly server: string;
  readonly order_id: number;
  readonly client_account: string;
  readonly reward_date: Date;
  readonly initial_reward_usd: Decimal;
  readonly initial_reward_size: Decimal;
  readonly old_reward_size: Decimal;
  readonly new_reward_size: Decimal;
  readonly amount_usd: Decimal;
  readonly ids: readonly number[];
  readonly payouts: readonly number[];
  readonly amounts: readonly Decimal[];
}

const REPORT = 'progress_reward_detail';

/** initial_reward_usd × (new_reward_size − old_reward_size) ÷ initial_reward_size */
const topUpFactors = (top: TopUp): readonly Factor[] => [
  factor('initial_reward_usd', top.initial_reward_usd, 'USD', REPORT),
  factor('reward_size_increase', top.new_reward_size.minus(top.old_reward_size), 'coefficient', REPORT, {
    denominator: top.initial_reward_size,
    field: 'new_reward_size',
  }),
];

/** What an order is topped up by. */
export const explainTopUp = (top: TopUp): Calculation =>
  top.amount_usd.isZero
    ? unexplained(
        'USD',
        Decimal.ZERO,
        'taken_back',
        'It was paid and taken back later, because the order, its tariffs or the tier change were corrected.',
      )
    : calculate('USD', topUpFactors(top));

export const topUpPayments = ({ ids, payouts, amounts }: TopUp): Payment[] =>
  ids.map((id, index) => ({
    id,
    payout: payouts[index] ?? 0,
    reward: null,
    reward_usd: amounts[index]?.trim() ?? null,
  }));
