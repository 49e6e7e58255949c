import type { Compilable } from 'kysely';
import type { Db } from './connect.ts';

export interface Statement<Args extends readonly unknown[], Query extends Compilable> {
  (db: Db, ...args: Args): Query;
  /** Arguments with which `tools/generate/compile-sql.ts` compiles the statement into the committed `store.sql`. */
  readonly sample: Args;
}

/** Names a query of a store. The sample compiles it into the SQL that is committed and reviewed. */
export function statement<Args extends readonly unknown[], Query extends Compilable>(
  sample: Args,
  build: (db: Db, ...args: Args) => Query,
): Statement<Args, Query> {
  return Object.assign((db: Db, ...args: Args) => build(db, ...args), { sample });
}
