import { Problem, later, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { event } from '../../platform/events/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { exportCompleted, exportFailed } from './events.ts';
import { summaryOf } from './export.ts';
import { endExport, type ExportRow } from './store.ts';

const FILE_LIFETIME_MS = 7 * 24 * 3_600_000;

/** Publishes the link to the file. False if the export has already ended. */
export async function completeExport(context: Context<Db>, row: ExportRow, rows: number): Promise<boolean> {
  const now = context.clock.now();
  const count = String(rows);
  return end(context, complete, {
    ...row,
    status: 'COMPLETED',
    rows_written: count,
    rows_expected: count,
    ends_at: later(now, FILE_LIFETIME_MS),
    updated_at: now,
  });
}

/** Does nothing if the export has already ended. */
export async function failExport(context: Context<Db>, row: ExportRow, reason: string): Promise<void> {
  const failed = { status: 'FAILED', failure_message: reason, ends_at: null } as const;
  await end(context, fail, { ...row, ...failed, updated_at: context.clock.now() });
}

async function end(context: Context<Db>, how: typeof complete, row: ExportRow): Promise<boolean> {
  try {
    await run(context, how, row);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return false;
    throw error;
  }
}

const complete = ending('export.complete', exportCompleted);
const fail = ending('export.fail', exportFailed);

function ending(name: `export.${string}`, definition: typeof exportCompleted | typeof exportFailed) {
  return command({
    name,
    scope: 'exports:edit',
    decide(_state: undefined, row: ExportRow) {
      const summary = summaryOf(row);
      return {
        change: row,
        audit: { subject: row.id, details: summary },
        events: [event(definition, { id: row.id, export: summary })],
      };
    },
    write: (
      tx,
      { id, attempts, status, rows_written, rows_expected, failure_message, ends_at, updated_at },
    ) =>
      endExport(tx, id, attempts, {
        status,
        rows_written,
        rows_expected,
        failure_message,
        ends_at,
        updated_at,
      }).executeTakeFirst(),
  });
}
