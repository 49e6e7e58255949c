import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Clock, RequestKey } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { RequestSpan, type Logs, type Metrics } from '../telemetry/index.ts';
import type { RequestContext } from './endpoint.ts';
import type { RateHeaders } from './admission/index.ts';
import { callerTraceIdOf } from './trace.ts';

const ANONYMOUS: Actor = { kind: 'anonymous', id: 'anonymous', tenant: '', scopes: new Set() };
/** Logged if the client left before the response; nginx uses the same status. */
const CLIENT_CLOSED_REQUEST = 499;
const BAD_REQUEST = 400;

interface CallDependencies {
  readonly service: string;
  readonly clock: Clock;
  readonly db: Db;
  readonly logs: Logs;
  readonly metrics: Metrics;
}

/** The context of one request; logged and measured when its response is closed. */
export class Call implements RequestContext {
  /** Anonymous until the request is authenticated. */
  actor = ANONYMOUS;
  readonly clock: Clock;
  readonly db: Db;
  readonly service: string;
  readonly traceId: string;
  readonly callerTraceId: string | undefined;
  readonly proof: string | undefined;
  requestKey: RequestKey | undefined;
  keepsResults = false;
  isReplay = false;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly ip: string;
  /** The remaining rate limit of the caller, once the request is counted. */
  rate: RateHeaders | undefined;
  /** On the monotonic clock. */
  readonly startedMs = performance.now();
  readonly span: RequestSpan;
  readonly #reply: FastifyReply;
  #abort: AbortController | undefined;

  constructor(dependencies: CallDependencies, route: string, request: FastifyRequest, reply: FastifyReply) {
    const { clock, db, service, logs, metrics } = dependencies;
    this.clock = clock;
    this.db = db;
    this.service = service;
    this.traceId = request.id;
    this.callerTraceId = callerTraceIdOf(request.headers);
    const proof = request.headers['x-quaestor-proof'];
    this.proof = typeof proof === 'string' ? proof : undefined;
    const { url } = request;
    const queryAt = url.indexOf('?');
    this.path = queryAt === -1 ? url : url.slice(0, queryAt);
    this.query = queryAt === -1 ? '' : url.slice(queryAt + 1);
    this.ip = request.ip ?? '';
    this.#reply = reply;
    this.span = new RequestSpan(`${request.method} ${route}`, request.headers, {
      'http.request.method': request.method,
      'http.route': route,
      'quaestor.service': service,
      'quaestor.request_id': this.traceId,
    });
    reply.raw.on('close', () => {
      if (this.#hasLeft) this.#abort?.abort();
      const elapsedMs = performance.now() - this.startedMs;
      const { method } = request;
      const status = this.#status(request);
      this.span.end(status);
      metrics.observeRequest({ service, method, route, status }, elapsedMs / 1000);
      logs.request({
        traceId: this.traceId,
        callerTraceId: this.callerTraceId,
        service,
        method,
        route,
        status,
        actor: this.actor.id,
        ip: this.ip,
        ms: Math.round(elapsedMs * 1000) / 1000,
      });
    });
  }

  /** Aborted when the client has left or the time limit has passed. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#hasLeft) this.#abort.abort();
    return this.#abort.signal;
  }

  readonly noteReplay = (): void => {
    this.isReplay = true;
  };

  abort(): void {
    (this.#abort ??= new AbortController()).abort();
  }

  get #hasLeft(): boolean {
    const { raw } = this.#reply;
    return raw.destroyed && !raw.writableFinished;
  }

  #status({ raw }: FastifyRequest): number {
    if (this.#reply.raw.headersSent) return this.#reply.statusCode;
    return raw.complete ? CLIENT_CLOSED_REQUEST : BAD_REQUEST;
  }
}
