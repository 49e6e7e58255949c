import type { Db } from '../postgres/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import { jobCounts } from './list.ts';

export function measureJobs(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'quaestor_jobs',
    'Background jobs by state, as the database holds them.',
    ['state'],
    async () => Object.entries(await jobCounts(db)).map(([state, value]) => ({ labels: { state }, value })),
  );
}
