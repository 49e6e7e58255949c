import { PooledDb, type Db } from './connect.ts';

/** What `make` makes, once for each open database: two in one process share nothing. */
export function partOf<T>(db: Db, make: (db: Db) => T): T {
  if (!(db instanceof PooledDb)) throw new Error('Only an open database has parts, not a transaction of it.');
  if (!db.parts.has(make)) db.parts.set(make, make(db));
  return db.parts.get(make) as T;
}
