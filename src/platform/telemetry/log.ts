import { pino, type DestinationStream, type Logger } from 'pino';
import { LineBuffer } from './hold-lines.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What the log lines of many requests have in common. */
export interface RequestLabels {
  readonly service: string;
  readonly method: string;
  /** The pattern, never the path or query: those may hold what is nobody's business. */
  readonly route: string;
  readonly status: number;
}

export interface Logs {
  readonly logger: Logger;
  /** Writes a line for each answered request with these labels. */
  requests(labels: RequestLabels): (traceId: string, actor: string, elapsedMs: number) => void;
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
  stream: DestinationStream & { flushSync?(): void } = new LineBuffer(
    pino.destination({ dest: 1, sync: false, contentMode: 'buffer' }),
  ),
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
    requests: logger.isLevelEnabled('info') ? (labels) => requestLines(labels, stream) : () => () => {},
    flush: () => stream.flushSync?.(),
  };
}

/**
 * Written without the logger, whose redaction alone would cost more than the rest of a small request. Only the
 * actor's name can hold characters that JSON must escape.
 */
function requestLines({ service, method, route, status }: RequestLabels, stream: DestinationStream) {
  const labels = `","service":"${service}","method":"${method}","route":"${route}","status":${status},"actor":`;
  let lastActor = '';
  let actorText = '""';
  return (traceId: string, actor: string, elapsedMs: number): void => {
    if (actor !== lastActor) {
      lastActor = actor;
      actorText = JSON.stringify(actor);
    }
    stream.write(
      `{"level":"info","time":"${isoNow()}","msg":"request","traceId":"${traceId}${labels}${actorText},"ms":${toThousandths(elapsedMs)}}\n`,
    );
  };
}

/** Written from whole numbers, which takes far less time than a fraction does. */
function toThousandths(value: number): string {
  const thousandths = Math.round(value * 1000);
  const rest = thousandths % 1000;
  return `${(thousandths - rest) / 1000}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`;
}

let latestMs = 0;
let latest = '';

/** The time as text. The calendar is asked only once a millisecond. */
function isoNow(): string {
  const nowMs = Date.now();
  if (nowMs !== latestMs) {
    latestMs = nowMs;
    latest = new Date(nowMs).toISOString();
  }
  return latest;
}
