import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { acquireLease, releaseLease, renewLease, selectLease } from './store.ts';

const RENEW_EVERY_MS = 1_000;
const LIFETIME_MS = 3_000;
/** How long a writer waits for the lease beyond its lifetime, which that of a process that died may still last. */
const PATIENCE_MS = 1_000;
const POLL_EVERY_MS = 50;

export interface LeaseOptions {
  readonly db: Db;
  /** The same for all processes of one store, of which only one can run: it takes over from one that was killed. */
  readonly holder: string;
  /** Where other processes can reach this one. */
  readonly address?: string | undefined;
  /** Why this process could not write even with the lease, which it then leaves to others. */
  readonly obstacle?: () => Problem | undefined;
  /** Called about once a second with the number of the last batch. */
  readonly onHead?: (number: number) => void;
  readonly onError?: (error: unknown) => void;
  /** How long it lasts without being renewed. */
  readonly lifetimeMs?: number;
}

export interface Holder {
  readonly holder: string;
  /** Where other processes can reach it, if they can. */
  readonly address: string | null;
  readonly isSelf: boolean;
}

/**
 * The right to append to the log, which one process has at a time. It lasts for seconds and is renewed every second.
 * Each time another process takes it, the epoch grows, and an append with an earlier epoch is refused.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #stop = new AbortController();
  #renewing: Promise<void> | undefined;
  #epoch: number | undefined;
  /** Until when the lease surely lasts, by the clock of this process. */
  #endsAt = 0;
  /** How long to wait before the next attempt: the end of another process's lease must not be missed. */
  #nextMs = RENEW_EVERY_MS;
  /** Writes that have begun and not ended. */
  #writing = 0;
  #isLeaving = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get #lifetimeMs(): number {
    return this.#options.lifetimeMs ?? LIFETIME_MS;
  }

  /** Begins to hold the lease whenever it can be had. */
  async start(): Promise<void> {
    await this.renew().catch(this.#report);
    this.#renewing = this.#renewAlways();
  }

  /** Whether this process takes no more writes, because it is about to give the lease away. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Runs a write as soon as this process holds the lease. `handOver` waits for it. */
  async during<T>(write: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#isLeaving) throw stopping();
    this.#writing += 1;
    try {
      await this.hold(signal);
      return await write();
    } finally {
      this.#writing -= 1;
    }
  }

  /** Gives the lease to another process when the writes in progress have ended, or else after a time. */
  async handOver(withinMs: number): Promise<void> {
    this.#isLeaving = true;
    for (const deadline = performance.now() + withinMs; this.#writing > 0 && performance.now() < deadline;)
      await sleep(POLL_EVERY_MS);
    await this.release();
  }

  /** The epoch, while this process holds the lease. */
  get epoch(): number | undefined {
    return performance.now() < this.#endsAt ? this.#epoch : undefined;
  }

  /** The epoch, as soon as this process holds the lease. */
  async hold(signal?: AbortSignal): Promise<number> {
    for (const deadline = performance.now() + this.#lifetimeMs + PATIENCE_MS; ;) {
      signal?.throwIfAborted();
      if (this.epoch !== undefined) return this.epoch;
      if (this.#stop.signal.aborted) throw stopping();
      const obstacle = this.#options.obstacle?.();
      if (obstacle) throw obstacle;
      if (performance.now() > deadline) throw await this.#unavailable();
      await sleep(POLL_EVERY_MS);
    }
  }

  /** Renews the lease or tries to get it. */
  async renew(): Promise<void> {
    const { db, holder, address = null, obstacle, onHead } = this.#options;
    const began = performance.now();
    const renewed =
      this.#epoch === undefined
        ? undefined
        : await renewLease(db, String(this.#epoch), this.#lifetimeMs).executeTakeFirst();
    const held =
      renewed ??
      (obstacle?.()
        ? undefined
        : await acquireLease(db, holder, address, this.#lifetimeMs).executeTakeFirst());
    this.#epoch = held?.epoch;
    this.#endsAt = held ? began + this.#lifetimeMs : 0;
    this.#nextMs = RENEW_EVERY_MS;
    if (held) return onHead?.(held.number);
    const { number, remainingMs } = await selectLease(db).executeTakeFirstOrThrow();
    if (remainingMs > 0) this.#nextMs = Math.min(RENEW_EVERY_MS, remainingMs + 1);
    onHead?.(number);
  }

  /** Lets another process have the lease at once. */
  async release(): Promise<void> {
    this.#stop.abort();
    await this.#renewing;
    const { epoch } = this;
    this.#endsAt = 0;
    if (epoch !== undefined)
      await releaseLease(this.#options.db, String(epoch)).execute().catch(this.#report);
  }

  async #renewAlways(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await sleep(this.#nextMs, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.renew().catch(this.#report);
    }
  }

  readonly #report = (error: unknown): void => this.#options.onError?.(error);

  /** Where the process that holds the lease can be reached; undefined when none holds it. */
  async findHolder(): Promise<Holder | undefined> {
    const lease = await selectLease(this.#options.db).executeTakeFirst();
    if (!lease?.isHeld || lease.holder === null) return undefined;
    const { holder, address } = lease;
    return { holder, address, isSelf: holder === this.#options.holder };
  }

  async #unavailable(): Promise<Problem> {
    const other = await this.findHolder();
    const by = other ? ` Another process (${other.address ?? other.holder}) writes them.` : '';
    return new Problem('unavailable', `This process cannot write facts at the moment.${by}`, {
      headers: { 'retry-after': '5' },
    });
  }
}

const stopping = (): Problem =>
  new Problem('unavailable', 'This process is stopping. Send the request again.', {
    headers: { 'retry-after': '1' },
  });

/** The address of the process that writes; undefined when none does, or none that can be reached over HTTP. */
export async function findWriter(db: Db): Promise<string | undefined> {
  const lease = await selectLease(db).executeTakeFirst();
  return lease?.isHeld ? (lease.address ?? undefined) : undefined;
}
