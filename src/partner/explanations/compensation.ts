import { Problem, type Decimal } from '../../kernel/index.ts';
import { partnerOf } from '../requests/index.ts';
import {
  calculate,
  dayOf,
  factor,
  findRate,
  rateFactor,
  unexplained,
  type Calculation,
  type Read,
} from '../rewards/index.ts';
import { withPayouts } from './payments.ts';
import type { CompensationExplanation } from './compensation-schema.ts';
import type { Page, Payment } from './schema.ts';
import { COUNT_TOP_UPS, FIND_COMPENSATION, FIND_COMPENSATION_PAYOUTS, FIND_TOP_UPS } from './store.ts';
import { explainTopUp, topUpPayments, type TopUp } from './top-up.ts';
import type { FactsContext } from '../facts/handle/index.ts';

interface TierChange {
  readonly compensation_id: number;
  readonly old_tier_group_id: number;
  readonly new_tier_group_id: number;
  readonly commission_percentage: Decimal;
  readonly compensation_period_start: Date;
  readonly compensation_period_end: Date;
  readonly payment_date: Date;
}

interface CompensationPayout {
  readonly reward_order: number;
  readonly partner_account: string;
  readonly currency: string;
  readonly compensation_amount: Decimal;
  readonly reward: Decimal;
}

/** Why a compensation has its amount: each order, what it was topped up by, and the payouts. */
export async function explainCompensation(
  context: FactsContext,
  id: number,
  { limit, offset }: Page,
): Promise<CompensationExplanation> {
  const { signal, actor } = context;
  const partnerUid = partnerOf(actor);
  const found = await context.facts.database.snapshot(async (session) => {
    const read: Read = (sql, parameters) => session.query(sql, parameters, { signal });
    const [change] = await read<TierChange>(FIND_COMPENSATION, [partnerUid, id]);
    if (!change) throw new Problem('not_found', `There is no compensation ${id}.`);
    const made = await read<CompensationPayout>(FIND_COMPENSATION_PAYOUTS, [partnerUid, id]);
    const [counted] = await read<{ count: number; amount_usd: Decimal }>(COUNT_TOP_UPS, [partnerUid, id]);
    const orders = await read<TopUp>(FIND_TOP_UPS, [partnerUid, id, limit, offset]);
    const payouts = [];
    for (const payout of made) {
      const reward = await convert(read, payout, dayOf(change.payment_date));
      payouts.push({ partner_account: payout.partner_account, reward, credited: [paymentOf(payout)] });
    }
    return { change, payouts, orders, counted };
  }, signal);
  const { change, orders, payouts, counted } = found;
  return {
    ...change,
    commission_percentage: change.commission_percentage.trim().toString(),
    amount_usd: counted?.amount_usd.trim() ?? null,
    payouts: await withPayouts(context.db, payouts),
    orders: await withPayouts(
      context.db,
      orders.map((row) => ({
        order_id: `${row.server}:${row.order_id}`,
        client_account: row.client_account,
        close_date: row.reward_date,
        reward_usd: explainTopUp(row),
        credited: topUpPayments(row),
      })),
    ),
    orders_count: counted?.count ?? 0,
  };
}

const paymentOf = (payout: CompensationPayout): Payment => ({
  id: null,
  payout: payout.reward_order,
  reward: payout.reward.trim(),
  reward_usd: payout.compensation_amount.trim(),
});

/** A payout keeps its amount when the rate of its day is corrected afterwards; a later one may convert the whole anew. */
async function convert(read: Read, payout: CompensationPayout, day: string): Promise<Calculation> {
  const { currency, reward, compensation_amount } = payout;
  const calculation = calculate(currency, [
    factor('compensation_amount', compensation_amount, 'USD', 'progress_reward'),
    rateFactor(currency, await findRate(read, currency, day)),
  ]);
  if (calculation.amount?.equals(reward)) return calculation;
  const message =
    `The rate of ${currency} for ${day} was corrected after a payout. Each payout keeps its amount; a later one ` +
    'brings what was paid to the whole amount of then.';
  return unexplained(currency, reward, 'rate_changed', message);
}
