import { Problem, type Context } from '../../kernel/index.ts';
import type { JsonObject } from '../../platform/audit/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { selectOpen, updateReleased, type RestoreRow } from './store.ts';

interface ReleaseInput {
  readonly reason: string;
  /** What is known to differ between the venues and us. */
  readonly differences: readonly JsonObject[];
}

/** Lets withdrawals leave again. */
export async function releaseRestore(context: Context<Db>, input: ReleaseInput): Promise<void> {
  await run(context, release, input);
}

const release = command({
  name: 'restore.release',
  scope: 'admin',
  async lock(tx) {
    return { open: await selectOpen(tx).forUpdate().executeTakeFirst() };
  },
  decide({ open }, { reason, differences }: ReleaseInput, { actor, now }) {
    if (!open) throw new Problem('not_found', 'No restore waits for a release.');
    return {
      change: { id: open.id, end: { released_at: now, released_by: actor.id, release_reason: reason } },
      audit: { subject: open.id, details: { reason, differences } },
    };
  },
  write: (tx, { id, end }): Promise<RestoreRow | undefined> => updateReleased(tx, id, end).executeTakeFirst(),
});
