import type { Db } from '../../platform/postgres/index.ts';
import type { Metrics } from '../../platform/telemetry/index.ts';
import { findOpenRestore } from './find.ts';

/** Read from the database, so equal in every process. */
export function measureRestores(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'quaestor_restore_open',
    'Whether withdrawals wait because the database was restored and not released: 1 or 0.',
    [],
    async () => [{ value: (await findOpenRestore(db)) ? 1 : 0 }],
  );
}
