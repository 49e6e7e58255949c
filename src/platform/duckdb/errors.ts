import { Problem } from '../../kernel/index.ts';

/** An SQL `error('refused: <sentence>')` as a problem for the caller; undefined for every other error. */
export function refusalOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return undefined;
  const [, sentence] = /refused: (.*)/.exec((error as Error).message) ?? [];
  return sentence === undefined ? undefined : new Problem('unprocessable', sentence, { cause: error });
}

/** Returns the value that was out of range for its type, if that is why a statement failed. */
export function valueOutOfRange(error: unknown): string | undefined {
  return /value "?(-?[0-9.]+)"? .*out of range/i.exec((error as Error).message)?.[1];
}

/** Another process has the file open. */
export class InUse extends Error {
  override readonly name = 'InUse';
}

/** Failures to open a file that say nothing about its content. */
const OUTSIDE =
  /permission denied|no space left|file too large|quota exceeded|too many open files|out of memory/i;

/** Whether a file could not be opened because of its content. */
export const isAboutContent = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof InUse) && !OUTSIDE.test(error.message);

/** Whether the engine failed a statement, and not what runs it. */
export const isEngineError = (error: unknown): boolean =>
  error instanceof Error && /^[A-Za-z -]+ Error: /.test(error.message);

/** Whether a part of a database file cannot be read. The engine may go on, or fail at its next checkpoint. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  /^(IO|FATAL) Error: .*(Corrupt database file|Could not read .*from file "[^"]*\.duckdb")/s.test(
    error.message,
  );

export const isCausedByDamage = (error: unknown): boolean =>
  error instanceof Error && (isDamage(error) || isCausedByDamage(error.cause));

/** Whether an error is internal to the engine, which then refuses everything until its file is opened again. */
export function hasInvalidated(error: unknown): boolean {
  return (
    error instanceof Error && /^(INTERNAL|FATAL) Error|database has been invalidated/.test(error.message)
  );
}
