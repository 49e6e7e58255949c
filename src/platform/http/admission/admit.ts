import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem, type Actor } from '../../../kernel/index.ts';
import { RateLimiter, type CallerKind, type RateClass } from './limit-rate.ts';
import { malformed } from '../problem.ts';
import { sourceOf } from '../source.ts';

/** Returns the actor of an `Authorization` header or, without one, of a session; throws a Problem if it is not valid. */
export type Authenticate = (
  authorization: string | undefined,
  request: { readonly method: string; readonly headers: IncomingHttpHeaders },
) => Actor | Promise<Actor>;

interface GateOptions {
  readonly authenticate: Authenticate;
  readonly limits: { readonly readsPerMinute: number; readonly writesPerMinute: number };
}

/** Authenticates, rate-limits and authorizes a request before its body is read. */
export function createGate({ authenticate, limits }: GateOptions) {
  const limiter = new RateLimiter({ reads: limits.readsPerMinute, writes: limits.writesPerMinute });

  function count({ call, method }: FastifyRequest, kind: CallerKind, caller: string): void {
    call.rate = limiter.take(kind, caller, rateClassOf(method), call.startedMs);
  }

  const countAnonymous = (request: FastifyRequest): void =>
    count(request, 'anonymous', sourceOf(request.call.ip));

  function rejectAnonymous(request: FastifyRequest, error: unknown): never {
    countAnonymous(request);
    throw error;
  }

  function identify(request: FastifyRequest): Actor | Promise<Actor> {
    try {
      rejectMalformedHead(request.raw);
      const actor = authenticate(request.headers.authorization, request);
      return actor instanceof Promise
        ? actor.catch((error: unknown) => rejectAnonymous(request, error))
        : actor;
    } catch (error) {
      return rejectAnonymous(request, error);
    }
  }

  function authorize(request: FastifyRequest, scope: string, actor: Actor): void {
    request.call.actor = actor;
    count(request, 'credential', `${actor.tenant} ${actor.id}`);
    if (scope !== 'any token' && !actor.scopes.has(scope)) {
      throw new Problem('forbidden', `The credential needs the scope ${scope}.`);
    }
  }

  /** Returns a promise only if the token must be verified. */
  return (request: FastifyRequest, scope: string): void | Promise<void> => {
    if (scope === 'public') {
      countAnonymous(request);
      rejectMalformedHead(request.raw);
      return;
    }
    const actor = identify(request);
    if (actor instanceof Promise) return actor.then((known) => authorize(request, scope, known));
    authorize(request, scope, actor);
  };
}

const rateClassOf = (method: string): RateClass =>
  method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';

const HOST = 'host';

/** Rejects headers that Node would reject without a problem body, or accept against RFC 9110 and RFC 9112. */
function rejectMalformedHead({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  if (hosts > 1) throw malformed('The Host header must be given only once.');
  if (hosts === 0 && httpVersion === '1.1') throw malformed('The Host header is required.');
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw new Problem('expectation_failed', 'The Expect header may only be 100-continue.');
  }
}
