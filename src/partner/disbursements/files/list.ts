import type { Static } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { FILES, FILES_QUERY } from './schema.ts';
import { countFiles, selectFiles } from './store.ts';
import { shown, toFile } from './to-file.ts';

/** One page, newest first. */
export async function listFiles(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0 }: Static<typeof FILES_QUERY>,
): Promise<Static<typeof FILES>> {
  const { count } = await countFiles(db, tenant).executeTakeFirstOrThrow();
  const rows = await selectFiles(db, tenant, limit, offset).execute();
  return { files: rows.map((row) => shown(toFile(row))), count };
}
