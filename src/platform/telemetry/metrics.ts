import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { DurationHistogram, type Durations } from './durations.ts';
import type { RequestLabels } from './log.ts';

/** The measures of one process, scraped from `/metrics` of any service it runs. */
export interface Metrics {
  /** Where the durations of requests with these labels are counted; a route is a pattern, never a path. */
  requests(labels: RequestLabels): Durations;
  readonly gauge: Measure;
  /** For what only grows. */
  readonly counter: Measure;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Has its values asked for at each scrape. */
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
  // Brings the event-loop lag, heap, resident memory and garbage collection.
  collectDefaultMetrics({ register: registry });
  const requests = new DurationHistogram(
    registry,
    'quaestor_http_request_duration_seconds',
    'Time from the first byte of a request to the end of its answer, by route pattern and status.',
  );
  return {
    requests: (labels) => requests.with({ ...labels, status: String(labels.status) }),
    gauge: measureAs(Gauge, registry),
    counter: measureAs(Counter, registry),
    text: () => registry.metrics(),
    contentType: registry.contentType,
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
