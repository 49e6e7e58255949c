import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The measures of one process, scraped from `/metrics` of any service it runs. */
export interface Metrics {
  /** Counts one answered request; the label values are few: a route pattern, never a path. */
  observeRequest(labels: RequestLabels, seconds: number): void;
  /** A gauge whose values are asked for at each scrape. */
  gauge(
    name: string,
    help: string,
    labelNames: string[],
    read: () => GaugeReading[] | Promise<GaugeReading[]>,
  ): void;
  text(): Promise<string>;
  readonly contentType: string;
}

export interface RequestLabels {
  readonly service: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

export interface GaugeReading {
  readonly labels?: Record<string, string>;
  readonly value: number;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Brings the event-loop lag, heap, resident memory and garbage collection.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'quaestor_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer, by route pattern and status.',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    observeRequest: (labels, seconds) => requests.observe({ ...labels }, seconds),
    gauge: (name, help, labelNames, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          gauge.reset();
          for (const { labels, value } of await read()) gauge.set(labels ?? {}, value);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
