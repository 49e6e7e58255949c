import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../kernel/index.ts';
import { Lease, selectLease } from '../../../platform/leases/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { selectHead } from './store.ts';

export const LEASE = 'facts';

const RENEW_EVERY_MS = 1_000;
const LIFETIME_MS = 3_000;
/** How long a writer waits for the lease beyond its lifetime, which that of a process that died may still last. */
const WAIT_MS = 1_000;
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
  readonly lifetimeMs?: number | undefined;
}

export interface Holder {
  readonly holder: string;
  /** Where other processes can reach it, if they can. */
  readonly address: string | null;
  readonly isSelf: boolean;
}

/**
 * The right to append to the log, which one process has at a time. It lasts for seconds and is renewed every second.
 * An append with the epoch of an earlier holder is refused.
 */
export class WriterLease {
  readonly #options: LeaseOptions;
  readonly #stop = new AbortController();
  #renewing: Promise<void> | undefined;
  #held: Lease | undefined;
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

  /** Why this process cannot write, with or without the lease. */
  get obstacle(): Problem | undefined {
    return this.#options.obstacle?.();
  }

  /** The epoch, while this process holds the lease. */
  get epoch(): number | undefined {
    return this.#held?.isHeld ? this.#held.epoch : undefined;
  }

  /** The epoch, as soon as this process holds the lease. */
  async hold(signal?: AbortSignal): Promise<number> {
    for (const deadline = performance.now() + this.#lifetimeMs + WAIT_MS; ;) {
      signal?.throwIfAborted();
      if (this.epoch !== undefined) return this.epoch;
      if (this.#stop.signal.aborted) throw stopping();
      if (this.obstacle) throw this.obstacle;
      if (performance.now() > deadline) throw await this.#unavailable();
      await sleep(POLL_EVERY_MS);
    }
  }

  /** Renews the lease or tries to get it. */
  async renew(): Promise<void> {
    const { db, holder, address, onHead } = this.#options;
    if (this.obstacle) {
      const held = this.#held;
      this.#held = undefined;
      await held?.release();
    } else {
      if (this.#held) await Lease.renew(db, [this.#held]);
      const wanted = { name: LEASE, holder, address, lifetimeMs: this.#lifetimeMs, replaces: holder };
      if (!this.#held?.isHeld) this.#held = await Lease.acquire(db, wanted);
    }
    this.#nextMs = RENEW_EVERY_MS;
    if (!this.#held) {
      const remainingMs = (await selectLease(db, LEASE).executeTakeFirst())?.remainingMs ?? 0;
      if (remainingMs > 0) this.#nextMs = Math.min(RENEW_EVERY_MS, remainingMs + 1);
    }
    const { number } = await selectHead(db).executeTakeFirstOrThrow();
    onHead?.(number);
  }

  /** Lets another process have the lease at once. */
  async release(): Promise<void> {
    this.#stop.abort();
    await this.#renewing;
    const held = this.#held;
    this.#held = undefined;
    await held?.release().catch(this.#report);
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
    const { db, holder } = this.#options;
    const found = await findHolder(db);
    return found && { ...found, isSelf: found.holder === holder };
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

/** The process that writes; undefined when none does. */
export async function findHolder(db: Db): Promise<Omit<Holder, 'isSelf'> | undefined> {
  const lease = await selectLease(db, LEASE).executeTakeFirst();
  return lease?.isHeld ? { holder: lease.holder, address: lease.address } : undefined;
}

/** The address of the process that writes; undefined when none does, or none that can be reached over HTTP. */
export async function findWriter(db: Db): Promise<string | undefined> {
  return (await findHolder(db))?.address ?? undefined;
}
