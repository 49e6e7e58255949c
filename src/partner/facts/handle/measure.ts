import type { Clock } from '../../../kernel/index.ts';
import type { Metrics } from '../../../platform/telemetry/index.ts';
import type { Facts } from './open.ts';

export function measureFacts(
  metrics: Metrics,
  { database, position, lease, engine, sink }: Facts,
  clock: Clock,
): void {
  const gauge = (name: string, help: string, read: () => number): void =>
    metrics.gauge(`quaestor_facts_${name}`, help, [], () => [{ value: read() }]);
  gauge('head', 'The number of the last batch of the log.', () => position.head);
  gauge(
    'applied',
    'The number of the last batch that the store of this process has.',
    () => position.applied,
  );
  gauge(
    'lag_seconds',
    'How long the store of this process has been behind the log.',
    () => position.lagSeconds,
  );
  gauge(
    'recomputed_ratio',
    'How much of a large correction is computed, from 0 to 1; 1 while there is none.',
    () => position.recomputed ?? 1,
  );
  gauge('writer', '1 while this process holds the lease of the log, else 0.', () =>
    lease.epoch === undefined ? 0 : 1,
  );
  if (sink) {
    metrics.gauge(
      'quaestor_facts_served',
      'The number of the last batch with which ClickHouse answers reports.',
      [],
      async () => [{ value: (await engine.position()).applied }],
    );
    metrics.gauge(
      'quaestor_facts_served_lag_seconds',
      'How long ClickHouse has lacked a batch of the log.',
      [],
      async () => [{ value: await engine.lagSeconds(clock.now()) }],
    );
    metrics.counter(
      'quaestor_facts_sink_failures_total',
      'How often this process could not copy the facts to ClickHouse.',
      [],
      () => [{ value: sink.failures }],
    );
  }
  metrics.counter(
    'quaestor_facts_engine_failures_total',
    'How often the engine of the store has failed and its file was opened again.',
    [],
    () => [{ value: database.failures }],
  );
}
