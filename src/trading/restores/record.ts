import { Problem, type Context } from '../../kernel/index.ts';
import { formatAnchor, type Comparison } from '../../platform/audit/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { toRestore, type Restore } from './find.ts';
import { insertRestore, lockRestores, selectOpen, type RestoreRow } from './store.ts';

/** Prepares unfinished work for what may have happened to it in the lost time. Returns how much there was. */
export type Precaution = (tx: Tx, context: Context<Db>) => Promise<number>;

interface Recorded {
  readonly restore: Restore;
  /** By the name of the precaution, how much unfinished work there was. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Records a restore and takes every precaution, all in one transaction. Does nothing while another one is open. */
export async function recordRestore(
  context: Context<Db>,
  loss: Comparison,
  precautions: Readonly<Record<string, Precaution>>,
): Promise<Recorded | undefined> {
  try {
    const { result } = await run(context, recording(precautions), loss);
    return result;
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return undefined;
    throw error;
  }
}

const recording = (precautions: Readonly<Record<string, Precaution>>) =>
  command({
    name: 'restore.detect',
    scope: 'admin',
    async lock(tx) {
      await lockRestores(tx).execute();
      return { open: await selectOpen(tx).executeTakeFirst() };
    },
    decide({ open }, { head, lost, lostSince }: Comparison, { id, now }) {
      if (open) throw new Problem('conflict', 'A restore is recorded already and not released.');
      const row: RestoreRow = {
        id,
        detected_at: now,
        head: formatAnchor(head ?? { seq: 0n, hash: '' }),
        lost_since: lostSince ?? null,
        anchors: lost.map(formatAnchor),
        released_at: null,
        released_by: null,
        release_reason: null,
      };
      return {
        change: row,
        audit: {
          subject: id,
          details: { head: row.head, anchors: row.anchors, lostSince: lostSince?.toISOString() ?? null },
        },
      };
    },
    async write(tx, row, context): Promise<Recorded | undefined> {
      const written = await insertRestore(tx, row).executeTakeFirst();
      const counts: Record<string, number> = {};
      for (const [name, take] of Object.entries(precautions)) counts[name] = await take(tx, context);
      return written && { restore: toRestore(written), counts };
    },
  });
