import { Decimal, Problem } from '../../kernel/index.ts';
import { partnerOf } from '../requests/index.ts';
import { calculate, factor, percentFactor, unexplained, type Calculation } from '../rewards/index.ts';
import { readAdjusted, type Page } from './members.ts';
import { countRebates, selectRebates, selectRun } from './runs/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';

/** The rebates of a period, each with the reward it is a part of. */
export async function explainRun(
  context: FactsContext,
  { group_id, period_start }: { group_id: number; period_start: string },
  { limit, offset }: Page,
) {
  const { db, actor } = context;
  const partnerUid = partnerOf(actor);
  const run = await selectRun(db, partnerUid, group_id, period_start).executeTakeFirst();
  if (!run) {
    throw new Problem('not_found', `Rebate group ${group_id} has no run for a period from ${period_start}.`);
  }
  const rows = await selectRebates(db, group_id, period_start, limit, offset).execute();
  const { count } = await countRebates(db, group_id, period_start).executeTakeFirstOrThrow();
  const span = { start: run.period_start, end: run.period_end };
  const adjusted = await readAdjusted(context, partnerUid, rows, span);
  return {
    period_start: run.period_start,
    period_end: run.period_end,
    status: run.status,
    rebates: rows.map((row) => ({
      client_uid: row.client_uid,
      account_id: row.account_id,
      rebate: rebateCalculation(row, run.percent),
      last_payout: row.payout,
      adjusted_since: adjusted.get(`${row.client_uid} ${row.account_id}`)?.trim() ?? Decimal.ZERO,
    })),
    count,
  };
}

interface StoredRebate {
  readonly currency: string;
  readonly amount: string;
  readonly reward: string | null;
}

function rebateCalculation({ currency, amount, reward }: StoredRebate, percent: string | null): Calculation {
  if (reward === null || percent === null) {
    const message = 'An earlier version, which did not keep the reward and the percentage, made this rebate.';
    return unexplained(currency, Decimal.parse(amount), 'not_recorded', message);
  }
  return calculateRebate(currency, Decimal.parse(reward), Decimal.parse(percent));
}

export const calculateRebate = (currency: string, reward: Decimal, percent: Decimal): Calculation =>
  calculate(currency, [
    factor('reward', reward, currency, 'rewards'),
    percentFactor('rebate_percent', percent, 'rebate_group'),
  ]);
