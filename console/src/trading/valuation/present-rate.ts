import { QuaestorError, type IndicativeRate } from '@quaestor/sdk';

/** What is known of a rate that is read again and again. */
interface Reading {
  readonly data: IndicativeRate | undefined;
  readonly error: Error | null;
  readonly errorUpdateCount: number;
}

/** The rate of now; null where there is none, undefined while it is not known. The rate of before is no substitute. */
export function presentRate({ data, error, errorUpdateCount }: Reading): string | null | undefined {
  // A query that failed is pending while it is read again.
  if (data === undefined) return errorUpdateCount > 0 ? null : undefined;
  return saysNone(error) ? null : data.rate;
}

/** What got no answer says nothing about the rate: the frame says that the server does not answer. */
const saysNone = (error: Error | null): boolean =>
  error instanceof QuaestorError && (error.code === 'unavailable' || error.code === 'not_found');
