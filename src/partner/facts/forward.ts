import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, type Context } from '../../kernel/index.ts';
import type { EndpointAnswer } from '../../platform/http/index.ts';
import type { Facts } from './open.ts';

/** Marks a request that comes from another process, which is never forwarded again. */
const FORWARDED = 'x-quaestor-forwarded';
/** What of a request reaches the other process. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'content-encoding',
  'content-length',
  'accept',
  'traceparent',
  'x-request-id',
];
/** What of its answer reaches the caller. */
const ANSWER_HEADERS = ['content-type', 'retry-after', 'x-as-of', 'www-authenticate'];
const MAX_ANSWER_BYTES = 16 << 20;
/** As long as the lease of a process that died lasts, and a little longer. */
const PATIENCE_MS = 5_000;
const RETRY_EVERY_MS = 100;
const CONNECT_TIMEOUT_MS = 1_000;
const MAX_SOCKETS = 32;

// A connection of its own for each: one that is kept may be dead when the body is already on its way.
const AGENTS = {
  'http:': new HttpAgent({ maxSockets: MAX_SOCKETS }),
  'https:': new HttpsAgent({ maxSockets: MAX_SOCKETS }),
};

export interface Forwarding {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readable;
}

/**
 * Sends a request to the process that holds the lease, and returns its answer. Undefined when this process has to
 * answer itself: it holds the lease, or another process has forwarded the request to it.
 */
export async function forward(
  { db: { lease }, signal, traceId }: Pick<Context<Facts>, 'db' | 'signal' | 'traceId'>,
  { path, headers, body }: Forwarding,
): Promise<EndpointAnswer | undefined> {
  if (headers[FORWARDED] !== undefined) return undefined;
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline;) {
    signal.throwIfAborted();
    if (lease.epoch !== undefined) return undefined;
    const holder = await lease.findHolder();
    if (holder && holder.address !== null && !holder.isSelf) {
      const sent = { 'x-request-id': traceId, ...pick(headers, REQUEST_HEADERS), [FORWARDED]: '1' };
      const answer = await send(new URL(path, holder.address), sent, body, signal);
      if (answer) return answer;
    }
    await sleep(RETRY_EVERY_MS, undefined, { signal });
  }
  throw new Problem(
    'unavailable',
    'The process that writes facts cannot be reached, and no other has taken over yet.',
    {
      headers: { 'retry-after': '5' },
    },
  );
}

/** Undefined when nothing was sent, because no connection came about. */
async function send(
  url: URL,
  headers: Record<string, string>,
  body: Readable,
  signal: AbortSignal,
): Promise<EndpointAnswer | undefined> {
  const isSecure = url.protocol === 'https:';
  const outgoing = (isSecure ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers,
    signal,
    agent: AGENTS[isSecure ? 'https:' : 'http:'],
  });
  let isConnected = false;
  outgoing.once('socket', (socket) => {
    const timer = setTimeout(() => outgoing.destroy(), CONNECT_TIMEOUT_MS);
    outgoing.once('close', () => clearTimeout(timer));
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      isConnected = true;
      body.pipe(outgoing);
    });
  });
  try {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    // The rest of a refused body may still be on its way when the other side closes the connection.
    outgoing.on('error', () => {});
    const answer = await readAll(incoming);
    return {
      status: incoming.statusCode ?? 502,
      headers: pick(incoming.headers as Record<string, string | undefined>, ANSWER_HEADERS),
      body: answer,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!isConnected) return undefined;
    throw new Problem(
      'unavailable',
      'The process that writes facts stopped before it answered, and it is not known whether the batch was stored. ' +
        'Send it again: what is stored already changes nothing.',
      { cause: error, headers: { 'retry-after': '5' } },
    );
  } finally {
    body.unpipe(outgoing);
    outgoing.destroy();
  }
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The answer of the other process is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const pick = (
  headers: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
