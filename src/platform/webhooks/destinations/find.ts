import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { ownerOf } from './owner.ts';
import { selectDestination, selectDestinations, type DestinationRow } from './store.ts';

export async function getDestination(
  context: Context<Db>,
  { id }: { readonly id: string },
): Promise<DestinationRow> {
  const row = await selectDestination(context.db, ownerOf(context), id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such destination.');
  return row;
}

/** Oldest first. */
export function listDestinations(context: Context<Db>): Promise<DestinationRow[]> {
  return selectDestinations(context.db, ownerOf(context)).execute();
}
