import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type Actor, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Endpoint, EndpointAnswer, RequestContext } from './endpoint.ts';
import type { RouteRecord } from './route-record.ts';

const ANONYMOUS: Actor = { kind: 'anonymous', id: 'anonymous', tenant: '', scopes: new Set() };

/** What all calls of one route share. */
export interface Route {
  /** Absent where no endpoint matched. */
  readonly endpoint: Endpoint | undefined;
  readonly clock: Clock;
  readonly db: Db;
  readonly timeoutMs: number;
  readonly record: RouteRecord;
  readonly fail: (problem: Problem, request: FastifyRequest, reply: FastifyReply) => void;
}

/** One request from its arrival to its answer, and the context its endpoint works in. */
export class Call implements RequestContext {
  /** Nobody, until the request has been let in. */
  actor = ANONYMOUS;
  /** Where it stands among the calls whose time runs. */
  place = -1;
  /** By a clock that nobody sets. */
  readonly startedMs = performance.now();
  readonly route: Route;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The headers of its answer, names and values in turn: the form that costs Node the least to write. */
  readonly #head: string[];
  #abort: AbortController | undefined;

  constructor(route: Route, request: FastifyRequest, reply: FastifyReply) {
    this.route = route;
    this.request = request;
    this.reply = reply;
    this.#head = [
      'cache-control',
      'no-store',
      'content-security-policy',
      "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options',
      'nosniff',
      'x-request-id',
      request.id,
    ];
  }

  get clock(): Clock {
    return this.route.clock;
  }

  get db(): Db {
    return this.route.db;
  }

  get traceId(): string {
    return this.request.id;
  }

  get deadlineMs(): number {
    return this.startedMs + this.route.timeoutMs;
  }

  /** Made only when somebody asks for it: most calls end before anybody could abort them. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.reply.raw.once('close', () => {
        if (!this.reply.raw.writableFinished) abort.abort();
      });
    }
    return this.#abort.signal;
  }

  /** Called when the time limit has passed: the caller is told, and whoever listens stops. */
  expire(): void {
    if (this.reply.sent) return;
    const problem = new Problem('timed_out', `No answer within ${this.route.timeoutMs / 1000} s.`);
    this.route.fail(problem, this.request, this.reply);
    (this.#abort ??= new AbortController()).abort();
  }

  /** Adds a header that no answer sets by itself. */
  addHeader(name: string, value: string): void {
    this.#head.push(name, value);
  }

  /** Hands the answer over, and leaves a note of it. What the answer says of a header counts, not what the frame says. */
  send({ status, headers, body }: EndpointAnswer): void {
    // A copy: should this answer turn out not to be sendable, the one that tells so begins with the frame's headers.
    const head = this.#head.slice();
    for (const name in headers) setHeader(head, name, headers[name] ?? '');
    if (body instanceof Readable) {
      this.reply.code(status).headers(toRecord(head)).send(body);
      this.reply.raw.once('close', () => this.#note(status));
      return;
    }
    this.#write(status, head, this.#toBytes(status, head, body));
    this.#note(status);
  }

  /** Past Fastify's own sending, which would gather the headers once more. */
  #write(status: number, head: string[], payload: string | Uint8Array | undefined): void {
    const { raw } = this.reply;
    const length = payload === undefined ? 0 : Buffer.byteLength(payload);
    if (payload !== undefined || (status !== 204 && status !== 304)) {
      head.push('content-length', String(length));
    }
    raw.writeHead(status, head);
    // Text of one byte a character is copied instead of encoded.
    if (length === payload?.length) raw.end(payload, 'latin1');
    else raw.end(payload);
  }

  #toBytes(status: number, head: string[], body: unknown): string | Uint8Array | undefined {
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
    if (!head.includes('content-type')) head.push('content-type', 'application/json; charset=utf-8');
    const serialize = this.reply.getSerializationFunction(String(status)) ?? JSON.stringify;
    return serialize(body);
  }

  #note(status: number): void {
    const elapsedMs = performance.now() - this.startedMs;
    this.route.record.note(this.request.method, status, this.request.id, this.actor.id, elapsedMs);
  }
}

function setHeader(head: string[], name: string, value: string): void {
  const place = head.indexOf(name);
  if (place === -1) head.push(name, value);
  else head[place + 1] = value;
}

function toRecord(head: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let place = 0; place < head.length; place += 2) headers[head[place] ?? ''] = head[place + 1] ?? '';
  return headers;
}
