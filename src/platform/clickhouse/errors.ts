import { ClickHouseError } from '@clickhouse/client';
import { Problem } from '../../kernel/index.ts';

/** Errors of a server that is overloaded or cannot reach another one. */
const TEMPORARY: ReadonlySet<string> = new Set([
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'MEMORY_LIMIT_EXCEEDED',
  'NETWORK_ERROR',
  'SOCKET_TIMEOUT',
  'ALL_CONNECTION_TRIES_FAILED',
  'ALL_REPLICAS_ARE_STALE',
]);

/** Errors of a server that has lost its data. */
const EMPTY: ReadonlySet<string> = new Set(['UNKNOWN_TABLE', 'UNKNOWN_DATABASE']);

/** Whether another server may be able to answer. */
export const isUnavailable = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'unavailable';

/** A server that cannot be reached, or cannot answer at present, is a 503; every other error stays what it is. */
export function toProblem(cause: unknown): unknown {
  if (cause instanceof Problem) return cause;
  if (!(cause instanceof ClickHouseError)) return isOfConnection(cause) ? unreachable(cause) : cause;
  const { type = '' } = cause;
  if (TEMPORARY.has(type)) return unreachable(cause);
  if (EMPTY.has(type))
    return unavailable('A ClickHouse server lacks tables, which are created again.', cause);
  return cause;
}

const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (typeof (error as NodeJS.ErrnoException).code === 'string' ||
    /timeout|socket|aborted/i.test(error.message)) &&
  !(error instanceof TypeError || error instanceof RangeError);

export const unreachable = (cause: unknown): Problem =>
  unavailable('The ClickHouse server that answers reports cannot be reached at present.', cause);

export const unavailable = (sentence: string, cause: unknown): Problem =>
  new Problem('unavailable', sentence, { cause, headers: { 'retry-after': '5' } });
