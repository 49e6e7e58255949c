import type { Metrics } from '../../platform/telemetry/index.ts';
import type { Venues } from './open.ts';

export function measureVenues(metrics: Metrics, venues: Venues): void {
  metrics.counter(
    'quaestor_venue_calls_total',
    'Calls of this process to venues by outcome: answered, refused, notSent or unknown.',
    ['tenant', 'venue', 'call', 'outcome'],
    () => {
      for (const { tenant, code: venue } of venues.all()) {
        for (const call of ['withdrawals.submit', 'orders.place']) {
          for (const outcome of ['unknown', 'refused']) venues.calls.expect({ tenant, venue, call, outcome });
        }
      }
      return venues.calls.read();
    },
  );
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
