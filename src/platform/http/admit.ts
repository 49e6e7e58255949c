import type { FastifyRequest } from 'fastify';
import { Problem, type Actor } from '../../kernel/index.ts';
import { RateLimiter, type RateClass } from './limit-rate.ts';

/** Who a request's `Authorization` header speaks for; throws a Problem when it is not valid. */
export type Authenticate = (authorization: string | undefined) => Actor | Promise<Actor>;

interface GateOptions {
  readonly authenticate: Authenticate;
  readonly limits: { readonly readsPerMinute: number; readonly writesPerMinute: number };
}

/** Decides before a body is read whether a request may proceed: who sends it, how often, and with which scope. */
export function createGate({ authenticate, limits }: GateOptions) {
  const limiter = new RateLimiter({ reads: limits.readsPerMinute, writes: limits.writesPerMinute });

  function count({ call, method }: FastifyRequest, caller: string): void {
    const { limit, policy } = limiter.take(caller, rateClassOf(method), call.startedMs);
    call.headers['ratelimit'] = limit;
    call.headers['ratelimit-policy'] = policy;
  }

  async function identify(request: FastifyRequest): Promise<Actor> {
    try {
      return await authenticate(request.headers.authorization);
    } catch (error) {
      // Guesses count against the address they come from.
      count(request, request.ip);
      throw error;
    }
  }

  return async (request: FastifyRequest, scope: string): Promise<void> => {
    if (scope === 'public') {
      count(request, request.ip);
      return;
    }
    const actor = await identify(request);
    request.call.actor = actor;
    count(request, `${actor.tenant} ${actor.kind} ${actor.id}`);
    if (scope !== 'any token' && !actor.scopes.has(scope)) {
      throw new Problem('forbidden', `The credential needs the scope ${scope}.`);
    }
  };
}

const rateClassOf = (method: string): RateClass =>
  method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
