import type { Context } from '../../kernel/index.ts';
import { insertEntry } from '../audit/index.ts';
import { enqueue } from '../jobs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import type { Decision } from './command.ts';
import { insertEvents } from './store.ts';

/** Writes what is kept of every decision beside its change: the audit entry, the events and the jobs. */
export async function record(
  tx: Tx,
  context: Context<Db>,
  name: string,
  { audit, events = [], jobs = [] }: Decision<unknown>,
  now: Date,
): Promise<void> {
  const { actor, traceId } = context;
  const subjectKind = name.slice(0, name.indexOf('.'));
  await Promise.all([
    insertEntry(tx, {
      at: now,
      actor,
      action: name,
      subjectKind,
      subjectId: audit.subject,
      details: audit.details,
      traceId,
    }).execute(),
    events.length > 0 &&
      insertEvents(
        tx,
        events.map(({ type, payload }) => ({
          tenant: actor.tenant,
          type,
          resource_kind: subjectKind,
          resource_id: audit.subject,
          payload,
          created_at: now,
        })),
      ).execute(),
    jobs.length > 0 && enqueue(tx, context, jobs),
  ]);
}
