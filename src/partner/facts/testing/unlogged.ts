import type { Facts } from '../index.ts';
import { kindNamed } from '../kinds/index.ts';
import { parquetRows } from '../source/columns.ts';
import {
  compareWithKnown,
  CREATE_WORK_TABLES,
  findTwice,
  NO_WITHDRAWAL,
  refuseUnknown,
} from '../store/batch.ts';
import { checkedRows } from '../store/checks.ts';
import { countLines, writeRows } from '../store/write.ts';

class Undone extends Error {}

/** Imports a Parquet file into the store without the log, and rolls it back instead of a commit. */
export async function importUnlogged({ database, schema }: Facts, name: string, path: string): Promise<void> {
  const kind = kindNamed(name);
  const importing = database.write(async (session) => {
    const raw = await parquetRows(session, kind, { path }, new AbortController().signal);
    await session.run(`
      ${CREATE_WORK_TABLES};
      ${NO_WITHDRAWAL};
      create temp view checked as ${checkedRows(kind, raw)};
      create temp view batch as select line, ${Object.keys(kind.fields).join(', ')} from checked`);
    await session.query('select count(*) from checked where not ok');
    await session.run(findTwice(kind));
    for (const reference of kind.references) await session.run(refuseUnknown(kind, reference));
    await session.run(compareWithKnown(kind));
    await session.transaction(async () => {
      await writeRows(session, { kind, schema, number: 0, sender: 0, ...(await countLines(session)) });
      throw new Undone();
    });
  });
  await importing.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}
