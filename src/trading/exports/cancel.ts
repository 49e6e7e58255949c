import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { event } from '../../platform/events/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { exportFailed } from './events.ts';
import { summaryOf, withoutFile } from './export.ts';
import type { Export } from './schema.ts';
import { endExport, lockExport, type ExportRow } from './store.ts';
import { readableTypes } from './types/index.ts';

interface CancelInput {
  readonly id: string;
}

/** Ends an export that is being written. The worker stops writing it and removes what it wrote. */
export async function cancelExport(context: Context<Db>, input: CancelInput): Promise<Export> {
  return (await run(context, cancel, input)).result;
}

const cancel = command({
  name: 'export.cancel',
  scope: 'exports:edit',
  lock: (tx, { id }: CancelInput, { actor }) =>
    lockExport(tx, actor.tenant, readableTypes(actor), id).executeTakeFirst(),
  decide(row: ExportRow, _input, { actor, now }) {
    if (row.status !== 'PROCESSING') {
      throw new Problem(
        'invalid_transition',
        `The export is ${row.status}; only a PROCESSING one can be cancelled.`,
      );
    }
    const end = {
      status: 'FAILED',
      failure_message: `Cancelled by ${actor.id}.`,
      ends_at: null,
      updated_at: now,
    } as const;
    const summary = summaryOf({ ...row, ...end });
    return {
      change: { row, end },
      audit: { subject: row.id, details: summary },
      events: [event(exportFailed, { id: row.id, export: summary })],
    };
  },
  async write(tx, { row, end }) {
    const ended = await endExport(tx, row.id, row.attempts, end).executeTakeFirst();
    return ended && withoutFile(ended);
  },
});
