import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../src/kernel/index.ts';
import { HEADERS, MAX_EXPIRY_MS, OPERATIONS, sign, type Operation } from './protocol.ts';
import { Refusal } from './engine/refusal.ts';
import type { FaultPlan } from './faults.ts';
import { failure, parseJson, readBody, success, type Answer } from './http.ts';
import { misbehave, type Delivery } from './misbehave.ts';
import type { Exchange } from './open.ts';
import { ROUTES } from './operations.ts';
import type { Pace } from './profiles/index.ts';

export interface ServeOptions {
  readonly exchange: Exchange;
  readonly faults: FaultPlan;
  readonly pace: () => Pace;
  readonly clock: Clock;
  readonly key: string;
  readonly secret: string;
}

const BODY_LIMIT_BYTES = 64 * 1024;

/** The client's HTTP interface. A duplicated answer is sent with the next request on its connection. */
export function serve(options: ServeOptions): RequestListener {
  const copies = new WeakMap<Socket, string>();
  return (request, response) => {
    const copy = copies.get(request.socket);
    copies.delete(request.socket);
    if (copy !== undefined) request.socket.write(copy);
    handle(options, request).then(
      (delivery) => deliver(delivery, request, response, copies),
      () => request.socket.destroy(),
    );
  };
}

async function handle(options: ServeOptions, request: IncomingMessage): Promise<Delivery> {
  const call = admit(options, request, await readBody(request, BODY_LIMIT_BYTES));
  if ('status' in call) return { answer: call, copies: 1 };
  return misbehave(options.faults.drawForCall(call.operation), async (fate) => {
    const { latencyMs } = options.pace();
    if (latencyMs > 0) await sleep(latencyMs);
    return act(options, call, fate);
  });
}

interface Call {
  readonly operation: Operation;
  readonly input: unknown;
  readonly expiresAt: number;
}

/** Authenticates the caller and finds the operation, or returns the failure. */
function admit(options: ServeOptions, request: IncomingMessage, body: string | undefined): Call | Answer {
  if (body === undefined) return failure(413, 'too_large', `A body has at most ${BODY_LIMIT_BYTES} bytes.`);
  const url = new URL(request.url ?? '/', 'http://exchange');
  const operation = OPERATION_NAMES.find(
    (name) => OPERATIONS[name].method === request.method && OPERATIONS[name].path === url.pathname,
  );
  if (!operation) return failure(404, 'not_found', 'There is no such operation.');
  if (!isAuthentic(options, request, body)) {
    return failure(401, 'unauthenticated', 'The key or the signature is wrong.');
  }
  const expiresAt = Number(header(request, HEADERS.expires));
  const latest = options.clock.now().getTime() + MAX_EXPIRY_MS;
  const input = request.method === 'GET' ? Object.fromEntries(url.searchParams) : parseJson(body);
  if (!(expiresAt <= latest) || !ROUTES[operation].accepts(input)) {
    return failure(400, 'invalid_request', 'The request does not match the protocol.');
  }
  return { operation, input, expiresAt };
}

const OPERATION_NAMES = Object.keys(OPERATIONS) as Operation[];

function isAuthentic({ key, secret }: ServeOptions, request: IncomingMessage, body: string): boolean {
  const expected = sign(secret, {
    method: request.method ?? '',
    path: request.url ?? '',
    expires: header(request, HEADERS.expires),
    requestId: header(request, HEADERS.requestId),
    body,
  });
  const given = header(request, HEADERS.signature);
  return (
    header(request, HEADERS.key) === key &&
    given.length === expected.length &&
    timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '');

async function act(options: ServeOptions, call: Call, fate: string | null): Promise<Answer> {
  const { exchange, clock } = options;
  if (clock.now().getTime() > call.expiresAt) {
    return failure(408, 'expired', 'The request arrived after its expiry and was not executed.');
  }
  const { withdrawalDelayMs } = options.pace();
  try {
    const answer = success(ROUTES[call.operation].handle({ exchange, withdrawalDelayMs, fate }, call.input));
    await exchange.durable();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) return failure(422, error.code, error.message);
    throw error;
  }
}

function deliver(
  delivery: Delivery,
  request: IncomingMessage,
  response: ServerResponse,
  copies: WeakMap<Socket, string>,
): void {
  const { socket } = request;
  if (delivery === 'hangUp') return void socket.destroy();
  const { status, body } = delivery.answer;
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    [HEADERS.requestId]: header(request, HEADERS.requestId),
  };
  response.writeHead(status, headers).end(body);
  if (delivery.copies === 1) return;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  copies.set(socket, [`HTTP/1.1 ${status} Again`, ...lines, '', body].join('\r\n'));
}
