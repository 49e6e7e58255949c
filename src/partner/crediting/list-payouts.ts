import type { Static } from 'typebox';
import { Decimal, Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readBatches } from '../facts/reading/index.ts';
import type { Facts } from '../facts/handle/index.ts';
import type { PartnerSum } from './draft.ts';
import { PartnerSums } from './partners.ts';
import type { PayoutDetails, RUNS, RUNS_QUERY } from './schema.ts';
import { countPayouts, selectPayoutPage } from './store.ts';

/** One page of the payouts that were made, newest first, each with the batches that caused it. */
export async function listPayouts(
  { db }: Context<Db>,
  { limit = 100, offset = 0, ...query }: Static<typeof RUNS_QUERY>,
): Promise<Static<typeof RUNS>> {
  const filter = { kind: query.kind ?? null, number: null };
  const { count } = await countPayouts(db, filter).executeTakeFirstOrThrow();
  return {
    payouts: await withCauses(db, await selectPayoutPage(db, filter, limit, offset).execute()),
    count,
  };
}

/** A payout that was made, with what it credited by partner. */
export async function showPayout(
  { db, signal }: Context<Db>,
  { database }: Facts,
  number: number,
): Promise<PayoutDetails> {
  const found = await selectPayoutPage(db, { kind: null, number }, 1, 0).execute();
  const [payout] = await withCauses(db, found);
  if (!payout) throw new Problem('not_found', `There is no payout ${number}.`);
  const select =
    payout.kind === 'progress'
      ? 'select partner_uid, compensation_amount as usd from progress_rewards'
      : 'select partner_uid, reward_usd as usd from credited_rewards';
  const sums = new PartnerSums();
  sums.add(
    await database.query<PartnerSum>(
      `select partner_uid, sum(usd)::decimal(38, 8) as usd from (${select} where reward_order = $1) group by partner_uid`,
      [number],
      { signal },
    ),
  );
  return { ...payout, ...sums.answer() };
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPayoutPage>['execute']>>[number];

async function withCauses(db: Db, payouts: readonly Row[]) {
  const batches = await readBatches(db, [...new Set(payouts.flatMap(({ causes }) => causes))]);
  return payouts.map(({ causes, created_at, ...payout }) => ({
    ...payout,
    reward_usd: Decimal.parse(payout.reward_usd).trim(),
    created_at: created_at.toISOString(),
    causes: causes.flatMap((number) => batches.get(number) ?? []),
  }));
}
