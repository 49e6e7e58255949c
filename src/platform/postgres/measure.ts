import type { Metrics } from '../telemetry/index.ts';
import type { Database } from './connect.ts';

export function measureDatabase(metrics: Metrics, database: Database): void {
  const name = 'quaestor_database_connections';
  metrics.gauge(name, 'Connections of this process by pool and state.', ['pool', 'state'], () =>
    Object.entries({ main: database.gauge(), lists: database.readGauge() }).flatMap(([pool, gauge]) =>
      Object.entries(gauge).map(([state, value]) => ({ labels: { pool, state }, value: Number(value) })),
    ),
  );
}
