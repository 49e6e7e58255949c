import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Durations, Logs, Metrics } from '../telemetry/index.ts';
import type { Endpoint } from './endpoint.ts';

/** Keeps what the answers of one route leave behind: a log line and a duration each. */
export class RouteRecord {
  readonly endpoint: Endpoint | undefined;
  readonly #service: string;
  readonly #route: string;
  readonly #logs: Logs;
  readonly #metrics: Metrics;
  readonly #durations = new Map<string, Durations>();

  constructor(service: string, endpoint: Endpoint | undefined, route: string, logs: Logs, metrics: Metrics) {
    this.endpoint = endpoint;
    this.#service = service;
    this.#route = route;
    this.#logs = logs;
    this.#metrics = metrics;
  }

  note(request: FastifyRequest, reply: FastifyReply): void {
    const { method, id: traceId } = request;
    const { statusCode: status, elapsedTime } = reply;
    const ms = Math.round(elapsedTime * 1000) / 1000;
    const service = this.#service;
    const route = this.#route;
    this.#durationsOf(method, status).observe(elapsedTime / 1000);
    this.#logs.request({ traceId, service, method, route, status, actor: request.actor?.id ?? '', ms });
  }

  #durationsOf(method: string, status: number): Durations {
    const key = `${method} ${status}`;
    let durations = this.#durations.get(key);
    if (durations === undefined) {
      const labels = { service: this.#service, method, route: this.#route, status: String(status) };
      durations = this.#metrics.requests(labels);
      this.#durations.set(key, durations);
    }
    return durations;
  }
}
