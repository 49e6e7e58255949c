import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { readPage } from '../page.ts';
import { toExport } from './export.ts';
import type { ExportPage, ExportQuery } from './schema.ts';
import { countExports, selectPage } from './store.ts';
import { readableTypes } from './types/index.ts';

/** One page of exports whose rows the caller may read, newest first. */
export async function listExports(
  { actor, db, clock }: Context<Db>,
  storage: Storage,
  page: ExportQuery,
): Promise<ExportPage> {
  const { tenant } = actor;
  const types = readableTypes(actor);
  return readPage(page, async ({ limit, offset }) => {
    const [{ total }, rows] = await Promise.all([
      countExports(db, tenant, types).executeTakeFirstOrThrow(),
      limit === 0 ? [] : selectPage(db, tenant, types, limit, offset).execute(),
    ]);
    const items = await Promise.all(rows.map((row) => toExport(row, storage, clock)));
    return { total: Number(total), items };
  });
}
