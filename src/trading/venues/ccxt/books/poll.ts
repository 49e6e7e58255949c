import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from 'ccxt';
import { Decimal } from '../../../../kernel/index.ts';
import type { BookFeed, BookLevel, FeedEvent } from '../../port/index.ts';

export const POLL_EVERY_MS = 3_000;
const DEPTH = 100;

interface PollOptions {
  /** One that keeps the texts of books. */
  readonly exchange: Exchange;
  readonly loadMarkets: () => Promise<Exchange>;
  readonly symbol: string;
  readonly now: () => Date;
  readonly onEvent: (event: FeedEvent) => void;
}

/** Fetches a book again and again. Every answer is whole, so that its number is our own count. */
export function openPoll({ exchange, loadMarkets, symbol, now, onEvent }: PollOptions): BookFeed {
  const over = new AbortController();
  let sequence = 0;
  let wake = new AbortController();

  function emit(event: FeedEvent): void {
    if (!over.signal.aborted) onEvent(event);
  }

  async function follow(): Promise<void> {
    await loadMarkets();
    const name = symbol.replace('-', '/');
    if (!exchange.markets?.[name]) throw new Error(`The venue has no market ${symbol}.`);
    while (!over.signal.aborted) {
      const at = now();
      const { bids, asks } = await fetchTexts(exchange, name);
      if (sequence === 0) emit({ type: 'connected' });
      emit({ type: 'snapshot', sequence: (sequence += 1), bids, asks, at });
      if (over.signal.aborted) return;
      wake = new AbortController();
      await sleep(POLL_EVERY_MS, undefined, { signal: wake.signal }).catch(() => {});
    }
  }

  follow().catch((error: unknown) => {
    emit({ type: 'disconnected', reason: error instanceof Error ? error.message : String(error) });
    over.abort();
  });
  const close = (): void => {
    over.abort();
    wake.abort();
  };
  return { refresh: () => wake.abort(), close };
}

/** In the order of their values. */
async function fetchTexts(exchange: Exchange, symbol: string): Promise<Record<'bids' | 'asks', BookLevel[]>> {
  const { bids, asks } = await exchange.fetchOrderBook(symbol, DEPTH);
  return { bids: sorted(bids, -1), asks: sorted(asks, 1) };
}

const sorted = (side: unknown, direction: 1 | -1): BookLevel[] =>
  (side as BookLevel[]).sort(([a], [b]) => Decimal.parse(a).compare(Decimal.parse(b)) * direction);

type Rows = readonly Readonly<Record<string | number, unknown>>[] | undefined;

/** Makes an instance of ccxt answer books in the exchange's own texts, which it would turn into floats. */
export function keepTexts(exchange: Exchange): Exchange {
  exchange.parseOrderBook = (
    book: Readonly<Record<string, Rows>>,
    symbol: string,
    timestamp?: number,
    bidsKey = 'bids',
    asksKey = 'asks',
    priceKey: string | number = 0,
    amountKey: string | number = 1,
  ) => {
    const levels = (key: string) =>
      (book[key] ?? []).map((row) => [String(row[priceKey]), String(row[amountKey])]);
    return { symbol, timestamp, bids: levels(bidsKey), asks: levels(asksKey) } as never;
  };
  return exchange;
}
