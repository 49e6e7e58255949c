import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import fastJson, { type Schema } from 'fast-json-stringify';
import { Readable } from 'node:stream';
import { newTraceId, Problem, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Logs, Metrics } from '../telemetry/index.ts';
import { createGate, type Authenticate } from './admission/index.ts';
import { Call } from './call.ts';
import {
  requestChecker,
  REPLAYED_HEADER,
  requestKeyOf,
  addBodyParsers,
  rejectEncodedBody,
} from './requests/index.ts';
import { CONSOLE_PATHS, consolePlugin } from './console.ts';
import { bodyTypes, type Endpoint, type EndpointAnswer } from './endpoint.ts';
import { oauthErrorOf, PROBLEM_TYPE, problemBody, problemHeaders, toProblem } from './problem.ts';
import { deprecationHeaders } from './deprecation.ts';
import { endWithToken, type OnTokenEnd } from './end-with-token.ts';
import { ServedPaths } from './served-paths.ts';
import { withLocation } from './location.ts';
import { createServerFactory, type ServerLimits } from './server/index.ts';
import { PEER_HEADER, showLife } from './show-life.ts';
import { withinTime } from './within-time.ts';

export interface HttpLimits extends ServerLimits {
  readonly bodyBytes: number;
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
}

export interface HttpOptions {
  readonly service: string;
  readonly endpoints: readonly Endpoint[];
  readonly authenticate: Authenticate;
  readonly onTokenEnd: OnTokenEnd;
  readonly db: Db;
  readonly clock: Clock;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly limits: HttpLimits;
  /** Aborted when the process is about to stop: from then on connections end with their responses. */
  readonly stopping?: AbortSignal | undefined;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxies: readonly string[];
  /** The folder of the built console, if it is served. */
  readonly consoleFolder?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Creates a Fastify application that serves the endpoints and answers every error with a problem. */
export function createHttpApp(options: HttpOptions): FastifyInstance {
  const { limits, logs } = options;
  const admit = createGate(options);
  const { serverFactory, answerClientError, closeUnusedConnections } = createServerFactory(
    limits,
    options.trustProxies,
  );
  const hint = options.endpoints.some(({ path }) => path === '/docs') ? ' See /docs for all paths.' : '';
  const consolePaths = options.consoleFolder === undefined ? [] : CONSOLE_PATHS;
  const paths = new ServedPaths([
    ...options.endpoints,
    ...consolePaths.map((path) => ({ path, method: 'GET' as const })),
  ]);
  let isClosing = false;

  const app = fastify({
    serverFactory,
    clientErrorHandler: answerClientError,
    genReqId: newTraceId,
    trustProxy: options.trustProxies.length > 0 && [...options.trustProxies],
    bodyLimit: limits.bodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    // HEAD is registered with GET: the HEAD routes of Fastify read a stream to its end.
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // For malformed and too long paths Fastify calls neither hooks nor handlers.
    frameworkErrors(_error, request, reply) {
      begin(request, reply, 'unmatched');
      try {
        void admit(request, 'public');
        answerProblem(notFound(request), request, reply);
      } catch (error) {
        answerProblem(error, request, reply);
      }
    },
  });
  app.decorateRequest('call');
  app.addHook('preClose', async () => {
    isClosing = true;
    closeUnusedConnections();
  });
  app.setErrorHandler(answerProblem);
  // Made when first used: for all routes together it would take half a second at every start.
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ((body: unknown) => string) | undefined;
    return (body) => (serialize ??= fastJson(schema as Schema))(body);
  });
  app.removeAllContentTypeParsers();
  app.setNotFoundHandler(async (request, reply) => {
    begin(request, reply, 'unmatched');
    await admit(request, 'public');
    throw paths.allowed(request.call.path) === undefined ? notFound(request) : methodNotAllowed(request);
  });
  // Endpoints with the same content types share a scope with the parsers of those types.
  for (const endpoints of groupByBodyTypes(options.endpoints)) {
    void app.register(async (scope) => {
      addBodyParsers(scope, endpoints);
      for (const endpoint of endpoints) addRoute(scope, endpoint);
    });
  }
  for (const { url, method } of paths.shadowed()) {
    const refuse = (request: FastifyRequest): never => {
      throw methodNotAllowed(request);
    };
    // Refused before a body is read, whatever its type.
    const onRequest = [admissionTo({ path: 'unmatched', scope: 'public' }), refuse];
    app.route({ url, method, onRequest, handler: refuse });
  }
  if (options.consoleFolder !== undefined) {
    const admission = (path: string) => admissionTo({ path, scope: 'public' });
    void app.register(consolePlugin({ folder: options.consoleFolder, admission }));
  }
  return app;

  function addRoute(scope: FastifyInstance, endpoint: Endpoint): void {
    const check = requestChecker(endpoint);
    const timeoutMs = endpoint.timeoutMs ?? limits.requestTimeoutMs;
    scope.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      schema: { response: responseSchemas(endpoint) },
      ...(endpoint.bodyLimitBytes !== undefined && { bodyLimit: endpoint.bodyLimitBytes }),
      onRequest: [admissionTo(endpoint), ...(readsBody(endpoint) ? [rejectEncodedBody] : [])],
      async handler(request, reply) {
        const { call } = request;
        if (Object.values(request.params as Record<string, string>).includes('')) throw notFound(request);
        const input = check(request);
        call.requestKey = requestKeyOf(options.service, endpoint, input);
        call.keepsResults = endpoint.repeats === 'answered again';
        const work = call.span.within(() => endpoint.handle(call, input));
        const answer = work instanceof Promise ? await withinTime(work, timeoutMs, call) : work;
        const body = writeHead(withLocation(endpoint, input, answer), request, reply);
        if (body instanceof Readable && endpoint.scope !== 'public') {
          endWithToken(options.onTokenEnd, body, request, reply);
        }
        return body;
      },
    });
  }

  function methodNotAllowed({ call: { path } }: FastifyRequest): Problem {
    const allow = paths.allowed(path) ?? '';
    return new Problem('method_not_allowed', `${path} supports ${allow}.`, { headers: { allow } });
  }

  /** Uses a callback, because an async hook would defer every request once more. */
  function admissionTo({ path, scope }: Pick<Endpoint, 'path' | 'scope'>): onRequestHookHandler {
    return (request, reply, proceed) => {
      begin(request, reply, path);
      const admitted = admit(request, scope);
      const enter = (): void => {
        if (request.headers[PEER_HEADER] !== undefined) showLife(reply.raw);
        proceed();
      };
      if (admitted instanceof Promise) admitted.then(enter, proceed);
      else enter();
    };
  }

  function notFound({ call }: FastifyRequest): Problem {
    return new Problem('not_found', `No resource has the path ${call.path}.${hint}`);
  }

  function begin(request: FastifyRequest, reply: FastifyReply, route: string): void {
    request.call = new Call(options, route, request, reply);
  }

  /** Sets status and headers and returns the body, for Fastify to serialize and send. */
  function writeHead(
    { status, headers, body }: EndpointAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): unknown {
    const { traceId, rate, isReplay } = request.call;
    reply.code(status).headers(SAFE_HEADERS).header('x-request-id', traceId);
    if (rate !== undefined) reply.header('ratelimit', rate.limit).header('ratelimit-policy', rate.policy);
    if (isClosing || options.stopping?.aborted) reply.header('connection', 'close');
    if (isReplay) reply.header(REPLAYED_HEADER, 'true');
    const deprecated = request.routeOptions.config.endpoint?.deprecated;
    if (deprecated) reply.headers(deprecationHeaders(deprecated));
    if (headers !== undefined) reply.headers(headers);
    if (request.method !== 'HEAD' || !(body instanceof Readable)) return body;
    body.destroy();
    return undefined;
  }

  function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { call } = request;
    if (reply.raw.destroyed) {
      logs.logger.debug({ traceId: call.traceId, err: error }, 'The client closed the connection.');
      return;
    }
    const problem = toProblem(error, request);
    if (problem.code === 'timed_out') {
      // The request asked for too much; nothing is broken.
      logs.logger.warn({ traceId: call.traceId, route: request.routeOptions.url }, problem.message);
    } else if (problem.status >= 500) {
      logs.logger.error({ traceId: call.traceId, err: problem.cause ?? problem }, problem.message);
    }
    const { endpoint } = request.routeOptions.config;
    const body = problemBody(problem, call.path, call.traceId);
    const isPlain = endpoint?.oauthFaults === true;
    // Removes headers of a response that failed while it was sent.
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    const answer = {
      status: problem.status,
      headers: { ...problemHeaders(problem), 'content-type': isPlain ? 'application/json' : PROBLEM_TYPE },
      body: isPlain ? { error: oauthErrorOf(problem.code), ...body } : body,
    };
    reply.serializer(JSON.stringify).send(writeHead(answer, request, reply));
  }
}

/** Browsers may neither execute, embed nor cache a response. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

function groupByBodyTypes(endpoints: readonly Endpoint[]): Iterable<[Endpoint, ...Endpoint[]]> {
  const groups = new Map<string, [Endpoint, ...Endpoint[]]>();
  for (const endpoint of endpoints) {
    const types = bodyTypes(endpoint).join();
    const group = groups.get(types);
    if (group) group.push(endpoint);
    else groups.set(types, [endpoint]);
  }
  return groups.values();
}

const readsBody = ({ method, bodyKind }: Endpoint): boolean => method !== 'GET' && bodyKind !== 'stream';

/** Returns the schemas of JSON responses; an endpoint with a content type serializes the body itself. */
function responseSchemas({ answers }: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([status, { schema, contentType }]) =>
      schema === null || contentType !== undefined ? [] : [[status, schema]],
    ),
  );
}
