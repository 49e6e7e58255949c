import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { BookFeeds, BookLevel, FeedEvent } from '../../port/index.ts';
import { present, someText } from './calls.ts';
import type { Given } from './capabilities.ts';
import type { VenueUnderTest } from './venue-under-test.ts';

const STIRS = 5;

export function describeBooks(subject: () => VenueUnderTest, given: Given): void {
  describe('its order books', () => {
    let feeds: BookFeeds;
    beforeEach(() => {
      feeds = present(subject().venue.books);
    });
    afterEach(() => subject().faults.goOnline());

    given('liveBooks', () => {
      it('follow the venue’s book without a gap from the snapshot on', async () => {
        const { truth, samples } = subject();
        const { symbol, bids, asks } = samples.market;
        await truth.arrange(symbol, bids, asks);
        const replica = new Replica(feeds);
        const feed = feeds.open(symbol, (event) => replica.apply(event));
        await replica.has((events) => events.some(({ type }) => type === 'snapshot'));
        for (let round = 0; round < STIRS; round++) await truth.stir();
        const expected = await truth.book(symbol);
        await replica.has(() => JSON.stringify(replica.book()) === JSON.stringify(expected));
        expect(replica.events.some(({ type }) => type === 'change')).toBe(true);
        expect(replica.faults).toEqual([]);
        feed.close();
      });

      it('begin with the connection and a snapshot, and stay alive by heartbeats', async () => {
        const replica = new Replica(feeds);
        const feed = feeds.open(subject().samples.market.symbol, (event) => replica.apply(event));
        await replica.has((events) => events.some(({ type }) => type === 'heartbeat'));
        expect(replica.events.slice(0, 2).map(({ type }) => type)).toEqual(['connected', 'snapshot']);
        feed.close();
      });
    });

    it('give a fresh snapshot on the same connection when asked', async () => {
      const { truth, samples } = subject();
      const { symbol, bids, asks } = samples.market;
      const replica = new Replica(feeds);
      const feed = feeds.open(symbol, (event) => replica.apply(event));
      await replica.has((events) => snapshots(events).length === 1);
      await truth.arrange(symbol, bids, asks);
      feed.refresh();
      await replica.has((events) => snapshots(events).length === 2);
      expect(replica.book()).toEqual(await truth.book(symbol));
      expect(replica.events.map(({ type }) => type)).not.toContain('disconnected');
      feed.close();
    });

    it('report the end of their connection once and nothing after it', async () => {
      const replica = new Replica(feeds);
      feeds.open(subject().samples.market.symbol, (event) => replica.apply(event));
      await replica.has((events) => events.some(({ type }) => type === 'snapshot'));
      await subject().faults.goOffline();
      await replica.has((events) => events.at(-1)?.type === 'disconnected');
      expect(replica.events.filter(({ type }) => type === 'disconnected')).toHaveLength(1);
    });

    it('that cannot be opened report only the disconnect', async () => {
      await subject().faults.goOffline();
      const replica = new Replica(feeds);
      feeds.open(subject().samples.market.symbol, (event) => replica.apply(event));
      await replica.has((events) => events.length > 0);
      expect(replica.events.map(({ type }) => type)).toEqual(['disconnected']);
    });

    it('of an unknown symbol end with the reason', async () => {
      const replica = new Replica(feeds);
      feeds.open('NO-SUCH', (event) => replica.apply(event));
      await replica.has((events) => events.at(-1)?.type === 'disconnected');
      expect(replica.events.at(-1)).toMatchObject({ reason: someText });
    });
  });
}

const snapshots = (events: readonly FeedEvent[]): FeedEvent[] =>
  events.filter(({ type }) => type === 'snapshot');

/** The simplest possible reader of a feed. */
class Replica {
  readonly events: FeedEvent[] = [];
  readonly faults: string[] = [];
  readonly #feeds: BookFeeds;
  readonly #sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  #last = 0;
  #wake: () => void = () => {};

  constructor(feeds: BookFeeds) {
    this.#feeds = feeds;
  }

  apply(event: FeedEvent): void {
    this.events.push(event);
    if (event.type === 'snapshot' || event.type === 'change') {
      if (event.type === 'change' && event.first !== this.#last + 1) {
        this.faults.push(`${event.first} follows ${this.#last}`);
      }
      this.#last = event.type === 'change' ? event.last : event.sequence;
      for (const side of ['bids', 'asks'] as const) {
        if (event.type === 'snapshot') this.#sides[side].clear();
        for (const [price, quantity] of event[side]) {
          if (Decimal.parse(quantity).isZero) this.#sides[side].delete(price);
          else this.#sides[side].set(price, quantity);
        }
      }
      this.#verify(event.checksum);
    }
    this.#wake();
  }

  book(): { bids: BookLevel[]; asks: BookLevel[] } {
    const sorted = (side: 'bids' | 'asks', direction: 1 | -1): BookLevel[] =>
      [...this.#sides[side]].sort(([a], [b]) => Decimal.parse(a).compare(Decimal.parse(b)) * direction);
    return { bids: sorted('bids', -1), asks: sorted('asks', 1) };
  }

  async has(condition: (events: readonly FeedEvent[]) => boolean): Promise<void> {
    while (!condition(this.events)) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  #verify(given: number | undefined): void {
    const { checksum } = this.#feeds;
    if (given === undefined || !checksum) return;
    const { bids, asks } = this.book();
    const own = checksum.of(bids.slice(0, checksum.depth), asks.slice(0, checksum.depth));
    if (own !== given) this.faults.push(`checksum ${own} instead of ${given} at ${this.#last}`);
  }
}
