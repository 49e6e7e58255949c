import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { sealRows } from './store.ts';

const BATCH_ROWS = 1000;
/** Between two batches, each of which has its price: a burst of entries needs only a few. */
const PAUSE_MS = 50;

/**
 * Seals every audit row committed before the call into the hash chain. Calls are joined, so that under load the
 * batches grow instead of their number.
 */
export const sealAudit = coalesce(sealPending);

const sealAndPause = coalesce(async (db: Db) => {
  await sealAudit(db);
  await sleep(PAUSE_MS, undefined, { ref: false });
});

/** The same for those who do not wait for it; if it fails, others will do it. */
export function sealSoon(db: Db): void {
  sealAndPause(db).catch(() => {});
}

async function sealPending(db: Db): Promise<void> {
  while ((await sealBatch(db)) === BATCH_ROWS);
}

export async function sealBatch(db: Db): Promise<number> {
  const { sealed } = await sealRows(db, BATCH_ROWS).executeTakeFirstOrThrow();
  return sealed;
}
