import { Problem, type Clock } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { HEARTBEAT_EVERY_MS } from '../../platform/http/index.ts';
import { selectOldest, selectNewest } from './store.ts';
import { Reader } from './reader.ts';

const POLL_MS = 250;
const MAX_READERS = 1000;

interface FeedOptions {
  readonly db: Db;
  readonly clock: Clock;
}

export interface Subscription {
  readonly tenant: string;
  /** The types of events to send. */
  readonly types: readonly string[];
  /** The last event that the reader has received; undefined to begin with the next one. */
  readonly after: string | undefined;
}

/** Streams of the tenants' events. While it has readers, it looks for new events several times a second. */
export class EventFeed {
  readonly #options: FeedOptions;
  readonly #readers = new Set<Reader>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #sentAtMs = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  /** A stream of server-sent events: what the reader has missed, then everything as it happens. */
  async join({ tenant, types, after }: Subscription): Promise<Reader> {
    const { db } = this.#options;
    if (this.#readers.size >= MAX_READERS) {
      throw new Problem('unavailable', 'There are too many readers of events.', {
        headers: { 'retry-after': '60' },
      });
    }
    const [oldest, newest] = await Promise.all([
      selectOldest(db).executeTakeFirst(),
      selectNewest(db).executeTakeFirst(),
    ]);
    const end = BigInt(newest?.seq ?? 0);
    const start = after === undefined ? end : BigInt(after);
    const isKept = start <= end && start >= BigInt(oldest?.seq ?? 1) - 1n;
    const nowMs = this.#nowMs();
    const reader = new Reader({ db, tenant, types, nowMs, start: isKept ? start : undefined, end });
    this.#readers.add(reader);
    reader.once('close', () => this.#readers.delete(reader));
    this.#timer ??= setInterval(() => this.#tick(), POLL_MS);
    return reader;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const reader of this.#readers) reader.leave();
  }

  #nowMs(): number {
    return this.#options.clock.now().getTime();
  }

  #tick(): void {
    if (this.#readers.size === 0) {
      this.close();
      return;
    }
    const nowMs = this.#nowMs();
    const isDue = nowMs - this.#sentAtMs >= HEARTBEAT_EVERY_MS;
    if (isDue) this.#sentAtMs = nowMs;
    for (const reader of this.#readers) {
      if (isDue) reader.beat();
      reader.age(nowMs);
    }
    void this.#look();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const newest = await selectNewest(this.#options.db).executeTakeFirst();
      for (const reader of this.#readers) reader.offer(BigInt(newest?.seq ?? 0));
    } catch {
      // The database is unavailable: the next poll may succeed.
    } finally {
      this.#isLooking = false;
    }
  }
}
