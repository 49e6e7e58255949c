import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { getWithdrawal } from './get.ts';
import type { WithdrawalEvent } from './schema.ts';
import { selectHistory } from './store.ts';

const MAX_EVENTS = 1_000;

/** The audit entries of one withdrawal, oldest first. */
export async function listEvents(
  context: Context<Db>,
  { id }: { readonly id: string },
): Promise<WithdrawalEvent[]> {
  await getWithdrawal(context, { id });
  const rows = await selectHistory(context.db, context.actor.tenant, id, MAX_EVENTS).execute();
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
