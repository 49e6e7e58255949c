import { measureFacts } from '../partner/facts/index.ts';
import { measureDatabase } from '../platform/postgres/index.ts';
import type { Metrics } from '../platform/telemetry/index.ts';
import { measureWebhooks } from '../platform/webhooks/index.ts';
import { measureJobs } from '../platform/worker/index.ts';
import { measureExports } from '../trading/exports/index.ts';
import { measureVenues } from '../trading/venues/index.ts';
import type { Resources } from './resources.ts';

type Measured = Pick<Resources, 'database' | 'clock' | 'marketData' | 'venues' | 'facts'>;

/** Registers the metrics of every module; requests are measured by the HTTP services themselves. */
export function registerMetrics(
  metrics: Metrics,
  { database, clock, marketData, venues, facts }: Measured,
): void {
  measureDatabase(metrics, database);
  measureJobs(metrics, database.db);
  measureWebhooks(metrics, database.db, clock);
  measureExports(metrics, database.db);
  marketData.measure(metrics);
  measureVenues(metrics, venues);
  if (facts) measureFacts(metrics, facts);
}
