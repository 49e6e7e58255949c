import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('ontent-length: ', 'latin1');
const CARRIAGE_RETURN = 13;
const DONE = Buffer.from('HTTP/1.1 20');

interface Load {
  readonly url: string;
  /** When it is there, each request has a path of its own. */
  readonly path?: () => string;
  readonly headers: Readonly<Record<string, string>>;
  /** When it is there, each request is a POST with a text of its own. */
  readonly body?: () => string;
  readonly connections: number;
  readonly seconds: number;
}

/**
 * How many answers a second a server gives, each connection asking again as soon as it is answered. It reads no more of
 * an answer than where it ends: a client that reads every header would itself be what is measured.
 */
export async function requestRate({ url, path, headers, body, connections, seconds }: Load): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const method = body ? 'POST' : 'GET';
  const target = path ?? (() => pathname + search);
  const head = () => `${method} ${target()} HTTP/1.1\r\n${lines.join('\r\n')}\r\n`;
  const send = body ? () => withBody(head(), body()) : () => `${head()}\r\n`;
  const endMs = performance.now() + seconds * 1000;
  const startMs = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, () => ask(Number(port), hostname, send, endMs)),
  );
  const elapsedMs = performance.now() - startMs;
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / elapsedMs;
}

const withBody = (head: string, body: string): string =>
  `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

function ask(port: number, host: string, request: () => string, endMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true });
    let answers = 0;
    let missing = 0;
    socket.once('connect', () => socket.write(request()));
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      if (missing === 0) missing = lengthOf(chunk);
      missing -= chunk.length;
      if (missing > 0) return;
      answers += 1;
      if (performance.now() < endMs) {
        socket.write(request());
      } else {
        socket.destroy();
        resolve(answers);
      }
    });
  });
}

/** Of the whole answer that begins with this chunk. */
function lengthOf(chunk: Buffer): number {
  const headEnd = chunk.indexOf(HEAD_END);
  const length = chunk.indexOf(LENGTH);
  if (!chunk.subarray(0, DONE.length).equals(DONE) || headEnd === -1 || length === -1) {
    throw new Error(`This is no whole head of a success: ${chunk.toString('latin1', 0, 300)}`);
  }
  const digits = length + LENGTH.length;
  const bodyLength = Number(chunk.toString('latin1', digits, chunk.indexOf(CARRIAGE_RETURN, digits)));
  return headEnd + HEAD_END.length + bodyLength;
}
