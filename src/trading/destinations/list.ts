import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { SavedDestination } from './schema.ts';
import { selectDestinations } from './store.ts';
import { toDestination } from './to-destination.ts';

const PAGE_SIZE = 1_000;

/** By alias, at most 1,000; `afterAlias` continues the list. */
export async function listDestinations(
  { actor, db }: Context<Db>,
  { afterAlias = '' }: { readonly afterAlias?: string },
): Promise<SavedDestination[]> {
  const rows = await selectDestinations(db, actor.tenant, afterAlias, PAGE_SIZE).execute();
  return rows.map(toDestination);
}
