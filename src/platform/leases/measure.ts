import type { Db } from '../postgres/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import { selectHeld } from './store.ts';

export function measureLeases(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'quaestor_lease_since_seconds',
    'Since when a process holds a lease, as Unix time. Every process reports the leases of all.',
    ['lease', 'holder'],
    async () =>
      (await selectHeld(db).execute()).map(({ name, holder, since }) => ({
        labels: { lease: name, holder },
        value: since.getTime() / 1000,
      })),
  );
}
