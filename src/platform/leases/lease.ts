import { Problem } from '../../kernel/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { acquireLease, deleteLease, fenceLease, renewLeases, selectLease } from './store.ts';

/** Long enough for a slow database, short enough for another process to take over within 15 s. */
const LIFETIME_MS = 6_000;

export interface LeaseOptions {
  readonly name: string;
  /** Who holds it, for people. */
  readonly holder: string;
  /** Where other processes can reach the holder. */
  readonly address?: string | undefined;
  /** How long it lasts without being renewed. */
  readonly lifetimeMs?: number | undefined;
  /** A holder that is certainly dead, whose lease is taken at once. */
  readonly replaces?: string | undefined;
}

/**
 * The right to do something that one process has at a time. It ends by itself unless it is renewed, so a process that
 * hangs or is cut off does not keep it. Such a process may wake up and still act: `fence` stops what it writes, and
 * `check` what it sends elsewhere.
 */
export class Lease {
  readonly name: string;
  /** A number that no earlier holder of any lease had. */
  readonly epoch: number;
  readonly lifetimeMs: number;
  readonly #db: Db;
  readonly #ended = new AbortController();
  #lasts: Lasting;

  private constructor(
    db: Db,
    { name, epoch, lifetimeMs }: Pick<Lease, 'name' | 'epoch' | 'lifetimeMs'>,
    lasts: Lasting,
  ) {
    this.name = name;
    this.epoch = epoch;
    this.lifetimeMs = lifetimeMs;
    this.#db = db;
    this.#lasts = lasts;
  }

  /** Undefined while another process holds it. */
  static async acquire(db: Db, options: LeaseOptions): Promise<Lease | undefined> {
    const { name, holder, address = null, lifetimeMs = LIFETIME_MS, replaces = null } = options;
    const lasts = lasting(lifetimeMs);
    const acquired = await acquireLease(db, {
      name,
      holder,
      address,
      lifetimeMs,
      replaces,
    }).executeTakeFirst();
    return acquired && new Lease(db, { name, epoch: acquired.epoch, lifetimeMs }, lasts);
  }

  /** Renews leases in one statement. */
  static async renew(db: Db, leases: readonly Lease[]): Promise<void> {
    const begun = leases.map((lease) => ({ lease, lasts: lasting(lease.lifetimeMs) }));
    const renewed = new Set((await renewLeases(db, leases).execute()).map(({ epoch }) => epoch));
    for (const { lease, lasts } of begun) {
      if (renewed.has(lease.epoch)) lease.#lasts = lasts;
      else if ((await selectLease(db, lease.name).executeTakeFirst())?.epoch !== lease.epoch) lease.#end();
    }
  }

  /** Whether the lease surely lasts, by the clocks of this process. */
  get isHeld(): boolean {
    if (!this.#ended.signal.aborted && !isPast(this.#lasts)) return true;
    this.#end();
    return false;
  }

  /** Aborted when this process does not hold the lease any more. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Throws if this process may have lost the lease. */
  check(): void {
    if (!this.isHeld) throw lost(this.name);
  }

  /** Throws if another process has taken the lease; otherwise none takes it before the transaction ends. */
  async fence(tx: Tx): Promise<void> {
    if (!(await fenceLease(tx, this.name, this.epoch).executeTakeFirst())) throw lost(this.name);
  }

  /** Another process can have it at once. */
  async release(): Promise<void> {
    this.#end();
    await deleteLease(this.#db, this.name, this.epoch).execute();
  }

  #end(): void {
    if (!this.#ended.signal.aborted) this.#ended.abort(lost(this.name));
  }
}

/** A process that was stopped is late by both clocks; one whose machine was suspended perhaps only by the second. */
interface Lasting {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

const lasting = (ms: number): Lasting => ({ monotonicMs: performance.now() + ms, wallMs: Date.now() + ms });

const isPast = ({ monotonicMs, wallMs }: Lasting): boolean =>
  performance.now() >= monotonicMs || Date.now() >= wallMs;

const lost = (name: string): Problem =>
  new Problem('unavailable', `The lease on ${name} has run out, or another process has it. Try again.`, {
    headers: { 'retry-after': '1' },
  });
