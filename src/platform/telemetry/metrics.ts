import { setTimeout as sleep } from 'node:timers/promises';
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

/** How long one metric may take to read. */
const READ_WITHIN_MS = 1_000;

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
  const failures = new Counter({
    name: 'quaestor_metric_failures_total',
    help: 'How often a metric could not be read in time, such as while the database does not answer.',
    labelNames: ['metric'],
    registers: [registry],
  });
  return {
    observeRequest: (labels, seconds) => requests.observe({ ...labels }, seconds),
    gauge: measureAs(Gauge, registry, failures),
    counter: measureAs(Counter, registry, failures),
    registry,
  };
}

/** A metric that cannot be read is left out, so that the others are still served. */
function measureAs(Kind: typeof Gauge | typeof Counter, registry: Registry, failures: Counter): Measure {
  return (name, help, labelNames, read) => {
    let reading: Promise<GaugeReading[]> | undefined;
    const metric: Gauge | Counter = new Kind({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // One that hangs is not started again, so that scrapes do not pile up at the database.
        reading ??= (async () => read())().finally(() => (reading = undefined));
        const readings = await Promise.race([reading, tooLate()]).catch(() => undefined);
        metric.reset();
        // A reset metric without labels is 0.
        if (labelNames.length === 0) metric.remove();
        if (!readings) failures.inc({ metric: name });
        for (const { labels, value } of readings ?? []) metric.inc(labels ?? {}, value);
      },
    });
  };
}

const tooLate = (): Promise<undefined> => sleep(READ_WITHIN_MS, undefined, { ref: false });
