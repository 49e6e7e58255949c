import { pino, type DestinationStream, type Logger } from 'pino';
import { openOutput } from './output.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface RequestLabels {
  readonly service: string;
  readonly method: string;
  /** The pattern, because paths and queries may contain confidential data. */
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
  /** Logs a request. */
  request(line: RequestLine): void;
  /** Writes out buffered lines; for the end of the process. */
  flush(): void;
}

/** Members that are redacted, at the top level of a logged object and up to two levels below. */
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

export function createLogs(
  level: (typeof LOG_LEVELS)[number],
  stream: DestinationStream & { flushSync?(): void } = openOutput(),
): Logs {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const logger = pino({ ...options, redact: { paths, censor: '[hidden]' } }, stream);
  // Request lines contain nothing confidential, and redaction costs more than the rest of a small request.
  const requests = pino(options, stream);
  return {
    logger,
    request: (line) => requests.info(line, 'request'),
    flush: () => stream.flushSync?.(),
  };
}
