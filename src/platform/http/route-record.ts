import type { Logs, Metrics } from '../telemetry/index.ts';

type Tally = (traceId: string, actor: string, elapsedMs: number) => void;

/** Keeps what the answers of one route leave behind: a log line and a duration each. */
export class RouteRecord {
  readonly #service: string;
  readonly #route: string;
  readonly #logs: Logs;
  readonly #metrics: Metrics;
  readonly #tallies = new Map<string, Map<number, Tally>>();

  constructor(service: string, route: string, logs: Logs, metrics: Metrics) {
    this.#service = service;
    this.#route = route;
    this.#logs = logs;
    this.#metrics = metrics;
  }

  note(method: string, status: number, traceId: string, actor: string, elapsedMs: number): void {
    const tally = this.#tallies.get(method)?.get(status) ?? this.#begin(method, status);
    tally(traceId, actor, elapsedMs);
  }

  #begin(method: string, status: number): Tally {
    const labels = { service: this.#service, method, route: this.#route, status };
    const durations = this.#metrics.requests(labels);
    const log = this.#logs.requests(labels);
    const tally: Tally = (traceId, actor, elapsedMs) => {
      durations.observe(elapsedMs / 1000);
      log(traceId, actor, elapsedMs);
    };
    const byStatus = this.#tallies.get(method) ?? new Map<number, Tally>();
    this.#tallies.set(method, byStatus.set(status, tally));
    return tally;
  }
}
