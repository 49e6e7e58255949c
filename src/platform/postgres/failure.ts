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
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'POOL_EXHAUSTED',
]);

/** SQLSTATE classes and codes of a server that is going, coming or full. */
const SERVER_CODES = /^(08|57P0[1-5]|53300)/;

/** Whether the database could not be reached or went away, so that the same request may succeed later. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && (SOCKET_CODES.has(code) || SERVER_CODES.test(code));
}
