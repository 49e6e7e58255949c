import type { Clock } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { GaugeReading, Metrics } from '../../telemetry/index.ts';
import { countUndelivered, selectOldestWaiting, selectTally, type DeliveryState } from './store.ts';

/** Adds metrics read from the database, which are the same in every process. */
export function measureWebhooks(metrics: Metrics, db: Db, clock: Clock): void {
  metrics.counter(
    'quaestor_webhook_attempts_total',
    'Attempts to deliver a message, by outcome: delivered, failed (to be retried) or parked.',
    ['outcome'],
    async () => {
      const rows = await selectTally(db).execute();
      const names = { DELIVERED: 'delivered', PENDING: 'failed', PARKED: 'parked' };
      return readings('outcome', names, new Map(rows.map((row) => [row.outcome, row.attempts])));
    },
  );
  metrics.gauge(
    'quaestor_webhook_deliveries',
    'Deliveries that wait for their first or next attempt, and parked ones.',
    ['state'],
    async () => {
      const rows = await countUndelivered(db).execute();
      const names = { PENDING: 'waiting', PARKED: 'parked' };
      return readings('state', names, new Map(rows.map((row) => [row.state, row.deliveries])));
    },
  );
  metrics.gauge(
    'quaestor_webhook_oldest_waiting_seconds',
    'Age of the oldest undelivered event; 0 if there is none.',
    [],
    async () => {
      const { since } = await selectOldestWaiting(db).executeTakeFirstOrThrow();
      const ageMs = since === null ? 0 : clock.now().getTime() - since.getTime();
      return [{ value: Math.max(0, ageMs) / 1000 }];
    },
  );
}

/** One reading for each name, 0 where nothing was counted. */
function readings(
  label: string,
  names: Partial<Record<DeliveryState, string>>,
  counts: ReadonlyMap<string, string>,
): GaugeReading[] {
  return Object.entries(names).map(([state, name]) => ({
    labels: { [label]: name },
    value: Number(counts.get(state) ?? 0),
  }));
}
