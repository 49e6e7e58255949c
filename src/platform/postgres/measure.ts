import type { Metrics } from '../telemetry/index.ts';
import type { Database } from './connect.ts';

export function measureDatabase(metrics: Metrics, database: Database): void {
  metrics.gauge('quaestor_database_connections', 'Connections of this process by state.', ['state'], () =>
    Object.entries(database.gauge()).map(([state, value]) => ({ labels: { state }, value: Number(value) })),
  );
}
