import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { connectionOptions, readAddress } from '../../postgres/index.ts';

export interface ListenOptions {
  readonly url: string;
  readonly channel: string;
  /** LISTEN is in force: nothing told from now on is missed until `connection` is aborted. */
  onUp(connection: AbortSignal): Promise<void>;
  onMessage(payload: string): void;
  /** The connection was lost, or never came up. */
  onDown(cause: unknown): void;
  /** How often the server must give a sign of life. */
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/** Listens until the signal is aborted, over one connection after the other. */
export async function listen(options: ListenOptions): Promise<void> {
  const { signal } = options;
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const wasUp = await listenOnce(options);
    retryMs = wasUp ? FIRST_RETRY_MS : Math.min(retryMs * 2, LONGEST_RETRY_MS);
    await delay(retryMs, undefined, { signal }).catch(() => {});
  }
}

/** A connection of its own, and not `sql.listen`, which does not tell when it has lost its connection. */
async function listenOnce(options: ListenOptions): Promise<boolean> {
  const connection = new AbortController();
  const lose = (cause: unknown): void => {
    if (connection.signal.aborted) return;
    connection.abort(cause);
    options.onDown(cause);
  };
  const lost = once(connection.signal, 'abort');
  const stop = (): void => lose(options.signal.reason);
  options.signal.addEventListener('abort', stop, { once: true });
  const settings = {
    ...connectionOptions(readAddress(options.url)),
    connection: { application_name: `quaestor: ${options.channel}` },
    onnotify: (_channel: string, payload: string) => options.onMessage(payload),
    onclose: () => lose(new Error('The connection was closed.')),
  };
  const sql = postgres(settings);
  let answered = true;
  const heartbeat = setInterval(() => {
    if (!answered) return lose(new Error(`The server gave no sign of life for ${options.heartbeatMs} ms.`));
    answered = false;
    sql`select 1`.then(() => (answered = true), lose);
  }, options.heartbeatMs);
  let wasUp = false;
  sql`listen ${sql(options.channel)}`
    .then(() => options.onUp(connection.signal))
    .then(() => (wasUp = true), lose);
  await lost;
  clearInterval(heartbeat);
  options.signal.removeEventListener('abort', stop);
  await sql.end({ timeout: 0 });
  return wasUp;
}
