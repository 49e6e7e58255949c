import * as fc from 'fast-check';
import type { BigNumber } from 'bignumber.js';
import { expect } from 'vitest';
import { putWorld, worldOf } from '../../rewards/testing/world.ts';
import { put, testFacts, type FactRow } from '../../testing/facts.ts';
import { rise } from '../../testing/program.ts';
import { explainCompensation } from '../compensation.ts';
import { checkAll, creditThrough, PAGE, seenBy } from './check.ts';
import { asRead, checkCalculation, total, type Calculation } from './recompute.ts';
import type { FactsContext } from '../../facts/handle/index.ts';

const THROUGH = '2024-04-30';

const shareOf = (client_account: string, agent_uid: string, percent: string): FactRow => ({
  client_account,
  agent_uid,
  percent,
  shared_from: '2024-03-05',
});

/** Credits random programs, corrects them, credits again, and recomputes every explanation. */
export async function checkRandomPrograms(numRuns: number) {
  const seen = { formulas: new Set<string>(), kinds: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(worldOf(15, 20), worldOf(5, 6), async (given, corrected) => {
      const context = await testFacts();
      await putWorld(context, given);
      await put(context, 'shares', shareOf('A3', 'P2', '12.34'), shareOf('A5', 'P0', '0.07'));
      await put(context, 'tier-changes', rise(501, { compensation_period_end: '2024-03-20T00:00:00Z' }));
      await creditThrough(context, THROUGH);
      await put(context, 'orders', ...corrected.orders);
      await put(context, 'tariffs', ...corrected.tariffs.slice(0, 3));
      await put(context, 'shares', shareOf('A3', 'P2', '33.33'));
      await creditThrough(context, THROUGH);
      const { formulas, kinds } = await checkAll(context);
      for (const each of formulas) seen.formulas.add(each);
      for (const each of kinds) seen.kinds.add(each);
      await checkCompensation(context);
    }),
    { numRuns, endOnFailure: true },
  );
  return seen;
}

async function checkCompensation(context: FactsContext): Promise<void> {
  const found = asRead(await explainCompensation(seenBy(context, 'P1'), 501, PAGE)) as {
    amount_usd: BigNumber;
    payouts: { reward: Calculation; credited: { reward_usd: BigNumber }[] }[];
    orders: { reward_usd: Calculation }[];
  };
  for (const { reward } of found.payouts) checkCalculation(reward);
  for (const { reward_usd } of found.orders) checkCalculation(reward_usd);
  const paid = found.payouts.flatMap(({ credited }) => credited.map(({ reward_usd }) => reward_usd));
  expect(total(paid)).toBe(found.amount_usd.toFixed());
  expect(total(found.orders.map(({ reward_usd }) => reward_usd.amount))).toBe(found.amount_usd.toFixed());
}
