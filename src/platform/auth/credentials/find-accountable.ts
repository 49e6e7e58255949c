import type { Db } from '../../postgres/index.ts';
import { selectOwner } from './store.ts';

/** The one person or program behind the id of an actor: the owner of a client, which never changes, or the id itself. */
export async function findAccountable(db: Db, actorId: string): Promise<string> {
  const credential = await selectOwner(db, actorId).executeTakeFirst();
  return credential?.owner ?? actorId;
}
