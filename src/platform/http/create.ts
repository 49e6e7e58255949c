import { createServer, type IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { noFieldErrors, Problem, type Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Logs, Metrics } from '../telemetry/index.ts';
import { Gate, type Authenticate } from './admit.ts';
import { HttpApp } from './app.ts';
import { Call, type Route } from './call.ts';
import { requestChecker } from './check-request.ts';
import { Deadlines } from './deadlines.ts';
import { Directory, type Address } from './directory.ts';
import type { Endpoint, EndpointAnswer } from './endpoint.ts';
import { FramedResponse } from './framed-response.ts';
import { RateLimiter } from './limit-rate.ts';
import { answerRawFault } from './raw-fault.ts';
import { bodyReader } from './read-body.ts';
import { RouteRecord } from './route-record.ts';
import { bodySerializer } from './serialize.ts';

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
  readonly authenticate: Authenticate;
  readonly db: Db;
  readonly clock: Clock;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly limits: HttpLimits;
  readonly ignoreTrailingSlash: boolean;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxies: readonly string[];
}

/** An HTTP application that serves the endpoints, and answers every fault as a problem. */
export function createHttpApp(options: HttpOptions): HttpApp {
  const { limits, service, clock, db, logs, metrics } = options;
  const limiter = new RateLimiter({ reads: limits.readsPerMinute, writes: limits.writesPerMinute });
  const gate = new Gate(options.authenticate, limiter, addressReader(options.trustProxies));
  const deadlines = new Deadlines();
  const shared = { clock, db, logger: logs.logger, life: { isEnding: false } };
  const directory = new Directory(options);
  for (const endpoint of options.endpoints) directory.add(endpoint, routeTo(endpoint));
  const nowhere: Address = { route: routeToNowhere(), params: {}, query: {}, errors: noFieldErrors() };
  const server = createServer<typeof IncomingMessage, typeof FramedResponse>(
    {
      ServerResponse: FramedResponse,
      keepAliveTimeout: 75_000,
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: limits.requestTimeoutMs,
      // Node looks for slow requests only this often.
      connectionsCheckingInterval: Math.min(limits.requestTimeoutMs, 5_000),
    },
    receive,
  );
  server.on('clientError', answerRawFault);
  return new HttpApp(server, shared.life);

  function routeTo(endpoint: Endpoint): Route {
    const check = requestChecker(endpoint);
    const bodyLimitBytes = endpoint.bodyLimitBytes ?? limits.bodyBytes;
    return {
      ...shared,
      scope: endpoint.scope,
      ...(endpoint.method !== 'GET' && { readBody: bodyReader(endpoint, bodyLimitBytes) }),
      handle: (call) => endpoint.handle(call, check(call)),
      serialize: bodySerializer(endpoint.answers),
      oauthFaults: endpoint.oauthFaults ?? false,
      timeoutMs: endpoint.timeoutMs ?? limits.requestTimeoutMs,
      record: new RouteRecord(service, endpoint.path, logs, metrics),
    };
  }

  function routeToNowhere(): Route {
    return {
      ...shared,
      scope: 'public',
      handle: ({ path }) => {
        const allowed = METHODS.filter((method) => directory.find(method, path)).join(', ');
        throw allowed === ''
          ? new Problem('not_found', `There is no ${path} here. The paths are listed in /docs.`)
          : new Problem('method_not_allowed', `${path} takes ${allowed}.`, { headers: { allow: allowed } });
      },
      serialize: bodySerializer({}),
      oauthFaults: false,
      timeoutMs: limits.requestTimeoutMs,
      record: new RouteRecord(service, 'unmatched', logs, metrics),
    };
  }

  function receive(request: IncomingMessage, response: FramedResponse): void {
    const address = directory.find(request.method ?? '', request.url ?? '') ?? nowhere;
    const call = new Call(address, request, response);
    try {
      const admitted = gate.admit(call);
      if (admitted === undefined && call.route.readBody === undefined) answer(call);
      else void answerLater(call, admitted);
    } catch (error) {
      call.fail(error);
    }
  }

  async function answerLater(call: Call, admitted: Promise<void> | undefined): Promise<void> {
    try {
      await admitted;
      call.body = await call.route.readBody?.(call.request);
      answer(call);
    } catch (error) {
      call.fail(error);
    }
  }

  /** A promise and a deadline would cost more than an answer that is ready at once. */
  function answer(call: Call): void {
    const result = call.route.handle(call);
    if (result instanceof Promise) void settle(result, call);
    else call.send(result);
  }

  async function settle(result: Promise<EndpointAnswer>, call: Call): Promise<void> {
    deadlines.add(call);
    try {
      const ready = await result;
      if (!call.isAnswered) call.send(ready);
    } catch (error) {
      if (!call.isAnswered) call.fail(error);
    }
    deadlines.remove(call);
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function addressReader(trustProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustProxies.length === 0) return (request) => request.socket.remoteAddress ?? '';
  const trust = proxyAddr.compile([...trustProxies]);
  return (request) => proxyAddr(request, trust);
}
