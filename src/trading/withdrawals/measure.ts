import type { Db } from '../../platform/postgres/index.ts';
import type { GaugeReading, Metrics } from '../../platform/telemetry/index.ts';
import { countOpen } from './store.ts';

const LABELS = ['tenant', 'venue', 'status'];

/** Read from the database, so equal in every process. */
export function measureWithdrawals(metrics: Metrics, db: Db): void {
  const read = async (value: 'open' | 'oldestSeconds'): Promise<GaugeReading[]> =>
    (await countOpen(db).execute()).map(({ tenant, venue, status, ...row }) => ({
      labels: { tenant, venue, status },
      value: Math.max(0, Number(row[value])),
    }));
  metrics.gauge('quaestor_withdrawals_open', 'Withdrawals that are not final, by status.', LABELS, () =>
    read('open'),
  );
  metrics.gauge(
    'quaestor_withdrawals_oldest_seconds',
    'Time since the oldest open withdrawal was created, by status.',
    LABELS,
    () => read('oldestSeconds'),
  );
}
