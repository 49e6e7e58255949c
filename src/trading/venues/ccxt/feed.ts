import type { Exchange } from 'ccxt';
import type { BookFeed, FeedEvent } from '../port.ts';
import type { BookTap, TappedChange, TappedSnapshot, Traits } from './traits.ts';

export const HEARTBEAT_EVERY_MS = 3_000;
const MAX_REFRESHES = 5;

/** The little that is used of the connection that ccxt opens. */
interface Client {
  readonly connection: { on(event: 'pong', listener: () => void): void };
}

interface FeedOptions {
  /** An instance of its own, whose connection ends with the feed. */
  readonly exchange: Exchange;
  readonly traits: Traits;
  /** The markets, by an instance that has loaded them. */
  readonly loadMarkets: () => Promise<Exchange>;
  readonly symbol: string;
  readonly now: () => Date;
  readonly onEvent: (event: FeedEvent) => void;
}

/** Follows one book over ccxt's own connection, which watches the sequence and fails where something was lost. */
export function openFeed({ exchange, traits, loadMarkets, symbol, now, onEvent }: FeedOptions): BookFeed {
  const name = symbol.replace('-', '/');
  let isOver = false;
  let last: number | undefined;
  /** While a snapshot is fetched, what comes in is held back. */
  let held: TappedChange[] | undefined;

  const emit = (event: FeedEvent): void => {
    if (!isOver) onEvent(event);
  };

  function end(reason: string): void {
    emit({ type: 'disconnected', reason });
    isOver = true;
    void exchange.close().catch(() => {});
  }

  function tellSnapshot(snapshot: TappedSnapshot): void {
    last = snapshot.sequence;
    emit({ type: 'snapshot', ...snapshot, at: now() });
  }

  function tellChange({ first, last: newest, ...update }: TappedChange): void {
    if (last === undefined || newest <= last) return;
    emit({ type: 'change', first: Math.max(first, last + 1), last: newest, ...update });
    last = newest;
  }

  const tap: BookTap = {
    onSnapshot: tellSnapshot,
    onChange: (change) => (held ? void held.push(change) : tellChange(change)),
  };
  const fetchBook = traits.tapBooks(exchange, tap);
  exchange.streaming = { ...exchange.streaming, keepAlive: HEARTBEAT_EVERY_MS };
  exchange.onConnected = (client: Client): void => {
    emit({ type: 'connected' });
    client.connection.on('pong', () => {
      if (last !== undefined) emit({ type: 'heartbeat', sequence: last });
    });
  };

  async function follow(): Promise<void> {
    exchange.setMarketsFromExchange(await loadMarkets());
    for (;;) {
      // The library would reconnect for a feed that was closed before the markets came, or between two waits.
      if (isOver) return;
      await exchange.watchOrderBook(name);
    }
  }

  async function refresh(): Promise<void> {
    if (held || last === undefined) return;
    held = [];
    try {
      let snapshot = await fetchBook(name);
      // An older book than what is known already would leave a hole.
      for (let tries = 1; snapshot.sequence < last && tries < MAX_REFRESHES; tries++) {
        snapshot = await fetchBook(name);
      }
      if (snapshot.sequence < last) throw new Error('The venue gives only old books.');
      tellSnapshot(snapshot);
    } finally {
      const waiting = held;
      held = undefined;
      for (const change of waiting) tellChange(change);
    }
  }

  const failed = (error: unknown): void => end(error instanceof Error ? error.message : String(error));
  follow().catch(failed);
  return {
    refresh: () => void refresh().catch(failed),
    close() {
      isOver = true;
      void exchange.close().catch(() => {});
    },
  };
}
