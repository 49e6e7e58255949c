import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { notifyWorkers } from './store.ts';

/** Between two notifications, which are dear: a burst of jobs needs only a few. */
const PAUSE_MS = 5;

const stored = new WeakMap<Db, number>();

const notify = coalesce(async (db: Db) => {
  const count = stored.get(db) ?? 0;
  stored.delete(db);
  await notifyWorkers(db, count).execute();
  await sleep(PAUSE_MS, undefined, { ref: false });
});

/** Tells idle workers of jobs that were committed; those that do not hear it look by themselves every two seconds. */
export function wakeWorkers(db: Db, count: number): void {
  stored.set(db, (stored.get(db) ?? 0) + count);
  notify(db).catch(() => {});
}
