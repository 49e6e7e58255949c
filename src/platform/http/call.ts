import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type Actor, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { RequestContext } from './endpoint.ts';

/** The context of one request. Its abort signal is made only when somebody asks for it. */
export class Call implements RequestContext {
  readonly actor: Actor;
  readonly clock: Clock;
  readonly db: Db;
  readonly traceId: string;
  readonly #reply: FastifyReply;
  #abort: AbortController | undefined;
  #expired = false;

  constructor(actor: Actor, clock: Clock, db: Db, request: FastifyRequest, reply: FastifyReply) {
    this.actor = actor;
    this.clock = clock;
    this.db = db;
    this.traceId = request.id;
    this.#reply = reply;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.#reply.raw.once('close', () => {
        if (!this.#reply.raw.writableFinished) abort.abort();
      });
      if (this.#expired) abort.abort();
    }
    return this.#abort.signal;
  }

  /** Called when the time limit has passed: whoever listens stops, and the caller is told. */
  expire(timeoutMs: number): Problem {
    this.#expired = true;
    this.#abort?.abort();
    return new Problem('timed_out', `No answer within ${timeoutMs / 1000} s.`);
  }
}
