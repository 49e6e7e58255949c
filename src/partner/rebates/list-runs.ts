import { Decimal, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { partnerOf } from '../requests/index.ts';
import { readDivision } from './members.ts';
import { findGroup } from './show.ts';
import { countRuns, selectAmounts, selectRuns } from './runs/index.ts';

const DEFAULT_LIMIT = 100;

interface Page {
  readonly limit?: number;
  readonly offset?: number;
}

/** A page of the runs of a group, newest first. */
export async function listRuns(
  { db, actor }: Context<Db>,
  groupId: number,
  { limit = DEFAULT_LIMIT, offset = 0 }: Page,
) {
  findGroup(await readDivision(db, partnerOf(actor)), groupId);
  const { total } = await countRuns(db, groupId).executeTakeFirstOrThrow();
  const runs = await selectRuns(db, groupId, limit, offset).execute();
  const starts = runs.map(({ period_start }) => period_start);
  const amounts = await selectAmounts(db, groupId, starts).execute();
  const shown = runs.map(({ period_start, period_end, status }) => {
    const own = amounts.filter((amount) => amount.period_start === period_start);
    return {
      period_start,
      period_end,
      status,
      rebates_count: own.reduce((count, { rebates }) => count + rebates, 0),
      amounts: own.map(({ account_id, currency, amount }) => ({
        account_id,
        currency,
        amount: Decimal.parse(amount).trim(),
      })),
    };
  });
  return { runs: shown, count: Number(total) };
}
