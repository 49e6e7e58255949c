import type { Clock } from '../../kernel/index.ts';
import type { Metrics } from '../../platform/telemetry/index.ts';
import type { Facts } from '../facts/handle/index.ts';
import { findTouchedDays, yesterday } from './due.ts';

/** Read from the store of this process. */
export function measureCrediting(metrics: Metrics, { database }: Facts, clock: Clock): void {
  metrics.gauge(
    'quaestor_crediting_waiting_days',
    'Days that are over and have new or changed facts that are not credited yet.',
    [],
    async () => [{ value: (await database.query(findTouchedDays(yesterday(clock)))).length }],
  );
}
