import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectDestination, selectDestinations, type DestinationRow } from './store.ts';

export async function getDestination(
  { actor, db }: Context<Db>,
  { id }: { readonly id: string },
): Promise<DestinationRow> {
  const row = await selectDestination(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such destination.');
  return row;
}

/** Oldest first. */
export function listDestinations({ actor, db }: Context<Db>): Promise<DestinationRow[]> {
  return selectDestinations(db, actor.tenant).execute();
}
