import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface RequestLabels {
  readonly service: string;
  readonly method: string;
  /** The pattern, never the path or query: those may hold what is confidential. */
  readonly route: string;
  readonly status: number;
}

interface RequestLine extends RequestLabels {
  readonly traceId: string;
  readonly callerTraceId: string | undefined;
  readonly actor: string;
  readonly ip: string;
  readonly ms: number;
}

export interface Logs {
  readonly logger: Logger;
  /** Writes the line of an answered request. */
  request(line: RequestLine): void;
  /** Writes out buffered lines; for the end of the process. */
  flush(): void;
}

/** Names whose values never reach a log line, at the top of what is logged or up to two levels down. */
const SECRET_NAMES = [
  'authorization',
  'client_secret',
  'clientSecret',
  'cookie',
  'password',
  'secret',
  'secretHash',
  'secret_hash',
  'token',
];

const BUFFER_BYTES = 8_192;
const FLUSH_EVERY_MS = 250;

export function createLogs(
  level: (typeof LOG_LEVELS)[number],
  stream: DestinationStream & { flushSync?(): void } = pino.destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  }),
): Logs {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const logger = pino({ ...options, redact: { paths, censor: '[hidden]' } }, stream);
  // Its lines hold nothing to hide, and redaction costs more than the rest of a small request.
  const requests = pino(options, stream);
  return {
    logger,
    request: (line) => requests.info(line, 'request'),
    flush: () => stream.flushSync?.(),
  };
}
