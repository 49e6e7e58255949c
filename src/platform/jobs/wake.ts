import { coalesce } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { notifyWorkers } from './store.ts';

const stored = new WeakMap<Db, number>();

const notify = coalesce(async (db: Db) => {
  const count = stored.get(db) ?? 0;
  stored.delete(db);
  await notifyWorkers(db, count).execute();
});

/** Tells idle workers of jobs that were committed; those that do not hear it look by themselves every two seconds. */
export function wakeWorkers(db: Db, count: number): void {
  stored.set(db, (stored.get(db) ?? 0) + count);
  notify(db).catch(() => {});
}
