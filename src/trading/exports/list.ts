import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { readCounted, readPage } from '../page.ts';
import { toExport } from './export.ts';
import type { ExportPage, ExportQuery } from './schema.ts';
import { countExports, selectPage } from './store.ts';
import { readableTypes } from './types/index.ts';

/** One page of exports whose rows the caller may read, newest first. */
export async function listExports(
  context: Context<Db>,
  storage: Storage,
  page: ExportQuery,
): Promise<ExportPage> {
  const { actor, clock } = context;
  const types = readableTypes(actor);
  return readPage(context, page, {
    read: (db, { limit, offset }) =>
      readCounted(selectPage(db, actor.tenant, types, limit, offset), countExports(db, actor.tenant, types)),
    toItem: (row) => toExport(row, storage, clock),
  });
}
