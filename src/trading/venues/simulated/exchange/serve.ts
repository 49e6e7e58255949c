import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../../kernel/index.ts';
import { HEADERS, MAX_EXPIRY_MS, OPERATIONS, sign, type Operation } from '../protocol.ts';
import { Refusal } from './engine/refusal.ts';
import type { FaultPlan } from './faults.ts';
import { failure, parseJson, readBody, success, type Answer } from './http.ts';
import { misbehave } from './misbehave.ts';
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

/** The client's HTTP interface. */
export function serve(options: ServeOptions): RequestListener {
  return (request, response) => {
    handle(options, request, response).catch(() => request.socket.destroy());
  };
}

async function handle(
  options: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = admit(options, request, await readBody(request, BODY_LIMIT_BYTES));
  if ('status' in call) return send(request, response, call, 1);
  const delivery = await misbehave(options.faults.drawForCall(call.operation), async (fate) => {
    const { latencyMs } = options.pace();
    if (latencyMs > 0) await sleep(latencyMs);
    return act(options, call, fate);
  });
  if (delivery === 'hangUp') request.socket.destroy();
  else send(request, response, delivery.answer, delivery.copies);
}

interface Call {
  readonly operation: Operation;
  readonly input: unknown;
  readonly expiresAt: number;
}

/** Recognises the caller and what is asked, or says why not. */
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
    return failure(400, 'invalid_request', 'The request is not in the form of the protocol.');
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
    return failure(408, 'expired', 'The request came too late and was not acted on.');
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

function send(request: IncomingMessage, response: ServerResponse, answer: Answer, copies: 1 | 2): void {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(answer.body)),
    [HEADERS.requestId]: header(request, HEADERS.requestId),
  };
  response.writeHead(answer.status, headers).end(answer.body);
  if (copies === 1) return;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  request.socket.write([`HTTP/1.1 ${answer.status} Again`, ...lines, '', answer.body].join('\r\n'));
}
