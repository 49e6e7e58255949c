import type { Context } from '../../kernel/index.ts';
import { insertEntries } from '../../platform/audit/index.ts';
import { insertEvents } from '../../platform/events/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { change, eventsOf, saveChange } from './execution/index.ts';
import { lockUnfinished } from './store.ts';

const REASON = 'The database was restored from a backup: orders of the lost time are not known here.';

/**
 * Stops every unfinished conversion, because orders that were lost cannot be counted in: one without orders ends, the
 * others place no more and end with what was traded. Returns how many there were.
 */
export async function stopUnfinished(
  tx: Tx,
  { actor, clock, traceId, service }: Context<Db>,
): Promise<number> {
  const now = clock.now();
  const rows = await lockUnfinished(tx).execute();
  for (const row of rows) {
    const { id, tenant } = row;
    const made =
      row.status === 'PENDING'
        ? change(
            row,
            { status: 'CANCELLED', due_at: null, waiting_reason: null, failure_message: REASON },
            now,
          )
        : change(row, { status: 'PENDING_CANCEL', due_at: now }, now);
    await saveChange(tx, made).execute();
    const events = eventsOf(made).map(({ definition: { type }, payload }) => ({
      tenant,
      type,
      resource_kind: 'conversion',
      resource_id: id,
      payload,
      created_at: now,
    }));
    if (events.length > 0) await insertEvents(events).execute(tx);
    const details = { status: made.after.status, reason: REASON };
    await insertEntries([
      {
        at: now,
        actor: { ...actor, tenant },
        action: 'conversion.stop',
        subjectKind: 'conversion',
        subjectId: id,
        details,
        traceId,
        service,
      },
    ]).execute(tx);
  }
  return rows.length;
}
