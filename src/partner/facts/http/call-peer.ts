import { PEER_HEADER, type Endpoint } from '../../../platform/http/index.ts';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Problem } from '../../../kernel/index.ts';

const MAX_ANSWER_BYTES = 16 << 20;
const CONNECT_TIMEOUT_MS = 1_000;
const MAX_SOCKETS = 32;
/** A process that works on a request shows it every second. */
const SILENCE_MS = 10_000;
const LOOK_EVERY_MS = 500;

// A connection of its own for each: one that is kept may be dead when the body is already on its way.
const AGENTS = {
  'http:': new HttpAgent({ maxSockets: MAX_SOCKETS }),
  'https:': new HttpsAgent({ maxSockets: MAX_SOCKETS }),
};

export interface PeerCall {
  readonly url: URL;
  readonly method: Endpoint['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
  readonly signal: AbortSignal;
  /** Asked while the call lasts: whether the answer still has to come from there. */
  readonly isStillRight?: (() => Promise<boolean>) | undefined;
}

export interface PeerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** Calls another partner process. Undefined when nothing was sent, because no connection came about. */
export async function callPeer({
  url,
  method,
  headers,
  body,
  signal,
  isStillRight,
}: PeerCall): Promise<PeerAnswer | undefined> {
  const isSecure = url.protocol === 'https:';
  const outgoing = (isSecure ? requestHttps : requestHttp)(url, {
    method,
    headers: { ...headers, [PEER_HEADER]: '1' },
    signal,
    agent: AGENTS[isSecure ? 'https:' : 'http:'],
  });
  let isConnected = false;
  let heardAt = performance.now();
  outgoing.on('information', () => (heardAt = performance.now()));
  const looking = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) outgoing.destroy(new Error('It is silent.'));
    isStillRight?.().then(
      (isRight) => isRight || outgoing.destroy(new Error('Another process has taken over.')),
      // A caller that cannot ask the database waits for the answer.
      () => {},
    );
  }, LOOK_EVERY_MS);
  looking.unref();
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
    clearInterval(looking);
    const answer = await readAll(incoming);
    return {
      status: incoming.statusCode ?? 502,
      headers: incoming.headers as PeerAnswer['headers'],
      body: answer,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!isConnected) return undefined;
    throw new Problem(
      'unavailable',
      'The process that writes facts stopped or hangs, and it is not known what it has done. ' +
        'Send the request again: nothing is stored or credited twice.',
      { cause: error, headers: { 'retry-after': '1' } },
    );
  } finally {
    clearInterval(looking);
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
