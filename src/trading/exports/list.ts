import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../platform/lists/index.ts';
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
  return readCursorPage(context, page, {
    of: ['exports', null],
    select: (db, slice) => selectPage(db, actor.tenant, types, slice),
    count: (db) => countExports(db, actor.tenant, types),
    position: TIME_AND_ID,
    toItem: (row) => toExport(row, storage, clock),
  });
}
