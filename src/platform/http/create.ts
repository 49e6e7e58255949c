import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { Type } from 'typebox';
import {
  Problem,
  invalid,
  newTraceId,
  noFieldErrors,
  textChecker,
  valueChecker,
  type Actor,
  type Checker,
  type Clock,
} from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Logs, Metrics } from '../telemetry/index.ts';
import { ANONYMOUS, Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import { RateLimiter, type RateClass } from './limit-rate.ts';
import { acceptBodies, bodyTypes } from './parse-body.ts';
import { PROBLEM_TYPE, problemBody, toProblem } from './problem.ts';
import { answerRawFault } from './raw-fault.ts';

export interface HttpLimits {
  readonly bodyBytes: number;
  /** How long a request may take to arrive, and an answer to be made. */
  readonly requestTimeoutMs: number;
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
}

export interface HttpOptions {
  readonly service: string;
  readonly endpoints: readonly Endpoint[];
  /** Who a request's `Authorization` header speaks for; throws a Problem when for nobody. */
  readonly authenticate: (authorization: string | undefined) => Actor | Promise<Actor>;
  readonly db: Db;
  readonly clock: Clock;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly limits: HttpLimits;
  readonly ignoreTrailingSlash: boolean;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxies: readonly string[];
}

const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const NOTHING = Type.Object({}, { additionalProperties: false });

/** An HTTP application that serves the endpoints, and answers every fault as a problem. */
export function createHttpApp(options: HttpOptions): FastifyInstance {
  const { limits, service, logs, metrics } = options;
  const limiter = new RateLimiter({
    perMinute: { reads: limits.readsPerMinute, writes: limits.writesPerMinute },
    nowMs: () => options.clock.now().getTime(),
  });
  const app = fastify({
    logger: false,
    genReqId: traceIdOf,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: 75_000,
    http: {
      headersTimeout: limits.requestTimeoutMs,
      // Node looks for slow requests only this often.
      connectionsCheckingInterval: Math.min(limits.requestTimeoutMs, 5_000),
    },
    // While it drains, a request on an open connection is still answered as ever.
    return503OnClosing: false,
    trustProxy: options.trustProxies.length > 0 ? [...options.trustProxies] : false,
    routerOptions: { ignoreTrailingSlash: options.ignoreTrailingSlash, maxParamLength: 256 },
    clientErrorHandler: (error, socket) => answerRawFault(error, socket),
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  });
  const methods = findMyWay({ ignoreTrailingSlash: options.ignoreTrailingSlash, maxParamLength: 256 });

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SAFE_HEADERS);
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: traceId } = request;
    const route = request.routeOptions.url ?? 'unmatched';
    const status = reply.statusCode;
    const ms = reply.elapsedTime;
    metrics.observeRequest({ service, method, route, status }, ms / 1000);
    logs.request({ traceId, service, method, route, status, actor: request.actor?.id ?? '', ms });
    done();
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler(
    { preHandler: (request, _reply, done) => done(countAnonymous(request) as Error | undefined) },
    (request, reply) => {
      const path = pathOf(request);
      const allowed = methodsAt(methods, path);
      const problem =
        allowed.length === 0
          ? new Problem('not_found', `There is no ${path} here. The paths are listed in /docs.`)
          : new Problem('method_not_allowed', `${path} takes ${allowed.join(', ')}.`, {
              headers: { allow: allowed.join(', ') },
            });
      fail(problem, request, reply);
    },
  );
  for (const endpoint of options.endpoints) {
    methods.on(endpoint.method, endpoint.path, () => {});
    app.register(async (scope) => {
      acceptBodies(scope, endpoint);
      scope.route(toRoute(endpoint));
    });
  }
  return app;

  function countAnonymous(request: FastifyRequest): unknown {
    try {
      limiter.take(request.ip, rateClassOf(request));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  function toRoute(endpoint: Endpoint) {
    const check = requestChecker(endpoint);
    const timeoutMs = endpoint.timeoutMs ?? limits.requestTimeoutMs;
    const authorise = endpoint.scope === 'public' ? openDoor : askForScope(endpoint.scope);
    return {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimitBytes ?? limits.bodyBytes,
      schema: { response: responseSchemas(endpoint) },
      config: { endpoint },
      onRequest: authorise,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const call = new Call(request.actor ?? ANONYMOUS, options.clock, options.db, request, reply);
        const timer = setTimeout(() => {
          if (!reply.sent) fail(call.expire(timeoutMs), request, reply);
        }, timeoutMs);
        try {
          const answer = await endpoint.handle(call, check(request));
          if (reply.sent) return reply;
          if (answer.headers) reply.headers(answer.headers);
          return await reply.code(answer.status).send(answer.body);
        } finally {
          clearTimeout(timer);
        }
      },
    } as const;
  }

  function openDoor(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    request.actor = ANONYMOUS;
    admit(request, reply, request.ip, done);
  }

  function askForScope(scope: string) {
    return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
      const proceed = (actor: Actor): void => {
        request.actor = actor;
        admit(request, reply, `${actor.tenant} ${actor.kind} ${actor.id}`, (error) => {
          if (error || actor.scopes.has(scope)) done(error);
          else done(new Problem('forbidden', `The credential needs the scope ${scope}.`));
        });
      };
      // A stranger's guesses count against its address.
      const refuse = (error: unknown): void =>
        admit(request, reply, request.ip, (over) => done(over ?? (error as Error)));
      try {
        const actor = options.authenticate(request.headers.authorization);
        if (actor instanceof Promise) actor.then(proceed, refuse);
        else proceed(actor);
      } catch (error) {
        refuse(error);
      }
    };
  }

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: string,
    done: (error?: Error) => void,
  ): void {
    try {
      reply.headers(limiter.take(caller, rateClassOf(request)));
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const endpoint = (request.routeOptions?.config as { endpoint?: Endpoint } | undefined)?.endpoint;
    const problem = toProblem(thrown, {
      bodyLimitBytes: endpoint?.bodyLimitBytes ?? limits.bodyBytes,
      bodyTypes: endpoint ? bodyTypes(endpoint).join(' or ') : 'application/json',
    });
    if (problem.status >= 500)
      logs.logger.error({ traceId: request.id, err: problem.cause ?? problem }, problem.message);
    const type = endpoint?.plainJsonFaults ? 'application/json' : PROBLEM_TYPE;
    const body = problemBody(problem, pathOf(request), request.id);
    reply
      .code(problem.status)
      .headers({ ...SAFE_HEADERS, 'x-request-id': request.id, ...problem.headers, 'content-type': type })
      .serializer(JSON.stringify)
      .send(body);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent until the request has been authenticated. */
    actor?: Actor;
  }
}

