import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { TOO_LONG } from './explain.ts';
import { failExport } from './settle.ts';
import { forgetFile, selectEnding } from './store.ts';
import { removeFiles, type Tools } from './write.ts';

const BATCH = 100;
/** Longer than any export may take. */
const LEFT_BEHIND_MS = 24 * 3_600_000;

/** Fails exports that take too long, and deletes expired files and those left by a crash. */
export async function sweepExports(context: Context<Db>, { storage, workFolder }: Tools): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  let rows;
  do {
    rows = await selectEnding(db, now, BATCH).execute();
    for (const row of rows) {
      const owner = { ...context, actor: { ...context.actor, tenant: row.tenant } };
      if (row.status === 'PROCESSING') await failExport(owner, row, TOO_LONG);
      await removeFiles(storage, row, row.attempts);
      await forgetFile(db, row.id, now).execute();
    }
  } while (rows.length === BATCH);
  const before = new Date(now.getTime() - LEFT_BEHIND_MS);
  await storage.sweep(before);
  await sweepFolder(workFolder, before);
}

async function sweepFolder(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtime } = await stat(path).catch(() => ({ mtime: before }));
    if (mtime < before) await rm(path, { recursive: true, force: true });
  }
}
