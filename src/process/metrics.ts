import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { measureCrediting } from '../partner/crediting/index.ts';
import { measureFacts } from '../partner/facts/handle/index.ts';
import { measureAudit } from '../platform/audit/index.ts';
import type { Auth } from '../platform/auth/index.ts';
import { measureLeases } from '../platform/leases/index.ts';
import { measureNotices } from '../platform/notices/index.ts';
import { measureClock, measureDatabase } from '../platform/postgres/index.ts';
import type { Metrics } from '../platform/telemetry/index.ts';
import { measureWebhooks } from '../platform/webhooks/index.ts';
import { measureJobs } from '../platform/worker/index.ts';
import { measureConversions } from '../trading/conversions/index.ts';
import { measureDeposits } from '../trading/deposits/index.ts';
import { measureExports } from '../trading/exports/index.ts';
import { measureRestores } from '../trading/restores/index.ts';
import { measureVenues } from '../trading/venues/index.ts';
import { measureWithdrawals } from '../trading/withdrawals/index.ts';
import { VERSION } from '../version.ts';
import type { Resources } from './resources.ts';

type Measured = Pick<Resources, 'config' | 'database' | 'clock' | 'marketData' | 'venues' | 'facts'> & {
  readonly auth: Auth;
};

/** Registers the metrics of every module; requests are measured by the HTTP services themselves. */
export function registerMetrics(
  metrics: Metrics,
  { config, database, clock, marketData, venues, facts, auth }: Measured,
): void {
  const { db } = database;
  const labels = { version: VERSION, node: process.version, roles: config.roles.join(' ') };
  metrics.gauge(
    'quaestor_build_info',
    'The version of this process, its Node and its roles, as labels. Always 1.',
    Object.keys(labels),
    () => [{ labels, value: 1 }],
  );
  measureDatabase(metrics, database);
  measureClock(metrics, clock);
  measureJobs(metrics, db);
  measureLeases(metrics, db);
  measureAudit(metrics, db);
  auth.measure(metrics);
  measureWebhooks(metrics, db, clock);
  measureNotices(metrics, db);
  measureWithdrawals(metrics, db);
  measureDeposits(metrics, db);
  measureConversions(metrics, db);
  measureExports(metrics, db);
  measureRestores(metrics, db);
  marketData.measure(metrics);
  measureVenues(metrics, venues);
  if (facts) {
    measureFacts(metrics, facts, clock);
    measureCrediting(metrics, facts, clock);
  }
  measureDisk(metrics, config.data);
}

function measureDisk(metrics: Metrics, folder: string): void {
  const gauge = (name: string, help: string, count: 'bavail' | 'blocks'): void =>
    metrics.gauge(name, help, [], async () => {
      // A process that keeps nothing on its machine may have no folder.
      if (!existsSync(folder)) return [];
      const disk = await statfs(folder);
      return [{ value: disk[count] * disk.bsize }];
    });
  gauge('quaestor_data_free_bytes', 'Free space on the disk of the data folder.', 'bavail');
  gauge('quaestor_data_size_bytes', 'Size of the disk of the data folder.', 'blocks');
}
