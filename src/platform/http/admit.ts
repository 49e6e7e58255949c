import type { IncomingMessage } from 'node:http';
import { Problem, type Actor } from '../../kernel/index.ts';
import type { Call } from './call.ts';
import type { RateClass, RateLimiter } from './limit-rate.ts';

/** Who a request's `Authorization` header speaks for; throws a Problem when for nobody. */
export type Authenticate = (authorization: string | undefined) => Actor | Promise<Actor>;

/** Decides, before a body is read, whether a call is let in: who asks, how often, and with which scope. */
export class Gate {
  readonly #authenticate: Authenticate;
  readonly #limiter: RateLimiter;
  readonly #addressOf: (request: IncomingMessage) => string;
  /** An actor stays the same object as long as its token is remembered. */
  readonly #names = new WeakMap<Actor, string>();

  constructor(
    authenticate: Authenticate,
    limiter: RateLimiter,
    addressOf: (request: IncomingMessage) => string,
  ) {
    this.#authenticate = authenticate;
    this.#limiter = limiter;
    this.#addressOf = addressOf;
  }

  /** Throws what refuses the call. Gives a promise only where the answer has to be waited for. */
  admit(call: Call): Promise<void> | undefined {
    if (call.route.scope === 'public') {
      this.#count(call, this.#addressOf(call.request));
      return undefined;
    }
    const actor = this.#identify(call);
    if (actor instanceof Promise) return this.#wait(call, actor);
    this.#admitActor(call, actor);
    return undefined;
  }

  #identify(call: Call): Actor | Promise<Actor> {
    try {
      return this.#authenticate(call.request.headers.authorization);
    } catch (error) {
      return this.#refuseStranger(call, error);
    }
  }

  async #wait(call: Call, identified: Promise<Actor>): Promise<void> {
    const actor = await identified.catch((error: unknown) => this.#refuseStranger(call, error));
    this.#admitActor(call, actor);
  }

  #admitActor(call: Call, actor: Actor): void {
    const { scope } = call.route;
    call.actor = actor;
    this.#count(call, this.#nameOf(actor));
    if (scope === 'any token' || actor.scopes.has(scope)) return;
    throw new Problem('forbidden', `The credential needs the scope ${scope}.`);
  }

  #nameOf(actor: Actor): string {
    const known = this.#names.get(actor);
    if (known !== undefined) return known;
    const name = `${actor.tenant} ${actor.kind} ${actor.id}`;
    this.#names.set(actor, name);
    return name;
  }

  /** A stranger's guesses count against its address. */
  #refuseStranger(call: Call, error: unknown): never {
    this.#count(call, this.#addressOf(call.request));
    throw error;
  }

  #count(call: Call, caller: string): void {
    call.rate = this.#limiter.take(caller, rateClassOf(call.request.method), call.startedMs);
  }
}

const rateClassOf = (method: string | undefined): RateClass =>
  method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
