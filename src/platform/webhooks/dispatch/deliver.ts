import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { later, Semaphore, type Clock } from '../../../kernel/index.ts';
import { lead, type Lease } from '../../leases/index.ts';
import { connect, type Database, type Db, type Tx } from '../../postgres/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { keysOf, type DestinationRow, type Webhooks } from '../destinations/index.ts';
import { MAX_ATTEMPTS, retryDelayMs } from './retry.ts';
import { post } from '../post.ts';
import {
  recordOutcomes,
  selectDue,
  selectDueDestinations,
  takeEvents,
  type DueDelivery,
  type Outcome,
} from './store.ts';

const POLL_MS = 200;
const STAND_BY_MS = 1000;
const EVENTS_AT_ONCE = 500;
/** So that the renewal of the lease waits for no other statement. */
const CONNECTIONS = 2;
/** The maximum for one destination. */
const DELIVERIES_AT_ONCE = 64;

export interface DeliveryOptions extends Webhooks {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long `stop` waits for messages in progress. */
  readonly stopTimeoutMs: number;
}

export interface Deliveries {
  /** Messages without a response in time are sent again by the next leader. */
  stop(): Promise<void>;
}

/**
 * Delivers events at least once, and in order for each resource. Any number of processes can run it; the one that holds
 * a lease delivers, and what it writes is fenced: a process that has lost the lease changes nothing.
 */
export function startDeliveries(options: DeliveryOptions): Deliveries {
  const { database, logger, stopTimeoutMs } = options;
  const stopping = new AbortController();
  const cut = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const own = connect({
        url: database.url,
        poolSize: CONNECTIONS,
        readPoolSize: 1,
        statementTimeoutMs: 30_000,
        applicationName: 'quaestor: webhooks',
      });
      try {
        const deliver = (lease: Lease) =>
          new Leader(options, { db: own.db, lease, stopping: stopping.signal, cut: cut.signal }).lead();
        while (!(await lead(own.db, { name: 'webhooks' }, deliver))) {
          if (!(await pause(STAND_BY_MS, stopping.signal))) break;
        }
      } catch (error) {
        logger.warn({ err: error }, 'the delivery of webhooks was interrupted');
        await pause(STAND_BY_MS, stopping.signal);
      } finally {
        await own.close();
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
      cut.abort();
      await ended;
    },
  };
}

interface Leadership {
  readonly db: Db;
  readonly lease: Lease;
  readonly stopping: AbortSignal;
  readonly cut: AbortSignal;
}

class Leader {
  readonly #options: DeliveryOptions;
  readonly #db: Db;
  readonly #lease: Lease;
  readonly #stopping: AbortSignal;
  /** Aborted when messages in progress must end. */
  readonly #cut: AbortSignal;
  /** By the id of the destination. */
  readonly #lanes = new Map<string, Promise<void>>();
  /** Aborted when a delivery could not be recorded. */
  readonly #failed = new AbortController();
  /** An event that is taken while the one before it is settled would not see that, and never become due. */
  readonly #writing = new Semaphore({ places: 1 });

  constructor(options: DeliveryOptions, { db, lease, stopping, cut }: Leadership) {
    this.#options = options;
    this.#db = db;
    this.#lease = lease;
    this.#stopping = stopping;
    this.#cut = AbortSignal.any([cut, this.#failed.signal, lease.signal]);
    // Every message in progress listens, which Node would report as a leak.
    setMaxListeners(0, this.#cut);
  }

  async lead(): Promise<void> {
    const { clock } = this.#options;
    try {
      let isIdle = false;
      while (!isIdle || (await pause(POLL_MS, this.#stopping))) {
        this.#failed.signal.throwIfAborted();
        this.#lease.check();
        if (this.#stopping.aborted) break;
        const taken = await this.#write((tx) =>
          takeEvents(tx, EVENTS_AT_ONCE, clock.now()).executeTakeFirst(),
        );
        isIdle = Number(taken?.events) < EVENTS_AT_ONCE;
        const due = await selectDueDestinations(this.#db, clock.now()).execute();
        for (const destination of due) this.#open(destination);
      }
      await Promise.all(this.#lanes.values());
    } finally {
      this.#failed.abort();
    }
  }

  /** Does nothing when another process has taken the lease, and none takes it while it writes. */
  #write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#writing.run(() =>
      this.#db.transaction().execute(async (tx) => {
        await this.#lease.fence(tx);
        return work(tx);
      }),
    );
  }

  /** Delivers to each destination separately, so that none waits for another. */
  #open(destination: DestinationRow): void {
    if (this.#lanes.has(destination.id)) return;
    const lane = this.#drain(destination)
      .catch((error: unknown) => this.#failed.abort(error))
      .finally(() => this.#lanes.delete(destination.id));
    this.#lanes.set(destination.id, lane);
  }

  async #drain(destination: DestinationRow): Promise<void> {
    const { clock, secrets } = this.#options;
    const keys = keysOf(secrets, destination, clock.now());
    let due: readonly DueDelivery[];
    do {
      due = await selectDue(this.#db, destination.id, clock.now(), DELIVERIES_AT_ONCE).execute();
      const outcomes = await Promise.all(due.map((delivery) => this.#deliver(keys, delivery)));
      if (due.length > 0) {
        await this.#write((tx) => recordOutcomes(tx, destination.id, outcomes, clock.now()).execute());
      }
    } while (due.length > 0 && !this.#stopping.aborted);
  }

  async #deliver(
    keys: readonly Buffer[],
    { event_id, message_id, type, payload, created_at, attempts, url }: DueDelivery,
  ): Promise<Outcome> {
    const { clock, sender, random } = this.#options;
    const message = { id: message_id, type, at: created_at, data: payload };
    // After a stop of the process the events may be out of date: another has delivered later ones.
    this.#lease.check();
    const { status, error, body } = await post(sender, { url, message, keys, now: clock.now() }, this.#cut);
    const known = {
      event_id,
      last_status: status ?? null,
      last_error: error ?? null,
      last_answer: body ?? null,
    };
    if (error === undefined) return { ...known, state: 'DELIVERED', due_at: null };
    const made = attempts + 1;
    if (made >= MAX_ATTEMPTS) return { ...known, state: 'PARKED', due_at: null };
    const dueAt = later(clock.now(), retryDelayMs(made, random()));
    return { ...known, state: 'PENDING', due_at: dueAt };
  }
}

/** Returns false if the signal ended it early. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false);
