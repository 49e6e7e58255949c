import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { toExport } from './export.ts';
import type { Export } from './schema.ts';
import { selectExport } from './store.ts';

export async function getExport(
  { actor, db, clock }: Context<Db>,
  storage: Storage,
  { id }: { readonly id: string },
): Promise<Export> {
  const row = await selectExport(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such export.');
  return toExport(row, storage, clock);
}
