import type { Metrics } from '../../telemetry/index.ts';
import type { ServiceName } from '../scopes.ts';
import type { Attempts } from './attempts.ts';

export function measureSignIns(metrics: Metrics, attemptsOf: ReadonlyMap<ServiceName, Attempts>): void {
  metrics.gauge(
    'quaestor_sign_ins_waiting',
    'Callers of this process that wait for their secret to be checked, by whether their source succeeded before.',
    ['service', 'source'],
    () =>
      [...attemptsOf].flatMap(([service, attempts]) =>
        Object.entries(attempts.waiting()).map(([source, value]) => ({ labels: { service, source }, value })),
      ),
  );
}
