import { setTimeout as pause } from 'node:timers/promises';
import { Problem, sha256, type Clock, type Context } from '../../../kernel/index.ts';
import { sourceOf } from '../../http/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import {
  decoyHash,
  isName,
  selectUsableCredential,
  verifySecret,
  type CredentialRow,
} from '../credentials/index.ts';
import type { ServiceName } from '../scopes.ts';
import { HashLane } from './hash-lane.ts';
import { createFailureReporter, type FailureReporter } from './report-failures.ts';
import { recordFailure, recordSuccess, selectAttempts, takeTurn, type AttemptsKey } from './store.ts';
import { VerifiedSecrets } from './verified-secrets.ts';
import { FAILURES_FORGOTTEN_AFTER_MS, LOCKED_AFTER_FAILURES, waitAfter } from './wait.ts';

export type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;

export interface AttemptsOptions {
  readonly service: ServiceName;
  readonly db: Db;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly pause?: Pause | undefined;
}

interface Attempt {
  readonly kind: CredentialRow['kind'];
  readonly name: string;
  readonly secret: string;
  /** The address it comes from. */
  readonly ip: string;
  /** Checks a second factor once the secret is proved. False counts as a failure; a problem does not. */
  readonly confirm?: (credential: CredentialRow) => Promise<boolean>;
}

const MAX_HELD = 1_000;

/** Each hash takes 32 MiB and one of the four libuv threads, which also verify signatures. */
const KNOWN_LANE = { places: 2, maxWaiting: 64 };
const UNKNOWN_LANE = { places: 1, maxWaiting: 24 };

/**
 * Checks the secrets of one service. Failures slow down the source that made them for the name that it tried, whether
 * the name exists or not, so that neither the response nor its time reveals which names exist. A correct secret is
 * accepted after the wait. Sources that have succeeded before are served first and never locked.
 */
export class Attempts {
  readonly #service: ServiceName;
  readonly #pause: Pause;
  readonly #reporter: FailureReporter;
  readonly #verified = new VerifiedSecrets();
  readonly #known = new HashLane(KNOWN_LANE);
  readonly #unknown = new HashLane(UNKNOWN_LANE);
  readonly #held = new Set<string>();

  constructor(options: AttemptsOptions) {
    this.#service = options.service;
    this.#pause = options.pause ?? ((ms, signal) => pause(ms, undefined, { signal }));
    this.#reporter = createFailureReporter(options);
  }

  /** Returns the credential whose secret this is, or undefined. */
  async prove(context: Context<Db>, attempt: Attempt): Promise<CredentialRow | undefined> {
    const { db, clock, signal } = context;
    const source = sourceOf(attempt.ip);
    const key = { service: this.#service, name_hash: sha256(attempt.name), source };
    const credential = await findCredential(db, attempt);
    if (credential && this.#verified.has(credential, attempt.secret)) {
      await recordSuccess(db, key, clock.now()).execute();
      return credential;
    }
    for (;;) {
      const history = await selectAttempts(db, key).executeTakeFirst();
      const { remainingMs } = waitAfter(history, clock.now());
      if (remainingMs > 0) {
        await this.#hold(key, remainingMs, signal);
        continue;
      }
      const lane = history?.last_succeeded_at ? this.#known : this.#unknown;
      const checked = await lane.run(() => this.#check(context, attempt, key), { source, signal });
      if (checked !== 'too soon') return checked;
    }
  }

  /** How many wait for their secret to be checked, by whether their source has succeeded before. */
  waiting(): { known: number; unknown: number } {
    return { known: this.#known.waiting, unknown: this.#unknown.waiting };
  }

  /** Writes the failures that are still pending to the audit log. */
  stop(): Promise<void> {
    return this.#reporter.stop();
  }

  async #check(
    { db, clock }: Context<Db>,
    attempt: Attempt,
    key: AttemptsKey,
  ): Promise<CredentialRow | 'too soon' | undefined> {
    // Both may have changed while this attempt waited for its turn.
    const [history, credential] = await Promise.all([
      selectAttempts(db, key).executeTakeFirst(),
      findCredential(db, attempt),
    ]);
    const begun = clock.now();
    const { remainingMs, since } = waitAfter(history, begun);
    if (remainingMs > 0) return 'too soon';
    // After a wait, one attempt of all processes is checked.
    if (since && !(await takeTurn(db, key, since, begun).executeTakeFirst())) return 'too soon';
    const isCorrect = await verifySecret(attempt.secret, credential?.secret_hash ?? decoyHash());
    if (credential && isCorrect && (await (attempt.confirm?.(credential) ?? true))) {
      this.#verified.add(credential, attempt.secret);
      await recordSuccess(db, key, clock.now()).execute();
      return credential;
    }
    const now = clock.now();
    const forgottenBefore = new Date(now.getTime() - FAILURES_FORGOTTEN_AFTER_MS);
    const { failures, last_succeeded_at } = await recordFailure(
      db,
      key,
      now,
      forgottenBefore,
    ).executeTakeFirstOrThrow();
    const isLocked = failures === LOCKED_AFTER_FAILURES && last_succeeded_at === null;
    this.#reporter.add({ credential, ip: attempt.ip, isLocked });
    return undefined;
  }

  /** One attempt of each source and name may wait; further ones are rejected. */
  async #hold({ name_hash, source }: AttemptsKey, waitMs: number, signal: AbortSignal): Promise<void> {
    const key = `${name_hash.toString('base64')} ${source}`;
    if (this.#held.has(key) || this.#held.size >= MAX_HELD) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new Problem('rate_limited', `Too many failed sign-ins with this name. Wait ${seconds} s.`, {
        headers: { 'retry-after': String(seconds) },
      });
    }
    this.#held.add(key);
    try {
      await this.#pause(waitMs, signal);
    } finally {
      this.#held.delete(key);
    }
  }
}

async function findCredential(db: Db, { kind, name }: Attempt): Promise<CredentialRow | undefined> {
  return isName(name) ? selectUsableCredential(db, kind, name).executeTakeFirst() : undefined;
}
