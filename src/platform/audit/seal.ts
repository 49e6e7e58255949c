import { partOf, type Db } from '../postgres/index.ts';
import { sealRows } from './store.ts';

const BATCH_ROWS = 1000;
/** Collects a burst of entries into few large batches. */
const DELAY_MS = 50;

/** Whether the rows of a database are about to be sealed. */
const createSchedule = () => ({ isDue: false });

/** Seals every audit row committed before the call into the hash chain. The database serializes callers. */
export async function sealAudit(db: Db): Promise<void> {
  while ((await sealBatch(db)) === BATCH_ROWS);
}

/** Seals shortly after the call; if that fails, the next call seals these rows too. */
export function sealSoon(db: Db): void {
  const schedule = partOf(db, createSchedule);
  if (schedule.isDue) return;
  schedule.isDue = true;
  const seal = (): void => {
    schedule.isDue = false;
    sealAudit(db).catch(() => {});
  };
  setTimeout(seal, DELAY_MS).unref();
}

export async function sealBatch(db: Db): Promise<number> {
  const { sealed } = await sealRows(db, BATCH_ROWS).executeTakeFirstOrThrow();
  return sealed;
}
