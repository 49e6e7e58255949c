import type { Book } from '@quaestor/sdk';
import { useEffect, useState } from 'react';
import { trading } from '../api.ts';

export const BOOK_TYPES = ['AGGREGATED', 'NATIVE', 'TOP', 'VWAP', 'FIRM', 'INDICATIVE'] as const;
export type BookType = (typeof BOOK_TYPES)[number];

interface BookState {
  readonly book: Book | undefined;
  readonly error: unknown;
}

const NOTHING: BookState = { book: undefined, error: undefined };

/** People cannot read figures that change more often. */
const DRAW_EVERY_MS = 100;

/** The book as it changes. Changes that come fast are drawn together. */
export function useBook(symbol: string | undefined, type: BookType, depth: number): BookState {
  const wanted = `${symbol} ${type} ${depth}`;
  const [{ of, state }, setState] = useState({ of: wanted, state: NOTHING });
  useEffect(() => {
    if (symbol === undefined) return;
    return followBook(symbol, type, depth, (next) => setState({ of: wanted, state: next }));
  }, [wanted, symbol, type, depth]);
  // Another book is not shown in its place.
  return of === wanted ? state : NOTHING;
}

/** Returns how to stop. */
function followBook(
  symbol: string,
  orderBookType: BookType,
  depth: number,
  onChange: (state: BookState) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = -Infinity;
  let latest: Book | undefined;
  const draw = () => {
    timer = undefined;
    drawnAt = performance.now();
    onChange({ book: latest, error: undefined });
  };
  const follow = async () => {
    for await (const book of trading.book(symbol).stream({ orderBookType, depth }, { signal })) {
      latest = book;
      timer ??= setTimeout(draw, drawnAt + DRAW_EVERY_MS - performance.now());
    }
  };
  follow().catch((error: unknown) => {
    if (!signal.aborted) onChange({ book: undefined, error });
  });
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
