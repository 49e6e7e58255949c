import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { historyOf } from './schema.ts';
import { selectHistory, type Subject } from './store.ts';

const MAX_ENTRIES = 1_000;

/** The audit entries of one subject, oldest first. The caller has checked that the reader may see it. */
export async function readHistory(
  { db, actor }: Context<Db>,
  subject: Subject,
): Promise<Static<ReturnType<typeof historyOf>>> {
  const rows = await selectHistory(db, actor.tenant, subject, MAX_ENTRIES).execute();
  return rows.map(({ at, actor_kind, actor_id, action, details }) => {
    const { status = null, reason = null } = details;
    return {
      at: at.toISOString(),
      actor: { kind: actor_kind, id: actor_id },
      action,
      status: typeof status === 'string' ? status : null,
      reason: typeof reason === 'string' ? reason : null,
      details,
    };
  });
}
