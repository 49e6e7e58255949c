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

/** A server that cannot be reached, or cannot answer at present, is a 503; every other error stays what it is. */
export function toProblem(cause: unknown): unknown {
  if (cause instanceof Problem) return cause;
  if (cause instanceof ClickHouseError) return isTemporary(cause) ? unavailable(cause) : cause;
  return isOfConnection(cause) ? unavailable(cause) : cause;
}

const isTemporary = ({ type }: ClickHouseError): boolean => type !== undefined && TEMPORARY.has(type);

const isOfConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (typeof (error as NodeJS.ErrnoException).code === 'string' ||
    /timeout|socket|aborted/i.test(error.message)) &&
  !(error instanceof TypeError || error instanceof RangeError);

const unavailable = (cause: unknown): Problem =>
  new Problem('unavailable', 'The ClickHouse server that answers reports cannot be reached at present.', {
    cause,
    headers: { 'retry-after': '5' },
  });
