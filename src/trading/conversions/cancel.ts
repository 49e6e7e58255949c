import type { Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { change, eventsOf, saveChange } from './execution/index.ts';
import { toConversion } from './conversion.ts';
import { requestWork } from './jobs.ts';
import type { Conversion } from './schema.ts';
import { lockConversion, type ConversionRow } from './store.ts';

interface CancelInput {
  readonly id: string;
}

/** Ends it at once before its first order; later it stops trading and ends with what was traded. */
export async function cancelConversion(context: Context<Db>, input: CancelInput): Promise<Conversion> {
  return (await run(context, cancel, input)).result;
}

export const cancel = command({
  name: 'conversion.cancel',
  scope: 'conversions:edit',
  lock: (tx, { id }: CancelInput, { actor }) => lockConversion(tx, actor.tenant, id).executeTakeFirst(),
  decide(row: ConversionRow, _input, { actor, now }) {
    const reason = `Cancelled by ${actor.id}.`;
    const moved =
      row.status === 'PENDING'
        ? change(
            row,
            { status: 'CANCELLED', due_at: null, waiting_reason: null, failure_message: reason },
            now,
          )
        : change(row, { status: 'PENDING_CANCEL', due_at: now }, now);
    return {
      change: moved,
      audit: { subject: row.id, details: { status: moved.after.status, reason } },
      events: eventsOf(moved),
      jobs: moved.after.due_at ? [requestWork(row.id)] : [],
    };
  },
  async write(tx, made) {
    const row = await saveChange(tx, made).executeTakeFirst();
    return row && toConversion(row);
  },
});
