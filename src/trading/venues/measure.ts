import type { Metrics } from '../../platform/telemetry/index.ts';
import type { Venues } from './open.ts';

export function measureVenues(metrics: Metrics, venues: Venues): void {
  metrics.registry.registerMetric(venues.calls);
  metrics.gauge(
    'quaestor_venue_live',
    'Whether the venue answered when this process last asked it: 1 or 0.',
    ['tenant', 'venue'],
    () =>
      venues
        .all()
        .map(({ tenant, code, isLive }) => ({ labels: { tenant, venue: code }, value: isLive ? 1 : 0 })),
  );
  metrics.gauge(
    'quaestor_venue_trouble',
    'Why the venue is not live, as the label cause: 1 for the cause that this process met last.',
    ['tenant', 'venue', 'cause'],
    () =>
      venues
        .all()
        .flatMap(({ tenant, code, silence }) =>
          silence ? [{ labels: { tenant, venue: code, cause: silence.cause }, value: 1 }] : [],
        ),
  );
}
