import type { FactsContext } from '../../facts/handle/index.ts';
import { dayOf } from '../../wallets/index.ts';
import { findSuspended } from '../circumstances.ts';
import { wantsDocuments, type Issuer } from '../documents/index.ts';
import { UNITS } from '../minor-units.ts';
import type { Terms } from './store.ts';

/** What an account must have available, by currency. */
export type Minimums = readonly { readonly currency: string; readonly amount: string }[];

export interface RunSettings {
  readonly minimums: Minimums;
  readonly issuer: Issuer;
}

/** What decides now whether accounts can be disbursed from. */
export async function readTerms(context: FactsContext, { minimums, issuer }: RunSettings): Promise<Terms> {
  const now = context.clock.now();
  const least = new Map(minimums.map(({ currency, amount }) => [currency, amount]));
  return {
    tenant: context.actor.tenant,
    now,
    day: dayOf(now),
    needsAgreement: wantsDocuments(issuer),
    suspended: [...(await findSuspended(context)).keys()],
    units: UNITS.map((unit) => ({ ...unit, minimum: least.get(unit.currency) ?? null })),
  };
}
