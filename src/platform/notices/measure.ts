import type { Db } from '../postgres/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import { countByState, countTried } from './store.ts';

/** A fault that a few attempts outlast, such as a server that takes a sender later, does not count. */
const FAILING_AFTER = 5;

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
  metrics.gauge(
    'quaestor_notice_failing',
    `Messages to people that ${FAILING_AFTER} attempts or more have not sent, and that are tried again, by channel.`,
    ['channel'],
    async () =>
      (await countTried(db, FAILING_AFTER).execute()).map(({ channel, deliveries }) => ({
        labels: { channel },
        value: Number(deliveries),
      })),
  );
}
