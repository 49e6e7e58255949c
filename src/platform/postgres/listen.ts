import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { backOffMs } from '../../kernel/index.ts';
import { readAddress } from './address.ts';

export interface ListenOptions {
  readonly url: string;
  readonly channel: string;
  /** Called after LISTEN: every notification arrives until `connection` is aborted. */
  onUp(connection: AbortSignal): Promise<void>;
  onMessage(payload: string): void;
  /** Called when the connection is lost, or could not be opened. */
  onDown(cause: unknown): void;
  /** How often the server must respond. */
  readonly heartbeatMs: number;
  readonly signal: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 5000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

/** Listens until the signal is aborted; reconnects when a connection is lost. */
export async function listen(options: ListenOptions): Promise<void> {
  const { signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    const wasUp = await listenOnce(options);
    failures = wasUp ? 1 : failures + 1;
    const waitMs = backOffMs(failures, FIRST_RETRY_MS, LONGEST_RETRY_MS);
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}

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
  const client = new Client({
    ...readAddress(options.url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: `quaestor: ${options.channel}`,
  });
  client.on('notification', ({ payload = '' }) => options.onMessage(payload));
  client.on('error', lose);
  client.on('end', () => lose(new Error('The connection was closed.')));
  let answered = true;
  const heartbeat = setInterval(() => {
    if (!answered) return lose(new Error(`The server did not respond for ${options.heartbeatMs} ms.`));
    answered = false;
    client.query('select').then(() => (answered = true), lose);
  }, options.heartbeatMs);
  let wasUp = false;
  client
    .connect()
    .then(() => client.query(`listen ${escapeIdentifier(options.channel)}`))
    .then(() => options.onUp(connection.signal))
    .then(() => (wasUp = true), lose);
  await lost;
  clearInterval(heartbeat);
  options.signal.removeEventListener('abort', stop);
  await client.end();
  return wasUp;
}
