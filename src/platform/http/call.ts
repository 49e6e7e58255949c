import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Problem, type Actor, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Logger } from '../telemetry/index.ts';
import type { Life } from './app.ts';
import type { Address } from './directory.ts';
import type { Endpoint, EndpointAnswer, RequestContext } from './endpoint.ts';
import type { FramedResponse } from './framed-response.ts';
import type { RateHeaders } from './limit-rate.ts';
import { PROBLEM_TYPE, problemBody, toProblem } from './problem.ts';
import type { ReadBody } from './read-body.ts';
import type { RouteRecord } from './route-record.ts';
import type { Serialize } from './serialize.ts';
import { traceIdOf } from './trace.ts';

/** Nothing that a browser would make of an answer may load anything, or stand in another page. */
const GUARD = "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n";
const JSON_TYPE = 'content-type: application/json; charset=utf-8\r\n';
const ANONYMOUS: Actor = { kind: 'anonymous', id: 'anonymous', tenant: '', scopes: new Set() };

type Headers = Readonly<Record<string, string>>;

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
  readonly response: FramedResponse;
  readonly traceId: string;
  #abort: AbortController | undefined;

  constructor(address: Address, request: IncomingMessage, response: FramedResponse) {
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
  send({ status, headers = {}, body }: EndpointAnswer): void {
    if (body instanceof Readable) {
      this.#pipe(status, headers, body);
    } else if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
      this.#write(status, this.#frame(headers), headers, body);
    } else {
      const type = headers['content-type'] === undefined ? JSON_TYPE : '';
      this.#write(status, this.#frame(headers) + type, headers, this.route.serialize(status, body));
    }
  }

  #frame(headers: Headers): string {
    let lines = `x-content-type-options: nosniff\r\nx-request-id: ${this.traceId}\r\n`;
    if (this.rate) {
      lines += `ratelimit: ${this.rate.limit}\r\nratelimit-policy: ${this.rate.policy}\r\n`;
    }
    if (headers['content-security-policy'] === undefined) lines += GUARD;
    if (headers['cache-control'] === undefined) lines += 'cache-control: no-store\r\n';
    return lines;
  }

  /** The last answer of a server is the last one of its connection. */
  #connection(headers: Headers): string[] {
    const isEnding = this.route.life.isEnding && headers['connection'] === undefined;
    return isEnding ? ['connection', 'close'] : [];
  }

  #write(status: number, lines: string, headers: Headers, payload: string | Uint8Array | undefined): void {
    const { response } = this;
    const length = payload === undefined ? 0 : Buffer.byteLength(payload);
    const own = this.#connection(headers);
    if (payload !== undefined || (status !== 204 && status !== 304)) {
      own.push('content-length', String(length));
    }
    response.writeLines(status, lines, headers, own);
    // Text of one byte a character is copied instead of encoded.
    if (length === payload?.length) response.end(payload, 'latin1');
    else response.end(payload);
    this.#note(status);
  }

  /** The head waits for the first bytes: what goes wrong before them is told as a problem. */
  #pipe(status: number, headers: Headers, body: Readable): void {
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
      try {
        response.writeLines(status, this.#frame(headers), headers, this.#connection(headers));
      } catch (error) {
        body.destroy(error as Error);
        return;
      }
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
