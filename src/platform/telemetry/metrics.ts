import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { RequestLabels } from './log.ts';

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of one process. */
export interface Metrics {
  observeRequest(labels: RequestLabels, seconds: number): void;
  readonly gauge: Measure;
  readonly counter: Measure;
  readonly registry: Registry;
}

/** Reads its values at each scrape. */
type Measure = (
  name: string,
  help: string,
  labelNames: string[],
  read: () => GaugeReading[] | Promise<GaugeReading[]>,
) => void;

export interface GaugeReading {
  readonly labels?: Record<string, string>;
  readonly value: number;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  // Event-loop lag, heap, resident memory and garbage collection.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'quaestor_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer, by route pattern and status.',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return {
    observeRequest: (labels, seconds) => requests.observe({ ...labels }, seconds),
    gauge: measureAs(Gauge, registry),
    counter: measureAs(Counter, registry),
    registry,
  };
}

function measureAs(Kind: typeof Gauge | typeof Counter, registry: Registry): Measure {
  return (name, help, labelNames, read) => {
    const metric: Gauge | Counter = new Kind({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const readings = await read();
        metric.reset();
        for (const { labels, value } of readings) metric.inc(labels ?? {}, value);
      },
    });
  };
}
