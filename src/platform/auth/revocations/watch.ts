import type { Clock } from '../../../kernel/index.ts';
import { listen, type Database } from '../../postgres/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { selectLiveRevocations, selectRevoked } from './store.ts';

export interface Revocations {
  /** Adds a revocation that this process has just committed, without waiting for its notification. */
  add(id: string, expiresAtMs: number): void;
  /** Answers from memory while notifications arrive, and otherwise queries the database. */
  isRevoked(tokenId: string, secretId: string): boolean | Promise<boolean>;
  stop(): Promise<void>;
}

export interface WatchOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly heartbeatMs?: number;
}

/** Keeps the revocations of all processes in memory, by LISTEN. */
export function watchRevocations({
  database,
  clock,
  logger,
  heartbeatMs = 2_000,
}: WatchOptions): Revocations {
  const { db, url } = database;
  const expiries = new Map<string, number>();
  const stopping = new AbortController();
  let isListening = false;
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
      // Reads what was committed before LISTEN; later revocations arrive as notifications.
      const rows = await selectLiveRevocations(db, clock.now()).execute();
      for (const row of rows) add(row.id, row.expires_at.getTime());
      if (connection.aborted) return;
      isListening = true;
      warned = false;
    },
    onMessage(payload) {
      const [id = '', expiresAtMs] = payload.split(' ');
      add(id, Number(expiresAtMs));
    },
    onDown(cause) {
      isListening = false;
      if (warned || stopping.signal.aborted) return;
      warned = true;
      logger.warn(
        { err: cause },
        'Revocation notifications are interrupted: every request now queries the database.',
      );
    },
  });

  return {
    add,
    isRevoked(tokenId, secretId) {
      if (isListening) return expiries.has(tokenId) || expiries.has(secretId);
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
