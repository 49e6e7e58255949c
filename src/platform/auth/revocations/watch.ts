import type { Clock } from '../../../kernel/index.ts';
import { listen, type Database } from '../../postgres/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { selectLiveRevocations, selectRevoked } from './store.ts';

export interface Revocations {
  /** What this process has committed itself need not wait until it is told. */
  add(id: string, expiresAtMs: number): void;
  /** At once, from memory, while this process is told of every revocation; else the database is asked. */
  isRevoked(tokenId: string, secretId: string): boolean | Promise<boolean>;
  stop(): Promise<void>;
}

export interface WatchOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly heartbeatMs?: number;
}

/** Follows the revocations that any process commits. */
export function watchRevocations({
  database,
  clock,
  logger,
  heartbeatMs = 2_000,
}: WatchOptions): Revocations {
  const { db, url } = database;
  const expiries = new Map<string, number>();
  const stopping = new AbortController();
  let told = false;
  let warned = false;
  let sweepAtSize = 1_000;

  function add(id: string, expiresAtMs: number): void {
    expiries.set(id, expiresAtMs);
    if (expiries.size < sweepAtSize) return;
    const now = clock.now().getTime();
    for (const [id, expiresAtMs] of expiries) if (expiresAtMs <= now) expiries.delete(id);
    sweepAtSize = Math.max(1_000, expiries.size * 2);
  }

  const listening = listen({
    url,
    channel: 'revocation',
    heartbeatMs,
    signal: stopping.signal,
    async onUp(connection) {
      // What was committed before LISTEN is read here; what comes after is told.
      const rows = await selectLiveRevocations(db, clock.now()).execute();
      for (const row of rows) add(row.id, row.expires_at.getTime());
      if (connection.aborted) return;
      told = true;
      warned = false;
    },
    onMessage(payload) {
      const [id = '', expiresAtMs] = payload.split(' ');
      add(id, Number(expiresAtMs));
    },
    onDown(cause) {
      told = false;
      if (warned || stopping.signal.aborted) return;
      warned = true;
      logger.warn({ err: cause }, 'Revocations cannot be followed now: every request asks the database.');
    },
  });

  return {
    add,
    isRevoked(tokenId, secretId) {
      if (told) return expiries.has(tokenId) || expiries.has(secretId);
      return selectRevoked(db, [tokenId, secretId])
        .executeTakeFirst()
        .then((row) => row !== undefined);
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
