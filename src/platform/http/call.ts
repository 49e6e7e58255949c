import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type Actor, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Endpoint, RequestContext } from './endpoint.ts';
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
  #abort: AbortController | undefined;

  constructor(route: Route, request: FastifyRequest, reply: FastifyReply) {
    this.route = route;
    this.request = request;
    this.reply = reply;
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

  /** Called when the answer has been handed over. */
  note(): void {
    this.route.record.note(
      this.request.method,
      this.reply.statusCode,
      this.request.id,
      this.actor.id,
      performance.now() - this.startedMs,
    );
  }
}
