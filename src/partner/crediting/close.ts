import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/index.ts';
import { runRebates } from '../rebates/index.ts';
import { credit, type Crediting, type Payout } from './credit.ts';

/** Credits what the days through one earned, and then runs the rebates of the periods that have ended by it. */
export async function closeDays(context: Context<Db>, facts: Facts, crediting: Crediting): Promise<Payout[]> {
  const payouts = await credit(context, facts, crediting);
  if (!crediting.dryRun) await runRebates(context, facts, crediting.through);
  return payouts;
}
