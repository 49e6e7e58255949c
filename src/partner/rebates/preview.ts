import { Decimal } from '../../kernel/index.ts';
import { partnerOf } from '../requests/index.ts';
import { calculateRebate } from './explain.ts';
import { readDivision, readEarned, type Page } from './members.ts';
import { currentPeriod, dayOf } from './period.ts';
import { findGroup, rebatesOf } from './show.ts';
import type { FactsContext } from '../facts/handle/index.ts';

/** What the run of a group's current period would pay by the rewards credited so far. */
export async function previewRun(context: FactsContext, groupId: number, { limit, offset }: Page) {
  const division = await readDivision(context.db, partnerOf(context.actor));
  const group = findGroup(division, groupId);
  const span = currentPeriod(group, dayOf(context.clock.now()));
  const rebates = rebatesOf(group, await readEarned(context, division, groupId, span));
  const percent = Decimal.parse(group.percent);
  return {
    period_start: span.start,
    period_end: span.end,
    amounts: sumByAccount(rebates),
    rebates: rebates.slice(offset, offset + limit).map(({ client_uid, account_id, currency, reward }) => ({
      client_uid,
      account_id,
      rebate: calculateRebate(currency, reward, percent),
    })),
    count: rebates.length,
  };
}

interface Amount {
  readonly account_id: string;
  readonly currency: string;
  readonly amount: Decimal;
}

function sumByAccount(rebates: readonly Amount[]): Amount[] {
  const sums = new Map<string, Amount>();
  for (const { account_id, currency, amount } of rebates) {
    const sum = sums.get(account_id)?.amount ?? Decimal.ZERO;
    sums.set(account_id, { account_id, currency, amount: sum.plus(amount).trim() });
  }
  return [...sums.values()].toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1));
}
