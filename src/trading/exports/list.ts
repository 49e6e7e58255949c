import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { toExport } from './export.ts';
import type { ExportPage, ExportQuery } from './schema.ts';
import { countExports, selectPage } from './store.ts';

/** One page, newest first. */
export async function listExports(
  { actor, db, clock }: Context<Db>,
  storage: Storage,
  { pageNumber = 0, pageSize = 20 }: ExportQuery,
): Promise<ExportPage> {
  const { tenant } = actor;
  const [{ total }, rows] = await Promise.all([
    countExports(db, tenant).executeTakeFirstOrThrow(),
    pageSize === 0 ? [] : selectPage(db, tenant, pageSize, pageNumber * pageSize).execute(),
  ]);
  const totalElements = Number(total);
  return {
    content: await Promise.all(rows.map((row) => toExport(row, storage, clock))),
    totalElements,
    totalPages: pageSize === 0 ? 0 : Math.ceil(totalElements / pageSize),
    size: pageSize,
    number: pageNumber,
    pageable: { pageNumber, pageSize },
  };
}
