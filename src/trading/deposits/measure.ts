import type { Db } from '../../platform/postgres/index.ts';
import type { GaugeReading, Metrics } from '../../platform/telemetry/index.ts';
import { countOpen, selectAllSources } from './store.ts';

const LABELS = ['tenant', 'venue', 'state'];

/** Read from the database, so equal in every process. */
export function measureDeposits(metrics: Metrics, db: Db): void {
  const read = async (value: 'open' | 'oldestSeconds'): Promise<GaugeReading[]> =>
    (await countOpen(db).execute()).map(({ tenant, venue, state, ...row }) => ({
      labels: { tenant, venue, state },
      value: Math.max(0, Number(row[value])),
    }));
  metrics.gauge('quaestor_deposits_open', 'Deposits that are not final, by state.', LABELS, () =>
    read('open'),
  );
  metrics.gauge(
    'quaestor_deposits_oldest_seconds',
    'Time since the venue recorded the oldest open deposit, by state.',
    LABELS,
    () => read('oldestSeconds'),
  );
  metrics.gauge(
    'quaestor_deposits_read_age_seconds',
    'Time since the deposits of a venue were last read in full.',
    ['tenant', 'venue'],
    async () =>
      (await selectAllSources(db).execute()).map(({ tenant, venue, ageSeconds }) => ({
        labels: { tenant, venue },
        value: Math.max(0, Number(ageSeconds)),
      })),
  );
}
