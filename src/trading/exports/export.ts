import type { Clock } from '../../kernel/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { Export, ExportSummary } from './schema.ts';
import type { ExportRow } from './store.ts';

/** The storage key of an attempt's file. */
export const fileKey = ({ id }: ExportRow, attempt: number): string => `${id}-${attempt}`;

/** As the API shows it, with a link signed now. */
export async function toExport(row: ExportRow, storage: Storage, clock: Clock): Promise<Export> {
  const hasFile = row.status === 'COMPLETED' && row.ends_at !== null;
  if (!hasFile) return withoutFile(row);
  return {
    ...summaryOf(row),
    url: await storage.link(fileKey(row, row.attempts), row.filename, clock.now()),
  };
}

/** As the API shows one that has no file. */
export const withoutFile = (row: ExportRow): Export => ({ ...summaryOf(row), url: null });

export function summaryOf(row: ExportRow): ExportSummary {
  const { status, ends_at, rows_expected } = row;
  return {
    id: row.id,
    status,
    type: row.type,
    inputParameters: {
      from: row.range_from.toISOString(),
      to: row.range_to.toISOString(),
      format: row.format,
      query: row.query,
    },
    filename: row.filename,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    rowsWritten: Number(row.rows_written),
    rowsExpected: rows_expected === null ? null : Number(rows_expected),
    failureMessage: row.failure_message,
    expiresAt: status === 'COMPLETED' ? (ends_at?.toISOString() ?? null) : null,
  };
}
