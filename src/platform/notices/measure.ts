import type { Db } from '../postgres/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import { countByState } from './store.ts';

/** Adds metrics read from the database, which are the same in every process. */
export function measureNotices(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'quaestor_notice_deliveries',
    'Messages to people of the last 30 days, by channel and state.',
    ['channel', 'state'],
    async () =>
      (await countByState(db).execute()).map(({ channel, state, deliveries }) => ({
        labels: { channel, state: state.toLowerCase() },
        value: Number(deliveries),
      })),
  );
}
