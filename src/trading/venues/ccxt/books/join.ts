import type { FeedEvent } from '../../port/index.ts';
import type { BookMessage, BookSnapshot, BookUpdate } from './protocol.ts';

/** Makes one gapless sequence of snapshots and changes. A change that does not follow is passed on as the hole it is. */
export class Joiner {
  readonly #onEvent: (event: FeedEvent) => void;
  readonly #now: () => Date;
  #last: number | undefined;
  /** While a snapshot is fetched, what comes in is held back. */
  #held: BookUpdate[] | undefined;

  constructor(now: () => Date, onEvent: (event: FeedEvent) => void) {
    this.#now = now;
    this.#onEvent = onEvent;
  }

  take(message: BookMessage): void {
    if (message.type === 'snapshot') this.#snapshot(message);
    else if (message.type === 'change') {
      if (this.#held) this.#held.push(message);
      else this.#change(message);
    } else if (this.#last !== undefined) this.#onEvent({ type: 'heartbeat', sequence: this.#last });
  }

  /** Holds changes back until `join` or `giveUp`. */
  hold(): void {
    this.#held ??= [];
  }

  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** Whether a snapshot that was fetched joins what is known and what was held back; if not, it is too old. */
  join(snapshot: BookSnapshot): boolean {
    const held = this.#held ?? [];
    const next = held.find(({ last }) => last > snapshot.sequence);
    const isBefore = next !== undefined && next.first > snapshot.sequence + 1;
    if (isBefore || snapshot.sequence < (this.#last ?? 0)) return false;
    this.#held = undefined;
    this.#snapshot(snapshot);
    for (const update of held) this.#change(update);
    return true;
  }

  #snapshot({ sequence, bids, asks, at = this.#now(), checksum }: BookSnapshot): void {
    this.#last = sequence;
    this.#onEvent({
      type: 'snapshot',
      sequence,
      bids,
      asks,
      at,
      ...(checksum !== undefined && { checksum }),
    });
  }

  #change({ first, last, bids, asks, at, checksum }: BookUpdate): void {
    if (this.#last === undefined || last <= this.#last) return;
    const joined = first <= this.#last ? this.#last + 1 : first;
    this.#last = last;
    const update = { bids, asks, at, ...(checksum !== undefined && { checksum }) };
    this.#onEvent({ type: 'change', first: joined, last, ...update });
  }
}
