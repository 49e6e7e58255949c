import type { Context } from '../../kernel/index.ts';
import { isConnectionError, type Database, type Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { Logger } from '../../platform/telemetry/index.ts';
import { readFilter } from '../../platform/lucene/index.ts';
import { encode } from './encode.ts';
import { explain } from './explain.ts';
import { fileKey } from './export.ts';
import { statementsOf } from './select.ts';
import { completeExport, failExport } from './settle.ts';
import { withSnapshot } from './snapshot.ts';
import { beginAttempt, updateProgress, type ExportRow } from './store.ts';
import { EXPORT_TYPES, type ExportTypeName } from './types/index.ts';

export interface Tools {
  readonly database: Database;
  readonly storage: Storage;
  /** For temporary files. */
  readonly workFolder: string;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

/** After this many interrupted attempts, an export fails. */
const MAX_ATTEMPTS = 5;
const PROGRESS_EVERY_MS = 1000;

/** Writes the file of an export and publishes it once complete. */
export async function writeExport(context: Context<Db>, tools: Tools, { id }: { id: string }): Promise<void> {
  const { db, actor, traceId, clock } = context;
  const row = await beginAttempt(db, actor.tenant, id).executeTakeFirst();
  if (!row) return;
  await removeFiles(tools.storage, row, row.attempts - 1);
  if (row.attempts > MAX_ATTEMPTS) {
    await failExport(
      context,
      row,
      `It was interrupted ${MAX_ATTEMPTS} times. Narrow the time or the filter.`,
    );
    return;
  }
  const timeoutMs = Math.max(1, (row.ends_at?.getTime() ?? 0) - clock.now().getTime());
  const cancelled = new AbortController();
  const signal = AbortSignal.any([context.signal, cancelled.signal, AbortSignal.timeout(timeoutMs)]);
  let rows: number;
  try {
    rows = await produce(context, tools, row, { signal, cancelled, timeoutMs });
  } catch (error) {
    if (cancelled.signal.aborted) return;
    // The job runs again when the process or the database is back.
    if (context.signal.aborted || isConnectionError(error)) throw error;
    tools.logger.error({ err: error, traceId, export: id }, 'an export has failed');
    await failExport(context, row, explain(signal.aborted ? signal.reason : error, traceId));
    return;
  }
  const isCompleted = await completeExport(context, row, rows);
  if (!isCompleted) await tools.storage.remove(fileKey(row, row.attempts));
}

/** The files of all attempts up to this one. */
export async function removeFiles(storage: Storage, row: ExportRow, attempt: number): Promise<void> {
  for (let number = 1; number <= attempt; number++) await storage.remove(fileKey(row, number));
}

interface Limits {
  readonly signal: AbortSignal;
  /** Aborted once the export has ended otherwise. */
  readonly cancelled: AbortController;
  readonly timeoutMs: number;
}

async function produce(
  { db, traceId }: Context<Db>,
  { database, storage, workFolder, logger }: Tools,
  row: ExportRow,
  { signal, cancelled, timeoutMs }: Limits,
): Promise<number> {
  const { id, tenant, format, attempts } = row;
  const type = EXPORT_TYPES[row.type as ExportTypeName];
  const filter = readFilter('query', row.query ?? '*:*', type.fields);
  const selection = { type, tenant, from: row.range_from, to: row.range_to, filter };
  const statements = statementsOf(selection, format);
  return withSnapshot({ database, statements, timeoutMs }, async ({ rowsExpected, read }) => {
    let toldAtMs = -Infinity;
    const showProgress = (lines: number): void => {
      if (performance.now() - toldAtMs < PROGRESS_EVERY_MS) return;
      toldAtMs = performance.now();
      // A line break in a value counts as a line too.
      const written = Math.min(lines, rowsExpected);
      logger.info({ traceId, export: id, written, expected: rowsExpected }, 'an export is being written');
      updateProgress(db, id, attempts, { written, expected: rowsExpected })
        .executeTakeFirst()
        .then(({ numUpdatedRows }) => numUpdatedRows === 0n && cancelled.abort())
        .catch(() => {});
    };
    let written = 0;
    async function* copy() {
      written = yield* read(signal);
    }
    const key = fileKey(row, attempts);
    const blocks = countLines(copy(), showProgress);
    await storage.put(key, encode({ format, type, folder: workFolder, key, signal }, blocks));
    if (written !== rowsExpected) throw new Error(`${written} of ${rowsExpected} rows were written.`);
    return written;
  });
}

const LINE_BREAK = 10;

/** Passes the blocks on, with the number of lines so far. */
async function* countLines(blocks: AsyncIterable<Uint8Array>, onLines: (lines: number) => void) {
  let lines = 0;
  for await (const block of blocks) {
    for (let at = block.indexOf(LINE_BREAK); at >= 0; at = block.indexOf(LINE_BREAK, at + 1)) lines += 1;
    onLines(lines);
    yield block;
  }
}
