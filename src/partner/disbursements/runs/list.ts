import type { Static } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { RUNS, RUNS_QUERY } from './schema.ts';
import { countRuns, selectRuns } from './store.ts';
import { shown, toRun } from './to-run.ts';

/** One page, newest first. */
export async function listRuns(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0 }: Static<typeof RUNS_QUERY>,
): Promise<Static<typeof RUNS>> {
  const { count } = await countRuns(db, tenant).executeTakeFirstOrThrow();
  const rows = await selectRuns(db, tenant, limit, offset).execute();
  return { runs: rows.map((row) => shown(toRun(row))), count };
}
