import { QuaestorError } from '@quaestor/sdk';
import type { BatchLine } from './read-batch.ts';

export interface Row extends BatchLine {
  readonly state: 'waiting' | 'busy' | 'passed' | 'requested' | 'failed';
  /** What the policy or the server says about it. */
  readonly said: string;
}

/**
 * One after the other: the policy counts each for the limits of the next. Without a session nothing more is tried, and
 * what is left stays as it was, to go on after the sign-in.
 */
export async function actOnEach(
  rows: readonly Row[],
  act: (row: Row) => Promise<Partial<Row>>,
  show: (row: Row) => void,
): Promise<number> {
  let count = 0;
  for (const row of rows) {
    show({ ...row, state: 'busy', said: '' });
    try {
      show({ ...row, said: '', ...(await act(row)) });
      count += 1;
    } catch (error) {
      if (error instanceof QuaestorError && error.status === 401) {
        show(row);
        throw error;
      }
      show({ ...row, state: 'failed', said: reasonOf(error) });
    }
  }
  return count;
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof QuaestorError)) return String(error);
  const fields = Object.entries(error.errors).flatMap(([field, faults]) =>
    faults.map((each) => `${field} ${each}`),
  );
  return fields.length > 0 ? fields.join('; ') : error.detail;
};
