import type { Context } from '../../kernel/index.ts';
import { StorageError } from '../../platform/storage/index.ts';
import { tableOf } from './declare.ts';
import { findKind } from './kinds/index.ts';
import { withFiles } from './log/objects.ts';
import { countKinds, selectAllObjects, selectBatchesOf } from './log/store.ts';
import type { Facts } from './open.ts';
import { projectedKind } from './store/layout.ts';
import { readState } from './store/state.ts';
import { quote } from './store/tables.ts';

export interface Verification {
  readonly objects: number;
  /** The last batch of the log. */
  readonly head: number;
  /** What is wrong, in sentences; at most the first 100. */
  readonly faults: readonly string[];
}

const MAX_FAULTS = 100;

/** Compares the rows of the log with its objects and with the store: hashes and counts. */
export async function verifyFacts(
  context: Context<Facts>,
  onProgress?: (fraction: number) => void,
): Promise<Verification> {
  const { db: facts, signal } = context;
  const faults: string[] = [];
  const add = (fault: string | undefined): void => {
    if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(fault);
  };
  const objects = await selectAllObjects(facts.db).execute();
  for (const [index, object] of objects.entries()) {
    signal.throwIfAborted();
    add(await checkObject(facts, object));
    onProgress?.((index + 1) / objects.length);
  }
  const { applied } = await readState(facts.database);
  const kinds = await countKinds(facts.db, applied).execute();
  for (const { kind, accepted } of kinds) add(await checkKind(facts, kind, accepted));
  const batches = kinds.reduce((sum, each) => sum + each.batches, 0);
  if (batches !== applied) add(`The log has ${batches} batches up to number ${applied}.`);
  return { objects: objects.length, head: facts.position.head, faults };
}

async function checkObject(
  facts: Facts,
  object: { key: string; sha256: Buffer },
): Promise<string | undefined> {
  const { key } = object;
  try {
    return await withFiles(facts, async (files) => {
      const path = await files.download(object);
      const expected = await selectBatchesOf(facts.db, key).execute();
      const found = await facts.database.query<{ number: number; rows: number }>(
        `select batch as number, count(*) as rows from read_parquet(${quote(path)}) group by batch order by batch`,
      );
      const isSame = JSON.stringify(found) === JSON.stringify(expected);
      return isSame ? undefined : `${key} has other rows than its batches.`;
    });
  } catch (error) {
    if (error instanceof StorageError) return error.message;
    throw error;
  }
}

/** Every accepted fact is a row of its own, and a replaced one stays the same row. */
async function checkKind(facts: Facts, kind: string, expected: number): Promise<string | undefined> {
  const table = findKind(kind) ? tableOf(kind) : projectedKind(facts.schema, kind)?.table;
  if (table === undefined) return undefined;
  const [found] = await facts.database.query<{ rows: number }>(`select count(*) as rows from ${table}`);
  const rows = found?.rows ?? 0;
  return rows === expected ? undefined : `The store has ${rows} rows of ${kind}, the log ${expected}.`;
}
