import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What one answered request leaves in the log. */
export interface RequestRecord {
  readonly traceId: string;
  readonly service: string;
  readonly method: string;
  /** The pattern, never the path or query: those may hold what is nobody's business. */
  readonly route: string;
  readonly status: number;
  readonly actor: string;
  readonly ms: number;
}

export interface Logs {
  readonly logger: Logger;
  request(record: RequestRecord): void;
  /** Writes out what is still held back; for the end of the process. */
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

export function createLogs(
  level: (typeof LOG_LEVELS)[number],
  stream: DestinationStream & { flushSync?(): void } = new LineBuffer(),
): Logs {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${isoNow()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[hidden]' },
    },
    stream,
  );
  return {
    logger,
    request: logger.isLevelEnabled('info') ? (record) => stream.write(requestLine(record)) : () => {},
    flush: () => stream.flushSync?.(),
  };
}

const CHUNK_LENGTH = 16_000;
const LONGEST_WAIT_MS = 250;

/**
 * Hands lines to standard output in large pieces. The destination of pino could hold them back too, but at every
 * line it measures all that it holds, which costs more than the rest of a small request.
 */
class LineBuffer {
  readonly #output = pino.destination({ dest: 1, sync: false });
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= CHUNK_LENGTH) this.#pass();
    else this.#timer ??= setTimeout(() => this.#pass(), LONGEST_WAIT_MS).unref();
  }

  flushSync(): void {
    this.#pass();
    this.#output.flushSync();
  }

  #pass(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines !== '') this.#output.write(this.#lines);
    this.#lines = '';
  }
}

/**
 * Written without the logger, whose redaction alone would cost more than the rest of a small request. Only the
 * actor's name can hold characters that JSON must escape.
 */
function requestLine({ traceId, service, method, route, status, actor, ms }: RequestRecord): string {
  return (
    `{"level":"info","time":"${isoNow()}","msg":"request","traceId":"${traceId}","service":"${service}",` +
    `"method":"${method}","route":"${route}","status":${status},"actor":${JSON.stringify(actor)},"ms":${ms}}\n`
  );
}

let isoAtMs = 0;
let iso = '';

/** The time as text, made anew only when the millisecond has changed. */
function isoNow(): string {
  const nowMs = Date.now();
  if (nowMs !== isoAtMs) {
    isoAtMs = nowMs;
    iso = new Date(nowMs).toISOString();
  }
  return iso;
}
