import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { selectDestinations, type DestinationRow } from './store.ts';

/** Oldest first. */
export async function listDestinations({ actor, db }: Context<Db>): Promise<DestinationRow[]> {
  return selectDestinations(db, actor.tenant).execute();
}
