import type { Readable } from 'node:stream';
import { Problem } from '../../kernel/index.ts';
import { EventStreamReader, HEARTBEAT_EVERY_MS } from '../../platform/http/index.ts';
import { changesBetween, type AggregationRequest, type SideChanges } from '../order-book/index.ts';
import { keyOf } from './answer.ts';
import { marksOf } from './mark.ts';
import type { BookSource, TimedBook } from './source.ts';

const MAX_BROADCASTS = 50;
const MAX_READERS = 5_000;

/** The streams of one market: readers of the same request share one broadcast. */
export class Broadcasts {
  readonly #source: BookSource;
  readonly #nowMs: () => number;
  readonly #broadcasts = new Map<string, Broadcast>();

  constructor(source: BookSource, nowMs: () => number) {
    this.#source = source;
    this.#nowMs = nowMs;
  }

  get readerCount(): number {
    let count = 0;
    for (const broadcast of this.#broadcasts.values()) count += broadcast.readerCount;
    return count;
  }

  /** A stream of server-sent events that begins with a snapshot. */
  join(request: AggregationRequest): Readable {
    const key = keyOf(request);
    const known = this.#broadcasts.get(key);
    if (this.readerCount >= MAX_READERS || (!known && this.#broadcasts.size >= MAX_BROADCASTS)) {
      throw new Problem('unavailable', 'There are too many readers of this symbol.', {
        headers: { 'retry-after': '60' },
      });
    }
    const nowMs = this.#nowMs();
    const broadcast = known ?? new Broadcast(this.#source, request, nowMs);
    this.#broadcasts.set(key, broadcast);
    return broadcast.join(nowMs, () => {
      if (broadcast.readerCount === 0) this.#broadcasts.delete(key);
    });
  }

  /** Sends what has changed since the last tick. */
  tick(): void {
    for (const broadcast of this.#broadcasts.values()) broadcast.tick(this.#nowMs());
  }

  close(): void {
    for (const broadcast of this.#broadcasts.values()) broadcast.close();
  }
}

/** The sequence of books that its readers see; each change is printed once for all of them. */
class Broadcast {
  readonly #source: BookSource;
  readonly #request: AggregationRequest;
  readonly #readers = new Set<Reader>();
  #book: TimedBook;
  #seenVersion: number;
  #version = 1;
  #snapshot: Buffer | undefined;
  #sentAtMs: number;

  constructor(source: BookSource, request: AggregationRequest, nowMs: number) {
    this.#source = source;
    this.#request = request;
    this.#sentAtMs = nowMs;
    this.#book = source.aggregate(request);
    this.#seenVersion = source.version;
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  join(nowMs: number, onLeft: () => void): Readable {
    const reader = new Reader(() => this.#newest(), nowMs);
    this.#readers.add(reader);
    reader.once('close', () => {
      this.#readers.delete(reader);
      onLeft();
    });
    return reader;
  }

  tick(nowMs: number): void {
    const change = this.#seenVersion === this.#source.version ? undefined : this.#advance();
    const isDue = nowMs - this.#sentAtMs >= HEARTBEAT_EVERY_MS;
    if (change || isDue) this.#sentAtMs = nowMs;
    for (const reader of this.#readers) {
      if (change) reader.offer(change);
      else if (isDue) reader.beat();
      reader.age(nowMs);
    }
  }

  close(): void {
    for (const reader of this.#readers) reader.leave();
  }

  /** The change to the next version; undefined if the market's change does not affect this book. */
  #advance(): Buffer | undefined {
    const { version, printer } = this.#source;
    this.#seenVersion = version;
    const [older, newer] = [this.#book, this.#source.aggregate(this.#request)];
    const changes = changesBetween(older, newer);
    this.#book = newer;
    if (
      isEmpty(changes.bids) &&
      isEmpty(changes.asks) &&
      newer.venueAccount === older.venueAccount &&
      newer.timestampMs === older.timestampMs
    ) {
      return undefined;
    }
    this.#version += 1;
    this.#snapshot = undefined;
    return this.#event(
      'change',
      printer.changeMembers({ ...newer, venue: null, marks: marksOf(this.#source, newer) }, changes),
    );
  }

  #newest(): Buffer {
    const book = this.#book;
    this.#snapshot ??= this.#event(
      'snapshot',
      this.#source.printer.members({ ...book, venue: null, marks: marksOf(this.#source, book) }, book),
    );
    return this.#snapshot;
  }

  #event(name: string, members: string): Buffer {
    const version = this.#version;
    return Buffer.from(
      `event: ${name}\nid: ${version}\ndata: {"version":${version},${members}}\n\n`,
      'latin1',
    );
  }
}

/** One reader: if it falls behind, it gets a snapshot instead of the missed changes. */
class Reader extends EventStreamReader {
  readonly #newest: () => Buffer;
  #isBehind = true;

  constructor(newest: () => Buffer, nowMs: number) {
    super(nowMs);
    this.#newest = newest;
  }

  protected override supply(): void {
    if (!this.#isBehind) return;
    this.#isBehind = false;
    this.send(this.#newest());
  }

  offer(change: Buffer): void {
    if (this.wantsMore) this.send(change);
    else this.#isBehind = true;
  }
}

const isEmpty = ({ removals, upserts }: SideChanges): boolean => removals.length + upserts.length === 0;
