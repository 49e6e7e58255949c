import { hostname } from 'node:os';
import { partOf, type Db } from '../postgres/index.ts';
import { Lease, type LeaseOptions } from './lease.ts';

type Wanted = Pick<LeaseOptions, 'name' | 'lifetimeMs'>;

/** Renewals until a lease would end; those that fail in between do no harm. */
const RENEWALS = 4;

/** Holds a lease until it is released or lost. Undefined while another process holds it. */
export async function hold(db: Db, wanted: Wanted): Promise<Lease | undefined> {
  const lease = await Lease.acquire(db, { ...wanted, holder: `${hostname()}:${process.pid}` });
  if (lease) partOf(db, createKeeper).keep(lease);
  return lease;
}

/** Runs the action unless another process, or another caller in this one, holds the lease; returns whether it ran. */
export async function lead(
  db: Db,
  wanted: Wanted,
  action: (lease: Lease) => Promise<void>,
): Promise<boolean> {
  const lease = await hold(db, wanted);
  if (!lease) return false;
  try {
    await action(lease);
  } finally {
    // If it cannot be released, it ends by itself.
    await lease.release().catch(() => {});
  }
  return true;
}

/** Renews all leases that a process holds through one pool, in one statement each time. */
class Keeper {
  readonly #db: Db;
  readonly #held = new Set<Lease>();
  #next: { readonly timer: NodeJS.Timeout; readonly dueMs: number } | undefined;
  #renewing = false;

  constructor(db: Db) {
    this.#db = db;
  }

  keep(lease: Lease): void {
    this.#held.add(lease);
    lease.signal.addEventListener('abort', () => this.#held.delete(lease), { once: true });
    this.#renewWithin(lease.lifetimeMs / RENEWALS);
  }

  /** A renewal that is due earlier stays: leases that come and go must not put it off. */
  #renewWithin(ms: number): void {
    const dueMs = performance.now() + ms;
    if (this.#next && this.#next.dueMs <= dueMs) return;
    clearTimeout(this.#next?.timer);
    this.#next = { timer: setTimeout(() => this.#renew(), ms).unref(), dueMs };
  }

  #renew(): void {
    this.#next = undefined;
    // Those that have ended abort their signal when they are asked.
    const held = [...this.#held].filter(({ isHeld }) => isHeld);
    if (held.length === 0) return;
    this.#renewWithin(Math.min(...held.map(({ lifetimeMs }) => lifetimeMs)) / RENEWALS);
    if (this.#renewing) return;
    this.#renewing = true;
    Lease.renew(this.#db, held)
      .catch(() => {})
      .finally(() => (this.#renewing = false));
  }
}

const createKeeper = (db: Db): Keeper => new Keeper(db);
