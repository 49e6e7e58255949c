import type { Static } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { BLOCKS } from './schema.ts';
import { countBlocks, selectAllBlocks } from './store.ts';

/** Which partners are kept from getting money, and why. */
export async function listBlocks(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0 }: { readonly limit?: number; readonly offset?: number },
): Promise<Static<typeof BLOCKS>> {
  const { count } = await countBlocks(db, tenant).executeTakeFirstOrThrow();
  const rows = await selectAllBlocks(db, tenant, limit, offset).execute();
  return { blocks: rows.map((row) => ({ ...row, set_at: row.set_at.toISOString() })), count };
}
