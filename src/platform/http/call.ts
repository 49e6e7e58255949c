import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Problem, type Actor, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Logger } from '../telemetry/index.ts';
import type { Life } from './app.ts';
import type { Address } from './directory.ts';
import type { Endpoint, EndpointAnswer, RequestContext } from './endpoint.ts';
import type { RateHeaders } from './limit-rate.ts';
import { PROBLEM_TYPE, problemBody, toProblem } from './problem.ts';
import type { ReadBody } from './read-body.ts';
import type { RouteRecord } from './route-record.ts';
import type { Serialize } from './serialize.ts';
import { traceIdOf } from './trace.ts';

const ANONYMOUS: Actor = { kind: 'anonymous', id: 'anonymous', tenant: '', scopes: new Set() };

/** What all calls of one route share. */
export interface Route {
  readonly scope: Endpoint['scope'];
  /** Absent where no body is taken. */
  readonly readBody?: ReadBody;
  readonly handle: (call: Call) => EndpointAnswer | Promise<EndpointAnswer>;
  readonly serialize: Serialize;
  readonly oauthFaults: boolean;
  readonly timeoutMs: number;
  readonly record: RouteRecord;
  readonly clock: Clock;
  readonly db: Db;
  readonly logger: Logger;
  readonly life: Life;
}

/** One request from its arrival to its answer, and the context its endpoint works in. */
export class Call implements RequestContext {
  /** Nobody, until the request has been let in. */
  actor = ANONYMOUS;
  body: unknown = undefined;
  /** Where the caller stands with its limit, as soon as the call is counted. */
  rate: RateHeaders | undefined = undefined;
  /** Where it stands among the calls whose time runs. */
  place = -1;
  /** By a clock that nobody sets. */
  readonly startedMs = performance.now();
  readonly address: Address;
  readonly route: Route;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly traceId: string;
  #abort: AbortController | undefined;

  constructor(address: Address, request: IncomingMessage, response: ServerResponse) {
    this.address = address;
    this.route = address.route;
    this.request = request;
    this.response = response;
    this.traceId = traceIdOf(request);
  }

  get clock(): Clock {
    return this.route.clock;
  }

  get db(): Db {
    return this.route.db;
  }

  get deadlineMs(): number {
    return this.startedMs + this.route.timeoutMs;
  }

  get path(): string {
    const url = this.request.url ?? '';
    const query = url.indexOf('?');
    return query === -1 ? url : url.slice(0, query);
  }

  /** Made only when somebody asks for it: most calls end before anybody could abort them. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.response.once('close', () => {
        if (!this.response.writableFinished) abort.abort();
      });
    }
    return this.#abort.signal;
  }

  get isAnswered(): boolean {
    return this.response.headersSent;
  }

  /** Called when the time limit has passed: the caller is told, and whoever listens stops. */
  expire(): void {
    if (this.isAnswered) return;
    this.fail(new Problem('timed_out', `No answer within ${this.route.timeoutMs / 1000} s.`));
    (this.#abort ??= new AbortController()).abort();
  }

  /** Tells what went wrong: a problem as it is, anything else without its particulars, which go to the log. */
  fail(thrown: unknown): void {
    const { oauthFaults, logger } = this.route;
    const problem = toProblem(thrown);
    if (problem.status >= 500) {
      logger.error({ traceId: this.traceId, err: problem.cause ?? problem }, problem.message);
    }
    const body = problemBody(problem, this.path, this.traceId);
    this.send({
      status: problem.status,
      headers: { ...problem.headers, 'content-type': oauthFaults ? 'application/json' : PROBLEM_TYPE },
      body: JSON.stringify(oauthFaults ? { error: oauthError(problem.status), ...body } : body),
    });
  }

  /** Hands the answer over, and leaves a note of it. What the answer says of a header counts, not what the frame says. */
  send({ status, headers, body }: EndpointAnswer): void {
    const head = this.#frameHeaders();
    for (const name in headers) setHeader(head, name, headers[name] ?? '');
    if (this.route.life.isEnding) setHeader(head, 'connection', 'close');
    if (body instanceof Readable) {
      this.#pipe(status, head, body);
    } else {
      this.#write(status, head, this.#toPayload(status, head, body));
      this.#note(status);
    }
  }

  /** Names and values in turn: the form that costs Node the least to write. */
  #frameHeaders(): string[] {
    const head = [
      'cache-control',
      'no-store',
      'content-security-policy',
      "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options',
      'nosniff',
      'x-request-id',
      this.traceId,
    ];
    if (this.rate) head.push('ratelimit', this.rate.limit, 'ratelimit-policy', this.rate.policy);
    return head;
  }

  #write(status: number, head: string[], payload: string | Uint8Array | undefined): void {
    const length = payload === undefined ? 0 : Buffer.byteLength(payload);
    if (payload !== undefined || (status !== 204 && status !== 304)) {
      head.push('content-length', String(length));
    }
    this.response.writeHead(status, head);
    // Text of one byte a character is copied instead of encoded.
    if (length === payload?.length) this.response.end(payload, 'latin1');
    else this.response.end(payload);
  }

  #toPayload(status: number, head: string[], body: unknown): string | Uint8Array | undefined {
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
    if (!head.includes('content-type')) head.push('content-type', 'application/json; charset=utf-8');
    return this.route.serialize(status, body);
  }

  /** The head waits for the first bytes: what goes wrong before them is told as a problem. */
  #pipe(status: number, head: string[], body: Readable): void {
    const { response } = this;
    if (body.destroyed) throw body.errored ?? new Error('The answer was given up before it was sent.');
    const end = (): void => {
      body.destroy();
      this.#note(status);
    };
    response.once('close', end);
    body.once('error', (error) => {
      if (response.headersSent) {
        response.destroy();
      } else {
        response.off('close', end);
        this.fail(error);
      }
    });
    body.once('readable', () => {
      response.writeHead(status, head);
      if (this.request.method === 'HEAD') response.end();
      else body.pipe(response);
    });
  }

  #note(status: number): void {
    const elapsedMs = performance.now() - this.startedMs;
    this.route.record.note(this.request.method ?? '', status, this.traceId, this.actor.id, elapsedMs);
  }
}

/** The nearest of OAuth's own words for a fault of the frame. */
const oauthError = (status: number): string => (status < 500 ? 'invalid_request' : 'server_error');

function setHeader(head: string[], name: string, value: string): void {
  const place = head.indexOf(name);
  if (place === -1) head.push(name, value);
  else head[place + 1] = value;
}
