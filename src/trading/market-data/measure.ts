import type { GaugeReading, Metrics } from '../../platform/telemetry/index.ts';
import type { Follower } from './follow.ts';
import type { OpenMarket } from './market.ts';

const COUNTED = ['updates', 'gaps', 'resyncs'] as const;

type Counts = Record<(typeof COUNTED)[number], number>;

/** The counters of dropped followers, by tenant and venue. */
export class Tallies {
  readonly #counts = new Map<string, { labels: Record<string, string>; counts: Counts }>();

  add(tenant: string, venue: string, counters: Counts): void {
    const key = JSON.stringify([tenant, venue]);
    const tally = this.#counts.get(key) ?? {
      labels: { tenant, venue },
      counts: { updates: 0, gaps: 0, resyncs: 0 },
    };
    for (const name of COUNTED) tally.counts[name] += counters[name];
    this.#counts.set(key, tally);
  }

  /** Including the current followers. */
  read(name: keyof Counts, followers: readonly Followed[]): GaugeReading[] {
    const all = new Tallies();
    for (const { labels, counts } of this.#counts.values()) {
      all.add(labels['tenant'] ?? '', labels['venue'] ?? '', counts);
    }
    for (const { tenant, venue, follower } of followers) all.add(tenant, venue, follower.counters);
    return [...all.#counts.values()].map(({ labels, counts }) => ({ labels, value: counts[name] }));
  }
}

interface Followed {
  readonly tenant: string;
  readonly venue: string;
  readonly follower: Follower;
}

const LABELS = ['tenant', 'venue'];

export function measure(
  metrics: Metrics,
  tallies: Tallies,
  markets: () => readonly OpenMarket[],
  nowMs: () => number,
): void {
  const followers = (): Followed[] =>
    markets().flatMap(({ tenant, market }) =>
      market.followers.map(({ venue, follower }) => ({ tenant, venue, follower })),
    );
  const help: Record<keyof Counts, string> = {
    updates: 'Order book levels set or removed since the start.',
    gaps: 'Gaps in the updates of order books since the start.',
    resyncs: 'Order book snapshots fetched again since the start.',
  };
  for (const name of COUNTED) {
    metrics.counter(`quaestor_book_${name}_total`, help[name], LABELS, () => tallies.read(name, followers()));
  }
  metrics.gauge(
    'quaestor_book_age_seconds',
    'The longest time since the last update of an order book.',
    LABELS,
    () => oldest(followers(), nowMs()),
  );
  metrics.gauge('quaestor_books', 'Followed order books.', [...LABELS, 'state'], () => byState(followers()));
  metrics.gauge('quaestor_book_stream_readers', 'Readers of order book streams.', [], () => [
    { value: markets().reduce((sum, { market }) => sum + market.broadcasts.readerCount, 0) },
  ]);
}

function oldest(followers: readonly Followed[], nowMs: number): GaugeReading[] {
  const ages = new Map<string, { labels: Record<string, string>; value: number }>();
  for (const { tenant, venue, follower } of followers) {
    const { lastUpdateMs } = follower.counters;
    if (lastUpdateMs === undefined) continue;
    const key = JSON.stringify([tenant, venue]);
    const value = Math.max(ages.get(key)?.value ?? 0, (nowMs - lastUpdateMs) / 1000);
    ages.set(key, { labels: { tenant, venue }, value });
  }
  return [...ages.values()];
}

function byState(followers: readonly Followed[]): GaugeReading[] {
  const counts = new Map<string, { labels: Record<string, string>; value: number }>();
  for (const { tenant, venue, follower } of followers) {
    for (const state of ['live', 'stale']) {
      const labels = { tenant, venue, state };
      const key = JSON.stringify(labels);
      const isInState = follower.isLive === (state === 'live');
      // A state that no book has is 0: an alert cannot see a series that is gone.
      counts.set(key, { labels, value: (counts.get(key)?.value ?? 0) + (isInState ? 1 : 0) });
    }
  }
  return [...counts.values()];
}
