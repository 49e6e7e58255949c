import { runRebates } from '../rebates/index.ts';
import { credit, type Crediting, type Payout } from './credit.ts';
import type { FactsContext } from '../facts/handle/index.ts';

/** Credits what the days through one earned, and then runs the rebates of the periods that have ended by it. */
export async function closeDays(context: FactsContext, crediting: Crediting): Promise<Payout[]> {
  const payouts = await credit(context, crediting);
  if (!crediting.dryRun) await runRebates(context, crediting.through);
  return payouts;
}
