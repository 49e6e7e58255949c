import type { Context } from '../../kernel/index.ts';
import { PooledDb, type Db } from './connect.ts';

/**
 * Runs the statements of a list: over the connections that are kept for lists, of which a caller has a share, and
 * within the time that such a request may take in all.
 */
export function readWithin<T>(context: Context<Db>, work: (db: Db) => Promise<T>): Promise<T> {
  const { actor, db, signal } = context;
  if (!(db instanceof PooledDb)) throw new Error('A list is read outside of transactions.');
  return db.reader.read({ caller: JSON.stringify([actor.tenant, actor.kind, actor.id]), signal }, work);
}
