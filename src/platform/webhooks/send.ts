import { lookup as lookUp, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { callbackify, promisify } from 'node:util';
import { LinkedAbort } from '../../kernel/index.ts';
import { isPublic } from './guard.ts';

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface SenderOptions {
  /** Allows addresses of this machine and its network. */
  readonly allowPrivateAddresses: boolean;
  /** The origin of a receiver in this process, which is allowed in any case: the inbox of the demo. */
  readonly ownReceiver?: string | undefined;
  readonly resolve?: Resolve;
  /** The limit for connecting, sending and receiving the response. */
  readonly timeoutMs?: number;
}

export interface Answer {
  /** Undefined without a response. */
  readonly status: number | undefined;
  /** Why the message does not count as received; undefined if it does. */
  readonly error: string | undefined;
  /** The beginning of the response's body; undefined without a response. */
  readonly body?: string | undefined;
}

interface PostOptions {
  /** Awaited once connected, before the first byte is sent; if it returns false, nothing is. */
  readonly beforeBody?: () => Promise<boolean>;
}

/** Sends messages to permitted addresses only. */
export interface Sender {
  /** Returns why messages cannot be sent to the URL, or undefined. */
  refuse(url: URL): Promise<string | undefined>;
  post(
    url: URL,
    headers: Record<string, string>,
    body: string | Buffer,
    signal: AbortSignal,
    options?: PostOptions,
  ): Promise<Answer>;
  close(): void;
}

const REMEDY = 'To allow addresses of your own network, set webhooks.allowPrivateAddresses';
const MAX_ANSWER_BYTES = 65_536;
/** How much of a response is kept. */
const KEPT_BYTES = 4096;

const system: Resolve = (hostname) => promisify(lookUp)(hostname, { all: true });

export function openSender({
  allowPrivateAddresses,
  ownReceiver,
  resolve = system,
  timeoutMs = 15_000,
}: SenderOptions): Sender {
  const isPermitted = (address: string): boolean => allowPrivateAddresses || isPublic(address);

  const find = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolve(hostname).catch(() => []);
    if (addresses.length > 0 && addresses.every(({ address }) => isPermitted(address))) return addresses;
    // Unknown names get the same message: callers must not learn which names the internal network has.
    throw new Error(
      allowPrivateAddresses
        ? `${hostname} cannot be resolved`
        : `${hostname} does not resolve to a public address. ${REMEDY}`,
    );
  };

  // Connects to the addresses that were checked: resolving the name again could give others (DNS rebinding).
  const lookup: LookupFunction = (hostname, options, callback) => {
    callbackify(find)(hostname, (error, addresses) => {
      if (error) return callback(error, '');
      const [{ address, family } = { address: '', family: 4 }] = addresses;
      if (options.all) callback(null, [...addresses]);
      else callback(null, address, family);
    });
  };
  const settings = { keepAlive: true, lookup };
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) };

  /** Numeric addresses bypass the lookup, so they are checked here. */
  const refuseNumeric = (url: URL): string | undefined => {
    const address = numericAddressOf(url);
    return address === undefined || isPermitted(address) || url.origin === ownReceiver
      ? undefined
      : `${address} is not a public address. ${REMEDY}`;
  };

  return {
    async refuse(url) {
      if (numericAddressOf(url) !== undefined) return refuseNumeric(url);
      return find(url.hostname).then(
        () => undefined,
        (error: Error) => error.message,
      );
    },
    async post(url, headers, body, signal, { beforeBody } = {}) {
      const refusal = refuseNumeric(url);
      if (refusal !== undefined) return { status: undefined, error: refusal };
      const ending = new LinkedAbort(signal);
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        ending.abort();
      }, timeoutMs);
      const isSecure = url.protocol === 'https:';
      const options = {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: agents[isSecure ? 'https:' : 'http:'],
        signal: ending.signal,
      };
      try {
        const request = (isSecure ? https : http).request(url, options);
        const answer = await exchange(request, body, beforeBody);
        return { ...answer, error: explainStatus(answer.status) };
      } catch (error) {
        signal.throwIfAborted();
        return {
          status: undefined,
          error: isLate ? `no response within ${timeoutMs / 1000} s` : explain(error),
        };
      } finally {
        clearTimeout(timer);
        ending.end();
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function numericAddressOf({ hostname }: URL): string | undefined {
  const address = hostname.replaceAll(/[[\]]/g, '');
  return isIP(address) === 0 ? undefined : address;
}

/** Reads the response up to a limit, so that the connection can be reused, and keeps its beginning. */
function exchange(
  request: http.ClientRequest,
  body: string | Buffer,
  beforeBody: PostOptions['beforeBody'],
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    // Without a listener, Node ends the request without an error, and nothing would ever settle this.
    request.once('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, body: '' });
    });
    request.once('response', (response) => {
      let bytes = 0;
      const kept: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        if (bytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - bytes));
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) response.destroy();
      });
      response.once('error', () => {});
      response.once('close', () => {
        // PostgreSQL stores no NUL in text.
        const text = Buffer.concat(kept).toString().replaceAll('\0', '\ufffd');
        resolve({ status: response.statusCode ?? 0, body: text });
      });
    });
    if (beforeBody === undefined) return void request.end(body);
    const begin = async (): Promise<void> => {
      if (await beforeBody()) request.end(body);
      else request.destroy(new Error('It is sent by another worker.'));
    };
    const start = (): void => void begin().catch((error: Error) => request.destroy(error));
    request.once('socket', (socket) => {
      const event = socket instanceof TLSSocket ? 'secureConnect' : 'connect';
      if (socket.connecting) socket.once(event, start);
      else start();
    });
  });
}

function explainStatus(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? `${status}: redirects are not followed` : `answered ${status}`;
}

function explain(error: unknown): string {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  return message === '' ? code : message;
}
