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

/** SQLSTATE classes and codes of a server that is stopping, starting, full, read-only or without a working disk. */
const SERVER_CODES = /^(08|53|57P0[1-5]|25006|58030)/;

/** A description for callers and operators. */
const REASONS: Readonly<Record<string, string>> = {
  '25006': 'The database is read-only, as after a failover to a standby.',
  '53100': 'The disk of the database is full.',
  '58030': 'The disk of the database fails.',
};

/** What pg and its pool say, without a code, of a connection that is lost or that did not become free in time. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect|Cannot use a pool after calling end)/;

export const isDiskFault = (error: unknown): boolean =>
  /^(53100|58030)$/.test((error as { readonly code?: string }).code ?? '');

/** Whether PostgreSQL refuses a character of a text, such as U+0000, which its encoding or JSON cannot hold. */
export const isUnstorableText = (error: unknown): boolean =>
  /^(22021|22P05)$/.test((error as { readonly code?: string } | null)?.code ?? '');

/** Why the database could not serve a request that may succeed later. */
export const explainOutage = (error: unknown): string =>
  REASONS[(error as { readonly code?: string }).code ?? ''] ?? 'The database is not available.';

/** Whether the database could not be reached or cannot work now, so that the same request may succeed later. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Problem) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return DRIVER_MESSAGES.test(error.message);
  return SOCKET_CODES.has(code) || SERVER_CODES.test(code);
}
