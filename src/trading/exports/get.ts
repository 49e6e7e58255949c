import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { toExport } from './export.ts';
import type { Export } from './schema.ts';
import { selectExport } from './store.ts';
import { readableTypes } from './types/index.ts';

/** Refuses with 404 if the caller may not read rows of this type. */
export async function getExport(
  { actor, db, clock }: Context<Db>,
  storage: Storage,
  { id }: { readonly id: string },
): Promise<Export> {
  const row = await selectExport(db, actor.tenant, readableTypes(actor), id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such export.');
  return toExport(row, storage, clock);
}
