import { Problem, type Actor } from '../../kernel/index.ts';
import type { Call } from './call.ts';
import type { RateClass, RateLimiter } from './limit-rate.ts';

type Done = (error?: Error) => void;
type Authenticate = (authorization: string | undefined) => Actor | Promise<Actor>;

/** Decides, before a body is read, whether a call is let in: who asks, how often, and with which scope. */
export class Gate {
  readonly #authenticate: Authenticate;
  readonly #limiter: RateLimiter;

  constructor(authenticate: Authenticate, limiter: RateLimiter) {
    this.#authenticate = authenticate;
    this.#limiter = limiter;
  }

  /** For endpoints open to everybody. */
  admitAnyone(call: Call, done: Done): void {
    done(this.#count(call, call.request.ip));
  }

  admitWithScope(scope: string, call: Call, done: Done): void {
    let actor: Actor | Promise<Actor>;
    try {
      actor = this.#authenticate(call.request.headers.authorization);
    } catch (error) {
      this.#refuse(error, call, done);
      return;
    }
    if (actor instanceof Promise) {
      actor.then(
        (known) => this.#proceed(known, scope, call, done),
        (error: unknown) => this.#refuse(error, call, done),
      );
    } else {
      this.#proceed(actor, scope, call, done);
    }
  }

  #proceed(actor: Actor, scope: string, call: Call, done: Done): void {
    call.actor = actor;
    const over = this.#count(call, `${actor.tenant} ${actor.kind} ${actor.id}`);
    if (over) done(over);
    else if (scope === 'any token' || actor.scopes.has(scope)) done();
    else done(new Problem('forbidden', `The credential needs the scope ${scope}.`));
  }

  /** A stranger's guesses count against its address. */
  #refuse(error: unknown, call: Call, done: Done): void {
    done(this.#count(call, call.request.ip) ?? (error as Error));
  }

  #count(call: Call, caller: string): Error | undefined {
    try {
      const { limit, policy } = this.#limiter.take(caller, rateClassOf(call.request.method), call.startedMs);
      call.addHeader('ratelimit', limit);
      call.addHeader('ratelimit-policy', policy);
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }
}

const rateClassOf = (method: string): RateClass =>
  method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
