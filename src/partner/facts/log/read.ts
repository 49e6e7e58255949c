import type { Db } from '../../../platform/postgres/index.ts';
import type { ObjectFiles } from './objects.ts';
import {
  lockHead,
  selectAfter,
  selectBatchById,
  selectHead,
  selectObjects,
  selectObjectsOf,
  selectReplacing,
} from './store.ts';
import type { Appended } from './append.ts';

const MAX_BATCHES = 1_000;
/** In one group, unless a single batch has more. */
const MAX_ROWS = 5_000_000;
const DOWNLOADS_AT_ONCE = 8;

/** Consecutive batches of one kind, which a store can apply together. */
export interface BatchGroup {
  readonly kind: string;
  readonly first: number;
  readonly last: Appended;
  /** How many facts are new. */
  readonly accepted: number;
  /** Whether a key can occur more than once, or in the store already. */
  readonly hasReplaced: boolean;
  readonly objects: readonly string[];
}

/** The batches that come after a number; undefined at the end of the log. */
export async function readGroup(db: Db, after: number): Promise<BatchGroup | undefined> {
  const batches = await selectAfter(db, after, MAX_BATCHES).execute();
  const [first] = batches;
  if (!first) return undefined;
  if (first.number !== after + 1) throw new Error(`The log has no batch ${after + 1}.`);
  let rows = 0;
  const other = batches.findIndex(({ kind, accepted, replaced, withdrawn }, index) => {
    rows += accepted + replaced + withdrawn;
    return kind !== first.kind || (index > 0 && rows > MAX_ROWS);
  });
  const group = other === -1 ? batches : batches.slice(0, other);
  const { id, number, created_at: createdAt } = group.at(-1) ?? first;
  return {
    kind: first.kind,
    first: first.number,
    last: { id, number, createdAt },
    accepted: group.reduce((sum, each) => sum + each.accepted, 0),
    hasReplaced: group.some(({ replaced, withdrawn }) => replaced + withdrawn > 0),
    objects: [...new Set(group.map(({ object }) => object))],
  };
}

/** Copies of objects, with their content checked. */
export async function fetchObjects(db: Db, files: ObjectFiles, keys: readonly string[]): Promise<string[]> {
  return downloadAll(files, await selectObjects(db, keys).execute());
}

export interface KindRows {
  readonly paths: readonly string[];
  /** The batches that replaced or withdrew something: without any, no key occurs twice. */
  readonly replacing: readonly number[];
}

/** All rows of a kind up to a batch. */
export async function fetchKind(db: Db, files: ObjectFiles, kind: string, upTo: number): Promise<KindRows> {
  const replacing = await selectReplacing(db, kind, upTo).execute();
  const objects = await selectObjectsOf(db, kind, upTo).execute();
  return { paths: await downloadAll(files, objects), replacing: replacing.map(({ number }) => number) };
}

type StoredObject = { readonly key: string; readonly sha256: Buffer };

export async function downloadAll(files: ObjectFiles, objects: readonly StoredObject[]): Promise<string[]> {
  const paths: string[] = [];
  const waiting = [...objects.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      paths[next[0]] = await files.download(next[1]);
    }
  };
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, work));
  return paths;
}

/** The number of the last batch. */
export async function readHead(db: Db): Promise<number> {
  return (await selectHead(db).executeTakeFirstOrThrow()).number;
}

/**
 * What became of a batch when the answer of PostgreSQL was lost. An append that is still under way holds the lock for
 * which this waits.
 */
export async function findAppended(db: Db, id: string): Promise<Appended | undefined> {
  const found = await db.transaction().execute(async (tx) => {
    await lockHead(tx).executeTakeFirstOrThrow();
    return selectBatchById(tx, id).executeTakeFirst();
  });
  return found && { id, number: found.number, createdAt: found.created_at };
}

/** Says which batches a store lacks. */
export async function describeMissing(db: Db, applied: number): Promise<string> {
  const batches = await selectAfter(db, applied, MAX_BATCHES).execute();
  const kinds = [...new Set(batches.map(({ kind }) => kind))].toSorted();
  const [first, last] = [applied + 1, await readHead(db)];
  return `${first === last ? `batch ${first}` : `batches ${first} to ${last}`} (${kinds.join(', ')})`;
}
