import type { Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../../platform/postgres/index.ts';
import type { SavedDestination } from './schema.ts';
import { selectDestinations } from './store.ts';
import { toDestination } from './to-destination.ts';

export const PAGE_SIZE = 1_000;

/** By alias, one more than a page has; `afterAlias` continues the list. */
export async function listDestinations(
  context: Context<Db>,
  { afterAlias = '' }: { readonly afterAlias?: string },
): Promise<SavedDestination[]> {
  const rows = await readWithin(context, (db) =>
    selectDestinations(db, context.actor.tenant, afterAlias, PAGE_SIZE + 1).execute(),
  );
  return rows.map(toDestination);
}
