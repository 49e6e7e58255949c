import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { checkEpoch, lockLog } from './append.ts';
import type { WriterLease } from './lease.ts';
import { IMPORTS, OBJECTS, withFiles } from './objects.ts';
import { downloadAll } from './read.ts';
import {
  deleteObject,
  insertObject,
  moveBatches,
  selectAllObjects,
  selectKnown,
  selectSuperseded,
  supersedeObjects,
} from './store.ts';

const MIB = 1 << 20;
/** Objects from this size on are left alone. */
const LARGE_BYTES = 16 * MIB;
const MAX_BYTES = 64 * MIB;
/** Fewer small objects of a kind are not worth another one. */
const MIN_OBJECTS = 16;
const MAX_OBJECTS = 1_000;
/** Until then a backup of PostgreSQL can be restored without one of the storage. */
const GRACE_MS = 30 * 86_400_000;
/** Longer than any import takes. */
const IMPORT_GRACE_MS = 86_400_000;

interface LogContext extends Pick<Context<Db>, 'db' | 'clock' | 'signal'> {
  readonly facts: {
    readonly storage: Storage;
    readonly lease: WriterLease;
    readonly spillFolder: string;
  };
}

interface SmallObject {
  readonly key: string;
  readonly kind: string;
  readonly first: number;
  readonly last: number;
  readonly rowCount: number;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Writes the rows of several files into one, in their order, and returns their number. */
type MergeFiles = (paths: readonly string[], path: string) => Promise<number>;

/** Moves the rows of small objects into larger ones, kind by kind, and returns how many objects were replaced. */
export async function compactLog(context: LogContext, merge: MergeFiles): Promise<number> {
  let replaced = 0;
  for (const objects of runsOf(await selectAllObjects(context.db).execute())) {
    context.signal.throwIfAborted();
    await replace(context, objects, merge);
    replaced += objects.length;
  }
  return replaced;
}

/** Neighbours of one kind that are small and fit into one object. */
function runsOf(objects: readonly SmallObject[]): SmallObject[][] {
  const runs = new Map<string, SmallObject[][]>();
  for (const object of objects) {
    const ofKind = runs.get(object.kind) ?? [];
    runs.set(object.kind, ofKind);
    const last = ofKind.at(-1);
    const bytes = last?.reduce((sum, each) => sum + each.bytes, object.bytes) ?? 0;
    if (object.bytes >= LARGE_BYTES) ofKind.push([]);
    else if (last && bytes <= MAX_BYTES && last.length < MAX_OBJECTS) last.push(object);
    else ofKind.push([object]);
  }
  return [...runs.values()].flat().filter((run) => run.length >= MIN_OBJECTS);
}

async function replace(
  { db, facts, clock }: LogContext,
  objects: readonly SmallObject[],
  merge: MergeFiles,
): Promise<void> {
  const epoch = await facts.lease.hold();
  const now = clock.now();
  const [first, last] = [objects[0], objects.at(-1)];
  if (!first || !last) return;
  await withFiles(facts, async (files) => {
    const paths = await downloadAll(files, objects);
    const rowCount = objects.reduce((sum, each) => sum + each.rowCount, 0);
    const path = files.newPath();
    const merged = await merge(paths, path);
    if (merged !== rowCount) throw new Error(`${merged} rows were merged, not ${rowCount}.`);
    const { key, bytes, sha256 } = await files.upload(first.kind, { path, rowCount });
    const keys = objects.map((object) => object.key);
    await db.transaction().execute(async (tx) => {
      checkEpoch(await lockLog(tx), epoch);
      await insertObject(tx, {
        key,
        kind: first.kind,
        first_number: String(first.first),
        last_number: String(last.last),
        row_count: String(rowCount),
        bytes: String(bytes),
        sha256,
        created_at: now,
      }).execute();
      await moveBatches(tx, keys, key).execute();
      await supersedeObjects(tx, keys, now).execute();
    });
  });
}

/** Removes objects that compaction replaced long ago, those without a batch, and files that no command removed. */
export async function sweepObjects({ db, facts, clock }: LogContext): Promise<void> {
  const { storage, lease } = facts;
  await lease.hold();
  const before = new Date(clock.now().getTime() - GRACE_MS);
  for (const { key } of await selectSuperseded(db, before).execute()) {
    await storage.remove(key);
    await deleteObject(db, key).execute();
  }
  for await (const { key, writtenAt } of storage.list(OBJECTS)) {
    if (writtenAt >= before) continue;
    const known = await selectKnown(db, key).executeTakeFirst();
    if (!known) await storage.remove(key);
  }
  const staged = new Date(clock.now().getTime() - IMPORT_GRACE_MS);
  for await (const { key, writtenAt } of storage.list(IMPORTS))
    if (writtenAt < staged) await storage.remove(key);
}
