import type { Db } from '../../postgres/index.ts';
import { deleteOldAttempts, deleteSurplusSources } from './store.ts';
import { FAILURES_FORGOTTEN_AFTER_MS } from './wait.ts';

const SUCCESS_REMEMBERED_MS = 90 * 24 * 60 * 60 * 1000;
const KEPT_SOURCES_PER_NAME = 100;

/** Deletes attempts that no longer have an effect. The cost of hashing bounds how many accumulate between runs. */
export async function sweepAttempts(db: Db, now: Date): Promise<void> {
  const failedBefore = new Date(now.getTime() - FAILURES_FORGOTTEN_AFTER_MS);
  const succeededBefore = new Date(now.getTime() - SUCCESS_REMEMBERED_MS);
  await deleteOldAttempts(db, failedBefore, succeededBefore).execute();
  await deleteSurplusSources(db, KEPT_SOURCES_PER_NAME).execute();
}
