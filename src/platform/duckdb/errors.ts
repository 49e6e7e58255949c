import { Problem } from '../../kernel/index.ts';

/** Turns an SQL `error('refused: <sentence>')` into a problem for the caller; rethrows every other error. */
export function rethrowRefusal(error: unknown): never {
  const [, sentence] = /refused: (.*)/.exec((error as Error).message) ?? [];
  throw sentence === undefined ? error : new Problem('unprocessable', sentence, { cause: error });
}

/** Returns the value that was out of range for its type, if that is why a statement failed. */
export function valueOutOfRange(error: unknown): string | undefined {
  return /value "?(-?[0-9.]+)"? .*out of range/i.exec((error as Error).message)?.[1];
}

/** Whether a part of the file cannot be read. The engine itself goes on. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && /^IO Error: (Corrupt database file|Could not read)/.test(error.message);

/** Whether an error is internal to the engine, which then refuses everything until its file is opened again. */
export function hasInvalidated(error: unknown): boolean {
  return (
    error instanceof Error && /^(INTERNAL|FATAL) Error|database has been invalidated/.test(error.message)
  );
}
