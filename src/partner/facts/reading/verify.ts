import { Problem, type Context } from '../../../kernel/index.ts';
import type { Duckdb } from '../../../platform/duckdb/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { StorageError } from '../../../platform/storage/index.ts';
import { type LogSource, quote } from '../store/index.ts';
import { withFiles, readHead, logStore } from '../log/index.ts';
import { readStatus, type FactsStatus } from './status.ts';
import type { FactsContext } from '../handle/index.ts';

/** The log, and an engine that reads its objects. */
export interface LogReader extends LogSource {
  readonly database: Duckdb;
}

export interface LogContext extends Context<Db> {
  readonly facts: LogReader;
}

export interface Verification {
  readonly objects: number;
  /** The last batch of the log. */
  readonly head: number;
  /** What is wrong, in sentences; at most the first 100. */
  readonly faults: readonly string[];
}

const MAX_FAULTS = 100;

/** Compares the rows of the log with its objects and with the store: hashes and counts. */
export async function verifyFacts(context: FactsContext): Promise<Verification> {
  const verified = await verifyLog(context);
  const faults = [...verified.faults, ...compareStore(await readStatus(context))];
  return { ...verified, faults: faults.slice(0, MAX_FAULTS) };
}

/** Compares the rows of the log with its objects: hashes, and how many rows there are of each batch. */
export async function verifyLog(
  { facts: log, signal }: LogContext,
  onProgress?: (fraction: number) => void,
): Promise<Verification> {
  const faults: string[] = [];
  const objects = await logStore.selectAllObjects(log.db).execute();
  for (const [index, object] of objects.entries()) {
    signal.throwIfAborted();
    const fault = await checkObject(log, object);
    if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(fault);
    onProgress?.((index + 1) / objects.length);
  }
  return { objects: objects.length, head: await readHead(log.db), faults };
}

async function checkObject(
  log: LogReader,
  object: { key: string; sha256: Buffer },
): Promise<string | undefined> {
  const { key } = object;
  try {
    return await withFiles(log, async (files) => {
      const path = await files.download(object);
      const expected = await logStore.selectBatchesOf(log.db, key).execute();
      const found = await log.database.query<{ number: number; rows: number }>(
        `select batch as number, count(*) as rows from read_parquet(${quote(path)}) group by batch order by batch`,
      );
      const isSame = JSON.stringify(found) === JSON.stringify(expected);
      return isSame ? undefined : `${key} has other rows than its batches.`;
    });
  } catch (error) {
    if (error instanceof StorageError || error instanceof Problem) return error.message;
    throw error;
  }
}

/** Compares a store with the log. Every accepted fact is a row of its own until it is withdrawn, and a replaced one stays the same row. */
export function compareStore({ applied, kinds }: FactsStatus): string[] {
  const faults = kinds
    .filter(({ facts, rows }) => rows !== facts)
    .map(({ kind, facts, rows }) => `The store has ${rows} rows of ${kind}, the log ${facts}.`);
  const batches = kinds.reduce((sum, each) => sum + each.batches, 0);
  if (batches !== applied) faults.push(`The log has ${batches} batches up to number ${applied}.`);
  return faults;
}
