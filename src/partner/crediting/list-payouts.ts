import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readBatches } from '../facts/index.ts';
import type { RUNS, RUNS_QUERY } from './schema.ts';
import { countPayouts, selectPayoutPage } from './store.ts';

/** One page of the payouts that were made, newest first, each with the batches that caused it. */
export async function listPayouts(
  { db }: Context<Db>,
  { limit = 100, offset = 0, ...query }: Static<typeof RUNS_QUERY>,
): Promise<Static<typeof RUNS>> {
  const kind: string | null = query.kind ?? null;
  const { count } = await countPayouts(db, kind).executeTakeFirstOrThrow();
  const payouts = await selectPayoutPage(db, kind, limit, offset).execute();
  const batches = await readBatches(db, [...new Set(payouts.flatMap(({ causes }) => causes))]);
  return {
    payouts: payouts.map(({ causes, created_at, ...payout }) => ({
      ...payout,
      created_at: created_at.toISOString(),
      causes: causes.flatMap((number) => batches.get(number) ?? []),
    })),
    count,
  };
}
