import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../kernel/index.ts';
import type { Endpoint, EndpointAnswer } from '../../../platform/http/index.ts';
import { callPeer } from './call-peer.ts';
import { factsContext, type Facts, type FactsContext } from '../handle/index.ts';

/** Marks a request that comes from another process, which is never forwarded again. */
const FORWARDED = 'x-quaestor-forwarded';
/** The request headers that are forwarded: those that identify the caller, and those of the request itself. */
const REQUEST_HEADERS = [
  'authorization',
  'cookie',
  'origin',
  'x-quaestor-console',
  'x-quaestor-proof',
  'content-type',
  'content-encoding',
  'content-length',
  'idempotency-key',
  'accept',
  'traceparent',
  'x-request-id',
];
/** The response headers that are returned to the caller. */
const ANSWER_HEADERS = [
  'content-type',
  'idempotency-replayed',
  'location',
  'retry-after',
  'www-authenticate',
  'x-as-of',
];
/** As long as the lease of a process that died lasts, and a little longer. */
const WAIT_MS = 5_000;
const RETRY_EVERY_MS = 100;

export interface Forwarding {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The address of the caller. The writer uses it if this process is one of its trusted proxies. */
  readonly ip: string;
  readonly body: Readable;
  readonly method?: Endpoint['method'];
}

/**
 * Sends a request to the process that holds the lease, and returns its answer. Undefined when this process has to
 * answer itself: it holds the lease, or another process has forwarded the request to it.
 */
export async function forward(
  { facts: { lease }, signal, traceId }: Pick<FactsContext, 'facts' | 'signal' | 'traceId'>,
  { path, headers, ip, body, method = 'POST' }: Forwarding,
): Promise<EndpointAnswer | undefined> {
  if (headers[FORWARDED] !== undefined) return undefined;
  for (const deadline = performance.now() + WAIT_MS; performance.now() < deadline;) {
    signal.throwIfAborted();
    if (lease.epoch !== undefined && !lease.isLeaving) return undefined;
    const holder = await lease.findHolder();
    if (lease.obstacle && (!holder || holder.isSelf)) throw lease.obstacle;
    if (holder && holder.address !== null && !holder.isSelf) {
      const sent = {
        'x-request-id': traceId,
        ...pick(headers, REQUEST_HEADERS),
        'x-forwarded-for': ip,
        [FORWARDED]: '1',
      };
      const url = new URL(path, holder.address);
      const isStillRight = async (): Promise<boolean> =>
        ((await lease.findHolder()) ?? holder).holder === holder.holder;
      const answer = await callPeer({ url, method, headers: sent, body, signal, isStillRight });
      if (answer) return { ...answer, headers: pick(answer.headers, ANSWER_HEADERS) };
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

/** The same endpoint with a JSON body, answered by the process that holds the lease, whichever process receives it. */
export const answeredByWriter = (facts: Facts, endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  async handle(context, request) {
    const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = request.headers;
    const body = Readable.from(request.body === undefined ? [] : [Buffer.from(JSON.stringify(request.body))]);
    const path = fillPath(endpoint.path, request.params as Readonly<Record<string, unknown>>);
    const forwarded = await forward(factsContext(context, facts), {
      path,
      headers,
      ip: request.ip,
      body,
      method: endpoint.method,
    });
    return forwarded ?? endpoint.handle(context, request);
  },
});

/** A path with its parameters and, if there are any, those of the query. */
export function fillPath(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
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
