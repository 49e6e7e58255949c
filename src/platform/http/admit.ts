import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type Actor } from '../../kernel/index.ts';
import type { RateClass, RateLimiter } from './limit-rate.ts';

export const ANONYMOUS: Actor = { kind: 'anonymous', id: 'anonymous', tenant: '', scopes: new Set() };

type Done = (error?: Error) => void;
type Authenticate = (authorization: string | undefined) => Actor | Promise<Actor>;

/** Decides, before a body is read, whether a request is let in: who asks, how often, and with which scope. */
export class Gate {
  readonly #authenticate: Authenticate;
  readonly #limiter: RateLimiter;

  constructor(authenticate: Authenticate, limiter: RateLimiter) {
    this.#authenticate = authenticate;
    this.#limiter = limiter;
  }

  /** For endpoints open to everybody. */
  admitAnyone(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    request.actor = ANONYMOUS;
    done(this.#count(request, reply, request.ip));
  }

  admitWithScope(scope: string, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    let actor: Actor | Promise<Actor>;
    try {
      actor = this.#authenticate(request.headers.authorization);
    } catch (error) {
      this.#refuse(error, request, reply, done);
      return;
    }
    if (actor instanceof Promise) {
      actor.then(
        (known) => this.#proceed(known, scope, request, reply, done),
        (error: unknown) => this.#refuse(error, request, reply, done),
      );
    } else {
      this.#proceed(actor, scope, request, reply, done);
    }
  }

  #proceed(actor: Actor, scope: string, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    request.actor = actor;
    const over = this.#count(request, reply, `${actor.tenant} ${actor.kind} ${actor.id}`);
    if (over) done(over);
    else if (scope === 'any token' || actor.scopes.has(scope)) done();
    else done(new Problem('forbidden', `The credential needs the scope ${scope}.`));
  }

  /** A stranger's guesses count against its address. */
  #refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    done(this.#count(request, reply, request.ip) ?? (error as Error));
  }

  #count(request: FastifyRequest, reply: FastifyReply, caller: string): Error | undefined {
    try {
      const { limit, policy } = this.#limiter.take(caller, rateClassOf(request.method));
      reply.header('ratelimit', limit);
      reply.header('ratelimit-policy', policy);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }
}

const rateClassOf = (method: string): RateClass =>
  method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
