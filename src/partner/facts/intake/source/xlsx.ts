import { Problem, Semaphore } from '../../../../kernel/index.ts';
import { readBlocks } from '../../../../platform/threads/index.ts';
import type { FieldType, Kind } from '../../kinds/index.ts';
import type { TableFormat } from './table-format.ts';

/** Of the thread that reads a workbook. The largest one that is taken needs about half of it. */
const MEMORY_MIB = 1024;
/** So that several workbooks at once take no more memory than one. */
const ONE_AT_A_TIME = new Semaphore({ places: 1, maxWaiting: 20 });
/** The others wait for it. */
const TIME_LIMIT_MINUTES = 10;

export interface SheetTask {
  readonly path: string;
  readonly types: Readonly<Record<string, FieldType['is']>>;
  readonly tableFormat: TableFormat;
}

/** Why the sheet could not be read to its end, if it could not. */
export type SheetRefusal =
  | { readonly code: 'validation_failed' | 'payload_too_large'; readonly detail: string }
  | undefined;

/**
 * The first sheet of a workbook as CSV, a line for each row. A thread reads it, so that a hostile workbook stops neither
 * this process nor its other work.
 */
export async function* sheetLines(
  kind: Kind,
  { path, tableFormat, signal, limitMs = TIME_LIMIT_MINUTES * 60_000 }: Reading,
): AsyncGenerator<Uint8Array, void, undefined> {
  const types = Object.fromEntries(Object.entries(kind.fields).map(([name, { type }]) => [name, type.is]));
  const task: SheetTask = { path, types, tableFormat };
  const release = await ONE_AT_A_TIME.acquire({ signal });
  const limit = AbortSignal.timeout(limitMs);
  try {
    const thread = { program: 'sheet', task, memoryMib: MEMORY_MIB };
    const refusal = yield* readBlocks<SheetRefusal>(thread, AbortSignal.any([signal, limit]));
    if (refusal) throw new Problem(refusal.code, refusal.detail);
  } catch (error) {
    if (limit.aborted && !signal.aborted) throw tooMuch('time', error);
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooMuch('memory', error);
    throw error;
  } finally {
    release();
  }
}

interface Reading {
  readonly path: string;
  readonly tableFormat: TableFormat;
  readonly signal: AbortSignal;
  readonly limitMs?: number;
}

const tooMuch = (what: string, cause: unknown): Problem =>
  new Problem('payload_too_large', `The workbook takes too much ${what}. Send the table as CSV or Parquet.`, {
    cause,
  });
