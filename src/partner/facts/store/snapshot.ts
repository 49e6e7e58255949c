import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Duckdb } from '../../../platform/duckdb/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { logStore } from '../log/index.ts';
import { readState } from './state.ts';

const KEPT = 2;

const folderOf = (layout: string): string => `snapshots/${layout}/`;

interface Snapshot {
  readonly key: string;
  readonly applied: number;
}

/** The snapshots of a layout, newest first. */
async function listSnapshots(storage: Storage, layout: string): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  for await (const { key } of storage.list(folderOf(layout))) {
    const [, applied] = /\/(\d+)\.duckdb$/.exec(key) ?? [];
    if (applied !== undefined) found.push({ key, applied: Number(applied) });
  }
  return found.toSorted((a, b) => b.applied - a.applied);
}

interface Saving {
  readonly db: Db;
  readonly database: Duckdb;
  readonly storage: Storage;
  readonly layout: string;
  /** The file of the database. */
  readonly path: string;
  readonly spillFolder: string;
}

/** How much the newest snapshot has to lack for another one: anything, or so much that a start would take long. */
export type Lacking = 'anything' | 'much';

const MUCH_FACTS = 5_000_000;
const MUCH_FRACTION = 0.1;

/** Puts a copy of a store into the storage, for processes that start without one. Undefined when none is needed. */
export async function saveSnapshot(saving: Saving, lacking: Lacking): Promise<number | undefined> {
  const { db, database, storage, layout, path, spillFolder } = saving;
  const { applied: present } = await readState(database);
  const older = await listSnapshots(storage, layout);
  const newest = older.find(({ applied }) => applied <= present);
  const { tail, total } = await logStore.countFacts(db, newest?.applied ?? 0).executeTakeFirstOrThrow();
  const enough = lacking === 'anything' ? 1 : Math.max(MUCH_FACTS, total * MUCH_FRACTION);
  if (tail < enough) return undefined;
  const copy = join(spillFolder, `${randomUUID()}.duckdb`);
  try {
    const applied = await database.write(async (session) => {
      await session.run('checkpoint');
      // By another process: closing the file in this one would release the lock that the engine holds on it.
      await promisify(execFile)('cp', [path, copy]);
      return (await readState(session)).applied;
    });
    await storage.put(`${folderOf(layout)}${applied}.duckdb`, createReadStream(copy));
    for (const { key } of older.filter((each) => each.applied !== applied).slice(KEPT - 1))
      await storage.remove(key);
    return applied;
  } finally {
    await rm(copy, { force: true });
  }
}

/** Copies the newest snapshot up to a batch to a path; false when there is none. */
export async function fetchSnapshot(
  { storage, layout, spillFolder }: Pick<Saving, 'storage' | 'layout' | 'spillFolder'>,
  upTo: number,
  path: string,
): Promise<boolean> {
  const newest = (await listSnapshots(storage, layout)).find(({ applied }) => applied <= upTo);
  if (!newest) return false;
  const fetched = join(spillFolder, `${randomUUID()}.duckdb`);
  try {
    await storage.download(newest.key, fetched);
    // What was downloaded may share its bytes with the storage; a store is written to.
    await copyFile(fetched, path);
    return true;
  } finally {
    await rm(fetched, { force: true });
  }
}
