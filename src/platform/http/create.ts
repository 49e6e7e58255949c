import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { Problem, type Actor, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Logs, Metrics } from '../telemetry/index.ts';
import { Gate } from './admit.ts';
import { Call, type Route } from './call.ts';
import { requestChecker } from './check-request.ts';
import { Deadlines } from './deadlines.ts';
import type { Endpoint, EndpointAnswer } from './endpoint.ts';
import { RateLimiter } from './limit-rate.ts';
import { acceptBodies, bodyTypes } from './parse-body.ts';
import { PROBLEM_TYPE, problemBody, toProblem } from './problem.ts';
import { answerRawFault } from './raw-fault.ts';
import { RouteRecord } from './route-record.ts';
import { traceIdOf } from './trace.ts';

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

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent where the path was not even well formed. */
    call?: Call;
  }
}

/** An HTTP application that serves the endpoints, and answers every fault as a problem. */
export function createHttpApp(options: HttpOptions): FastifyInstance {
  const { limits, service, clock, db, logs, metrics } = options;
  const limiter = new RateLimiter({ reads: limits.readsPerMinute, writes: limits.writesPerMinute });
  const deadlines = new Deadlines();
  const gate = new Gate(options.authenticate, limiter);
  const unmatched = routeOf(undefined);
  const routerOptions = { ignoreTrailingSlash: options.ignoreTrailingSlash, maxParamLength: 256 };
  const methods = findMyWay(routerOptions);
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
    routerOptions,
    clientErrorHandler: answerRawFault,
    frameworkErrors: fail,
  });
  app.decorateRequest('call');
  app.setErrorHandler(fail);
  app.setNotFoundHandler(
    { preHandler: (request, reply, done) => gate.admitAnyone(enter(unmatched, request, reply), done) },
    (request) => {
      const path = pathOf(request);
      const allowed = methodsAt(methods, path).join(', ');
      if (allowed === '')
        throw new Problem('not_found', `There is no ${path} here. The paths are listed in /docs.`);
      throw new Problem('method_not_allowed', `${path} takes ${allowed}.`, { headers: { allow: allowed } });
    },
  );
  for (const endpoint of options.endpoints) {
    methods.on(endpoint.method, endpoint.path, () => {});
    app.register(async (scope) => {
      acceptBodies(scope, endpoint);
      scope.route(toFastify(endpoint));
    });
  }
  return app;

  function routeOf(endpoint: Endpoint | undefined): Route {
    const record = new RouteRecord(service, endpoint?.path ?? 'unmatched', logs, metrics);
    const timeoutMs = endpoint?.timeoutMs ?? limits.requestTimeoutMs;
    return { endpoint, clock, db, timeoutMs, record, fail };
  }

  function toFastify(endpoint: Endpoint) {
    const check = requestChecker(endpoint);
    const route = routeOf(endpoint);
    const admit = (call: Call, done: (error?: Error) => void): void => {
      if (endpoint.scope === 'public') gate.admitAnyone(call, done);
      else gate.admitWithScope(endpoint.scope, call, done);
    };
    const shared = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimitBytes ?? limits.bodyBytes,
      schema: { response: responseSchemas(endpoint) },
    };
    if (endpoint.method === 'GET') {
      return {
        ...shared,
        handler(request: FastifyRequest, reply: FastifyReply): void {
          const call = enter(route, request, reply);
          admit(call, (refusal) => {
            if (refusal) fail(refusal, request, reply);
            else answer(endpoint, call, check);
          });
        },
      };
    }
    return {
      ...shared,
      // Before the body is read.
      onRequest(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
        admit(enter(route, request, reply), done);
      },
      handler({ call }: FastifyRequest): void {
        if (call) answer(endpoint, call, check);
      },
    };
  }

  function answer(endpoint: Endpoint, call: Call, check: ReturnType<typeof requestChecker>): void {
    try {
      const result = endpoint.handle(call, check(call.request));
      if (result instanceof Promise) void settle(result, call);
      else call.send(result);
    } catch (error) {
      fail(error, call.request, call.reply);
    }
  }

  async function settle(result: Promise<EndpointAnswer>, call: Call): Promise<void> {
    deadlines.add(call);
    try {
      const ready = await result;
      if (!call.reply.sent) call.send(ready);
    } catch (error) {
      if (!call.reply.sent) fail(error, call.request, call.reply);
    }
    deadlines.remove(call);
  }

  function fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const call = request.call ?? enter(unmatched, request, reply);
    const { endpoint } = call.route;
    const problem = toProblem(thrown, {
      bodyLimitBytes: endpoint?.bodyLimitBytes ?? limits.bodyBytes,
      bodyTypes: endpoint ? bodyTypes(endpoint).join(' or ') : 'application/json',
    });
    if (problem.status >= 500) {
      logs.logger.error({ traceId: request.id, err: problem.cause ?? problem }, problem.message);
    }
    const body = problemBody(problem, pathOf(request), request.id);
    call.send({
      status: problem.status,
      headers: {
        ...problem.headers,
        'content-type': endpoint?.oauthFaults ? 'application/json' : PROBLEM_TYPE,
      },
      body: JSON.stringify(endpoint?.oauthFaults ? { error: oauthError(problem.status), ...body } : body),
    });
  }
}

function enter(route: Route, request: FastifyRequest, reply: FastifyReply): Call {
  const call = new Call(route, request, reply);
  request.call = call;
  return call;
}

/** The nearest of OAuth's own words for a fault of the frame. */
const oauthError = (status: number): string => (status < 500 ? 'invalid_request' : 'server_error');

function responseSchemas(endpoint: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(endpoint.answers).flatMap(([status, { schema, contentType }]) =>
      schema === null || contentType !== undefined ? [] : [[status, schema]],
    ),
  );
}

function pathOf(request: FastifyRequest): string {
  const query = request.url.indexOf('?');
  return query === -1 ? request.url : request.url.slice(0, query);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodsAt(router: ReturnType<typeof findMyWay>, path: string): string[] {
  return METHODS.filter((method) => router.find(method === 'HEAD' ? 'GET' : method, path) !== null);
}
