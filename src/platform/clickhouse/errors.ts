import { ClickHouseError } from '@clickhouse/client';
import { Problem } from '../../kernel/index.ts';

/** What a server that cannot answer says, and what it means, as the end of a sentence that begins with its name. */
const MEANINGS: Readonly<Record<string, string>> = {
  TOO_MANY_SIMULTANEOUS_QUERIES: 'has as many statements as it allows: raise max_concurrent_queries',
  // Callers who leave get the reason of their own signal: otherwise the server itself has ended the statement.
  ...common('ended a statement, as it does when it stops or fails: look into its log', [
    'ABORTED',
    'QUERY_WAS_CANCELLED',
  ]),
  NOT_ENOUGH_SPACE: 'has no space left on its disk',
  ...common('cannot reach another server of its cluster: check remote_servers and the network between them', [
    'NETWORK_ERROR',
    'ATTEMPT_TO_READ_AFTER_EOF',
    'SOCKET_TIMEOUT',
    'ALL_CONNECTION_TRIES_FAILED',
    'ALL_REPLICAS_ARE_STALE',
    'NO_REMOTE_SHARD_AVAILABLE',
  ]),
  UNKNOWN_TABLE: 'lacks tables, which are created again',
  UNKNOWN_DATABASE: 'lacks the database: create it, and its tables are filled again',
  ...common('refuses the user: check facts.clickhouseUser and facts.clickhousePassword', [
    'AUTHENTICATION_FAILED',
    'REQUIRED_PASSWORD',
    'WRONG_PASSWORD',
    'UNKNOWN_USER',
  ]),
  ...common(
    'does not let the user do what is needed: give it all rights on the database, and a profile in which it may change settings',
    ['ACCESS_DENIED', 'READONLY', 'SETTING_CONSTRAINT_VIOLATION'],
  ),
};

/** Errors of a statement that names a column which its tables lack. */
const COLUMN_LACKING: ReadonlySet<string> = new Set(['UNKNOWN_IDENTIFIER', 'NO_SUCH_COLUMN_IN_TABLE']);

function common(meaning: string, types: readonly string[]): Record<string, string> {
  return Object.fromEntries(types.map((type) => [type, meaning]));
}

/** Codes of errors of Node that a lost connection has; others, such as a full disk, are not the server's. */
const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** What the client says, without a code. */
const TIMEOUT = 'Timeout error.';

class Refusal extends Problem {
  constructor(sentence: string, cause: unknown) {
    super('unavailable', sentence, { cause, headers: { 'retry-after': '5' } });
  }
}

/** Another server may be able to answer. */
class Unavailable extends Refusal {}

/** A statement that needs more memory than it may have, on whichever server. */
class TooLarge extends Refusal {}

export const isUnavailable = (error: unknown): error is Problem => error instanceof Unavailable;

export const isTooLarge = (error: unknown): error is Problem => error instanceof TooLarge;

/** Whether a server has answered with an error, so that the statement has ended. */
export const isOfServer = (error: unknown): boolean =>
  error instanceof Error && (error instanceof ClickHouseError || error.cause instanceof ClickHouseError);

/** Whether a server has no such column as a statement names. */
export const lacksColumn = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof ClickHouseError &&
  COLUMN_LACKING.has(error.cause.type ?? '');

/**
 * A server that cannot be reached, or cannot answer at present, is a 503. Every message names the server: it is for those
 * who run it, and not for callers.
 */
export function toProblem(cause: unknown, server: string): unknown {
  if (cause instanceof Problem) return cause;
  if (!(cause instanceof ClickHouseError)) return isOfConnection(cause) ? unreachable(cause, server) : cause;
  const { type = '', message } = cause;
  if (type === 'MEMORY_LIMIT_EXCEEDED') return new TooLarge(tooLittleMemory(server), cause);
  const meaning = MEANINGS[type];
  if (meaning !== undefined) return unavailable(`The ClickHouse server ${server} ${meaning}.`, cause);
  return new Error(`The ClickHouse server ${server} says: ${message}`, { cause });
}

const tooLittleMemory = (server: string): string =>
  `The ClickHouse server ${server} has too little memory for a statement: raise max_memory_usage of the user, or give the server more memory.`;

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message === TIMEOUT : NETWORK.has(code);
}

export const unreachable = (cause: unknown, server: string): Problem =>
  unavailable(`The ClickHouse server ${server} cannot be reached at present.`, cause);

/** For what is no answer of ClickHouse, or only a part of one, such as the page of a proxy. */
export const notWhole = (cause: unknown, server: string): Problem =>
  unavailable(
    `The answer of the ClickHouse server ${server} is not whole: look into its log, and at what is between it and this process.`,
    cause,
  );

export const unavailable = (sentence: string, cause: unknown): Problem => new Unavailable(sentence, cause);
