import { Readable } from 'node:stream';

const HEARTBEAT = Buffer.from(': heartbeat\n\n');
/** A reader that has not read for this long is disconnected. */
const STUCK_AFTER_MS = 60_000;
/** Readers reconnect by themselves, with a token that is still valid. */
const LIFETIME_MS = 15 * 60_000;
const BUFFERED_BYTES = 65_536;

/** When nothing else is sent. */
export const HEARTBEAT_EVERY_MS = 15_000;

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // When a stream ends because the process stops, its connection must not keep the process waiting.
  connection: 'close',
};

/** One reader of server-sent events, with a small buffer. Its owner calls `age` regularly. */
export abstract class EventStreamReader extends Readable {
  protected wantsMore = false;
  readonly #leavesAtMs: number;
  #takenAtMs: number;
  #hasTaken = false;

  constructor(nowMs: number) {
    super({ highWaterMark: BUFFERED_BYTES });
    this.#takenAtMs = nowMs;
    this.#leavesAtMs = nowMs + LIFETIME_MS;
  }

  /** Called when the reader can take more. */
  protected abstract supply(): void;

  override _read(): void {
    this.wantsMore = true;
    this.#hasTaken = true;
    this.supply();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.wantsMore = false;
    callback(error);
  }

  protected send(event: Buffer): void {
    this.wantsMore = this.push(event);
  }

  beat(): void {
    if (this.wantsMore) this.send(HEARTBEAT);
  }

  age(nowMs: number): void {
    if (this.#hasTaken || this.wantsMore) this.#takenAtMs = nowMs;
    this.#hasTaken = false;
    // A HEAD request lets the stream run without anybody taking what comes.
    const isUnread = this.readableFlowing === true && this.listenerCount('data') === 0;
    if (isUnread || nowMs - this.#takenAtMs >= STUCK_AFTER_MS) this.destroy();
    else if (nowMs >= this.#leavesAtMs) this.leave();
  }

  leave(): void {
    this.wantsMore = false;
    this.push(null);
  }
}
