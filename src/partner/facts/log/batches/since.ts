import type { Db } from '../../../../platform/postgres/index.ts';
import { selectBatchAt, selectChanges } from './store.ts';

/** What a caller has not read yet. */
export interface Since {
  /** The last batch that the caller has read. */
  readonly batch: number;
  /** Whether later batches changed the terms of rewards, or withdrew facts: then any row may have changed. */
  readonly hasNewTerms: boolean;
  /** Whether later batches replaced facts. */
  readonly hasReplaced: boolean;
}

/** The number of the last batch that the log had at a time; 0 before the first. */
export async function batchAt(db: Db, time: string): Promise<number> {
  const found = await selectBatchAt(db, time).executeTakeFirst();
  return found?.number ?? 0;
}

/** What the log has after a time, up to the last batch of the store that is asked. */
export async function readSince(db: Db, time: string, applied: number): Promise<Since> {
  const batch = await batchAt(db, time);
  return { batch, ...(await selectChanges(db, batch, applied).executeTakeFirstOrThrow()) };
}