/** Checks path, query and body together, so that all that is wrong is told at once. */
function requestChecker(endpoint: Endpoint) {
  const params: Checker = textChecker(endpoint.params ?? NOTHING);
  const query: Checker = textChecker(endpoint.query ?? NOTHING);
  const body = endpoint.body === undefined ? undefined : valueChecker(endpoint.body);
  return (request: FastifyRequest) => {
    const errors = noFieldErrors();
    const checked = {
      params: params(request.params, errors),
      query: query(request.query, errors),
      body: body === undefined ? request.body : body(request.body, errors),
      headers: request.headers,
      ip: request.ip,
    };
    if (body === undefined && endpoint.bodyKind !== 'stream' && !isEmpty(request.body)) {
      errors[''] = ['takes no body'];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return checked;
  };
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

function responseSchemas(endpoint: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(endpoint.answers).flatMap(([status, answer]) =>
      answer.schema === null || answer.contentType !== undefined ? [] : [[status, answer.schema]],
    ),
  );
}

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The caller's own trace id when it sends one, so that one search finds both sides. */
function traceIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const { traceparent, 'x-request-id': requestId } = request.headers;
  if (typeof traceparent === 'string') {
    const traceId = TRACE_PARENT.exec(traceparent)?.[1];
    if (traceId !== undefined) return traceId;
  }
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : newTraceId();
}

const rateClassOf = (request: FastifyRequest): RateClass =>
  request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes';

function pathOf(request: FastifyRequest): string {
  const query = request.url.indexOf('?');
  return query === -1 ? request.url : request.url.slice(0, query);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodsAt(router: ReturnType<typeof findMyWay>, path: string): string[] {
  return METHODS.filter((method) => router.find(method === 'HEAD' ? 'GET' : method, path) !== null);
}
