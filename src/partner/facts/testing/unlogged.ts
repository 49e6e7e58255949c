import type { Facts } from '../handle/index.ts';
import { kindNamed } from '../kinds/index.ts';
import { parquetRows, checkedRows } from '../intake/index.ts';
import { batchSql, countLines, writeRows } from '../store/index.ts';

class Undone extends Error {}

/** Imports a Parquet file into the store without the log, and rolls it back instead of a commit. */
export async function importUnlogged({ database, schema }: Facts, name: string, path: string): Promise<void> {
  const kind = kindNamed(name);
  const importing = database.write(async (session) => {
    const raw = await parquetRows(session, kind, { path }, new AbortController().signal);
    await session.run(`
      ${batchSql.CREATE_WORK_TABLES};
      ${batchSql.NO_WITHDRAWAL};
      create temp view checked as ${checkedRows(kind, raw)};
      create temp view batch as select line, ${Object.keys(kind.fields).join(', ')} from checked`);
    await session.query('select count(*) from checked where not ok');
    await session.run(batchSql.findTwice(kind));
    for (const reference of kind.references) await session.run(batchSql.refuseUnknown(kind, reference));
    await session.run(batchSql.compareWithKnown(kind));
    await session.transaction(async () => {
      await writeRows(session, { kind, schema, number: 0, sender: 0, ...(await countLines(session)) });
      throw new Undone();
    });
  });
  await importing.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}
