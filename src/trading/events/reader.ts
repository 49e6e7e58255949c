import { EventStreamReader } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { bodyOf } from '../../platform/webhooks/index.ts';
import { selectAfter } from './store.ts';

const EVENTS_AT_ONCE = 100;

interface ReaderOptions {
  readonly db: Db;
  readonly tenant: string;
  readonly types: readonly string[];
  readonly nowMs: number;
  /** The last event that the reader has received; undefined if what follows it is no longer kept. */
  readonly start: bigint | undefined;
  /** The newest event. */
  readonly end: bigint;
}

/** Reads from the database as fast as its client takes the events, so that a slow client costs no memory. */
export class Reader extends EventStreamReader {
  readonly #options: ReaderOptions;
  #position: bigint;
  #newest: bigint;
  #isSupplying = false;

  constructor(options: ReaderOptions) {
    super(options.nowMs);
    const { start, end } = options;
    this.#options = options;
    this.#position = start ?? end;
    this.#newest = end;
    const gap = start === undefined ? 'event: gap\ndata: {}\n' : '';
    // Even a client that is disconnected before the first event knows where to resume.
    this.push(`${gap}id: ${this.#position}\n\n`);
  }

  /** Tells it the newest event there is. */
  offer(newest: bigint): void {
    if (newest > this.#newest) this.#newest = newest;
    this.supply();
  }

  protected override supply(): void {
    if (this.#isSupplying || !this.wantsMore || this.#position >= this.#newest) return;
    this.#isSupplying = true;
    this.#sendNext()
      .catch((error: Error) => this.destroy(error))
      .finally(() => {
        this.#isSupplying = false;
        this.supply();
      });
  }

  async #sendNext(): Promise<void> {
    const { db, tenant, types } = this.#options;
    const newest = this.#newest;
    const events = await selectAfter(db, tenant, types, String(this.#position), EVENTS_AT_ONCE).execute();
    if (this.destroyed || !this.wantsMore) return;
    const isAll = events.length < EVENTS_AT_ONCE;
    const last = BigInt(events.at(-1)?.seq ?? newest);
    this.#position = isAll && newest > last ? newest : last;
    const text = events.map(({ seq, type, created_at, payload }) => {
      const data = bodyOf({ type, at: created_at, data: payload });
      return `id: ${seq}\nevent: ${type}\ndata: ${data}\n\n`;
    });
    if (text.length > 0) this.send(Buffer.from(text.join('')));
  }
}
