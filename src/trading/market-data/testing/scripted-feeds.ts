import type { BookFeeds, BookLevel, FeedEvent } from '../../venues/index.ts';

/** Feeds controlled by a test, over the latest open connection. */
export class ScriptedFeeds implements BookFeeds {
  readonly isPolled: boolean;
  readonly heartbeatEveryMs = 1_000;
  /** The number of levels. */
  readonly checksum = {
    depth: 10,
    of: (bids: readonly BookLevel[], asks: readonly BookLevel[]) => bids.length + asks.length,
  };
  opened = 0;
  refreshed = 0;
  isOpen = false;
  #sequence = 0;
  #onEvent: (event: FeedEvent) => void = () => {};

  constructor({ isPolled = false } = {}) {
    this.isPolled = isPolled;
  }

  open(_symbol: string, onEvent: (event: FeedEvent) => void) {
    this.opened += 1;
    this.isOpen = true;
    this.#onEvent = onEvent;
    return {
      refresh: () => void (this.refreshed += 1),
      close: () => {
        this.isOpen = false;
        this.#onEvent = () => {};
      },
    };
  }

  say(event: FeedEvent): void {
    this.#onEvent(event);
  }

  snapshot(bids: readonly BookLevel[], asks: readonly BookLevel[]): void {
    this.say({ type: 'connected' });
    this.say({ type: 'snapshot', sequence: this.#sequence, bids, asks, at: new Date(1000) });
  }

  change(bids: readonly BookLevel[], asks: readonly BookLevel[], checksum?: number): void {
    this.#sequence += 1;
    this.say({
      type: 'change',
      first: this.#sequence,
      last: this.#sequence,
      bids,
      asks,
      at: new Date(1000 + this.#sequence),
      ...(checksum !== undefined && { checksum }),
    });
  }

  /** Loses the next change. */
  lose(): void {
    this.#sequence += 1;
  }

  beat(): void {
    this.say({ type: 'heartbeat', sequence: this.#sequence });
  }
}
