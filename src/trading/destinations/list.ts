import type { Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../../platform/postgres/index.ts';
import type { SavedDestination } from './schema.ts';
import { selectDestinations } from './store.ts';
import { toDestination } from './to-destination.ts';

const PAGE_SIZE = 1_000;

/** By alias, at most 1,000; `afterAlias` continues the list. */
export async function listDestinations(
  context: Context<Db>,
  { afterAlias = '' }: { readonly afterAlias?: string },
): Promise<SavedDestination[]> {
  const rows = await readWithin(context, (db) =>
    selectDestinations(db, context.actor.tenant, afterAlias, PAGE_SIZE).execute(),
  );
  return rows.map(toDestination);
}
