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
const DRAW_EVERY_MS = 250;

/** A desk takes what is offered. */
const FEES = 'TAKER';

interface Wanted {
  readonly symbol: string;
  readonly type: BookType;
  readonly withFee: boolean;
  readonly depth: number;
}

/** The book as it changes. Changes that come fast are drawn together. */
export function useBook({ symbol, type, withFee, depth }: Wanted): BookState {
  const wanted = `${symbol} ${type} ${withFee} ${depth}`;
  const [{ of, state }, setState] = useState({ of: wanted, state: NOTHING });
  useEffect(() => {
    const show = (next: BookState) => setState({ of: wanted, state: next });
    return followBook({ symbol, type, withFee, depth }, show);
  }, [wanted, symbol, type, withFee, depth]);
  // Another book is not shown in its place.
  return of === wanted ? state : NOTHING;
}

/** Returns how to stop. */
function followBook(
  { symbol, type, withFee, depth }: Wanted,
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
    const query = { orderBookType: type, feeStrategy: withFee ? FEES : undefined, depth } as const;
    for await (const book of trading.book(symbol).stream(query, { signal })) {
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
