import { useEffect, useState } from 'react';
import { trading } from '../api.ts';
import { followBook, NOTHING, type BookState } from './follow-book.ts';

export const BOOK_TYPES = ['AGGREGATED', 'NATIVE', 'TOP', 'VWAP', 'FIRM', 'INDICATIVE'] as const;
export type BookType = (typeof BOOK_TYPES)[number];

/** A desk takes what is offered. */
const FEES = 'TAKER';

interface Wanted {
  readonly symbol: string;
  readonly type: BookType;
  readonly withFee: boolean;
  readonly depth: number;
}

/** The book as it changes. */
export function useBook({ symbol, type, withFee, depth }: Wanted): BookState {
  const wanted = `${symbol} ${type} ${withFee} ${depth}`;
  const [{ of, state }, setState] = useState({ of: wanted, state: NOTHING });
  useEffect(() => {
    const query = { orderBookType: type, feeStrategy: withFee ? FEES : undefined, depth } as const;
    return followBook(trading.book(symbol), query, (next) => setState({ of: wanted, state: next }));
  }, [wanted, symbol, type, withFee, depth]);
  // Another book is not shown in its place.
  return of === wanted ? state : NOTHING;
}
