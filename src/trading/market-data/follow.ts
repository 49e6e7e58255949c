import {
  Book,
  DEPTH,
  Sequencer,
  type FeedEvent as SequencedEvent,
  type FeedFault,
  type Level,
  type SequencerLimits,
} from '../order-book/index.ts';
import type { BookFeed, BookFeeds, BookLevel, FeedEvent } from '../venues/index.ts';

/** A feed that misses this many heartbeats in a row has failed. */
const SILENT_HEARTBEATS = 3;
const BUFFERED_LEVELS = 50_000;

export interface BackOff {
  readonly backOffMs: number;
  readonly maxBackOffMs: number;
}

interface FollowerOptions {
  readonly feeds: BookFeeds;
  readonly symbol: string;
  readonly backOff: BackOff;
  readonly nowMs: () => number;
  /** The book, or whether it is live, has changed. */
  readonly onChange: () => void;
  readonly onFault: (fault: FeedFault) => void;
}

/** Follows one venue's book of one symbol: connects, does what the sequencer decides, and reconnects. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #sequencer: Sequencer;
  #feed: BookFeed | undefined;
  #connectAtMs: number | undefined = 0;
  #snapshotAtMs: number | undefined;
  #revision = 0;
  #wasLive = false;
  #hasSettled = false;
  #polledAtMs: number | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    const limits: SequencerLimits = {
      ...options.backOff,
      bufferedLevels: BUFFERED_LEVELS,
      silenceMs: SILENT_HEARTBEATS * options.feeds.heartbeatEveryMs,
    };
    this.#sequencer = new Sequencer(new Book(DEPTH.most), limits);
  }

  get book(): Book {
    return this.#sequencer.book;
  }

  get isLive(): boolean {
    return this.#sequencer.state === 'live';
  }

  /** When a book that is polled was last fetched; undefined for one that is streamed. */
  get polledAtMs(): number | undefined {
    return this.#polledAtMs;
  }

  /** The first connection has delivered a book or has failed. */
  get hasSettled(): boolean {
    return this.#hasSettled;
  }

  get counters(): Readonly<Sequencer['counters']> {
    return this.#sequencer.counters;
  }

  /** Called many times per heartbeat. */
  tick(): void {
    const nowMs = this.#options.nowMs();
    if (this.#connectAtMs !== undefined) {
      if (nowMs >= this.#connectAtMs) this.#connect();
      return;
    }
    if (this.#snapshotAtMs !== undefined && nowMs >= this.#snapshotAtMs) {
      this.#snapshotAtMs = undefined;
      this.#feed?.refresh();
    }
    this.#handle({ type: 'tick' });
  }

  close(): void {
    this.#feed?.close();
  }

  #connect(): void {
    this.#connectAtMs = undefined;
    // The attempt counts as a connection, so that one that is refused or hangs is a fault with a back-off too.
    this.#handle({ type: 'connected' });
    const { feeds, symbol } = this.#options;
    this.#feed = feeds.open(symbol, (event) => this.#take(event));
  }

  #take(event: FeedEvent): void {
    if (event.type === 'snapshot') {
      const { sequence: seq, bids, asks, checksum } = event;
      const timestampMs = this.#timeOf(event.at);
      if (this.#options.feeds.isPolled) this.#polledAtMs = timestampMs;
      this.#handle({ type: 'snapshot', seq, bids, asks, timestampMs });
      this.#verify(seq, checksum);
    } else if (event.type === 'change') {
      const { first, last: lastSeq, bids, asks, checksum } = event;
      const timestampMs = this.#timeOf(event.at);
      this.#handle({ type: 'change', prevSeq: first - 1, lastSeq, bids, asks, timestampMs });
      this.#verify(lastSeq, checksum);
    } else if (event.type === 'heartbeat' && this.isLive && event.sequence > this.#sequencer.sequence) {
      // Something was lost and nothing has followed it yet: an empty change after it reveals the gap.
      const { sequence } = event;
      this.#handle({
        type: 'change',
        prevSeq: sequence,
        lastSeq: sequence,
        bids: [],
        asks: [],
        timestampMs: 0,
      });
    } else {
      this.#handle(event);
    }
  }

  #verify(seq: number, checksum: number | undefined): void {
    const { checksum: formula } = this.#options.feeds;
    if (checksum === undefined || !formula) return;
    const { depth } = formula;
    const matches = ({ bids, asks }: Book): boolean =>
      formula.of(bids.levels(depth).map(toPair), asks.levels(depth).map(toPair)) === checksum;
    this.#handle({ type: 'checksum', seq, matches });
  }

  #handle(event: SequencedEvent): void {
    const decision = this.#sequencer.handle(event, this.#options.nowMs());
    if (decision.action === 'resync') {
      this.#feed?.close();
      this.#feed = undefined;
      this.#snapshotAtMs = undefined;
      this.#connectAtMs = decision.retryAtMs;
      this.#options.onFault(decision.fault);
    } else if (event.type !== 'connected') {
      // A feed begins with a snapshot unasked.
      this.#snapshotAtMs = decision.snapshotAtMs ?? this.#snapshotAtMs;
    }
    const { isLive, book } = this;
    this.#hasSettled ||= isLive || decision.action === 'resync';
    if (isLive === this.#wasLive && book.revision === this.#revision && decision.action !== 'resync') return;
    this.#wasLive = isLive;
    this.#revision = book.revision;
    this.#options.onChange();
  }

  /** An invalid time from a venue must not break the output. */
  #timeOf(at: Date): number {
    const timestampMs = at.getTime();
    return Number.isNaN(timestampMs) ? this.#options.nowMs() : timestampMs;
  }
}

const toPair = ({ price, quantity }: Level): BookLevel => [price, quantity];
