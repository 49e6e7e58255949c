import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type Actor, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { RequestContext } from './endpoint.ts';

interface CallOptions {
  readonly clock: Clock;
  readonly db: Db;
  readonly timeoutMs: number;
  readonly fail: (problem: Problem, request: FastifyRequest, reply: FastifyReply) => void;
}

/** The context of one request. Its abort signal is made only when somebody asks for it. */
export class Call implements RequestContext {
  readonly actor: Actor;
  readonly deadlineMs: number;
  readonly #options: CallOptions;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #abort: AbortController | undefined;

  constructor(actor: Actor, request: FastifyRequest, reply: FastifyReply, options: CallOptions) {
    this.actor = actor;
    this.deadlineMs = performance.now() + options.timeoutMs;
    this.#options = options;
    this.#request = request;
    this.#reply = reply;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  get db(): Db {
    return this.#options.db;
  }

  get traceId(): string {
    return this.#request.id;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.#reply.raw.once('close', () => {
        if (!this.#reply.raw.writableFinished) abort.abort();
      });
    }
    return this.#abort.signal;
  }

  /** Called when the time limit has passed: the caller is told, and whoever listens stops. */
  expire(): void {
    if (this.#reply.sent) return;
    const problem = new Problem('timed_out', `No answer within ${this.#options.timeoutMs / 1000} s.`);
    this.#options.fail(problem, this.#request, this.#reply);
    (this.#abort ??= new AbortController()).abort();
  }
}
