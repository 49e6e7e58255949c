import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectDestination, type DestinationRow } from './store.ts';

export async function getDestination(
  { actor, db }: Context<Db>,
  { id }: { readonly id: string },
): Promise<DestinationRow> {
  const row = await selectDestination(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such destination.');
  return row;
}
