import { Problem } from '../../kernel/index.ts';

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** SQLSTATE classes and codes of a server that is stopping, starting or full. */
const SERVER_CODES = /^(08|57P0[1-5]|53300)/;

/** What pg and its pool say, without a code, of a connection that is lost or that did not become free in time. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

/** Whether the database could not be reached or went away, so that the same request may succeed later. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return DRIVER_MESSAGES.test(error.message);
  return SOCKET_CODES.has(code) || SERVER_CODES.test(code);
}
