import { QuaestorError, type Book, type Trading } from '@quaestor/sdk';
import { onView, pause, type Page } from '../../shared/connection/index.ts';

/** The books of a pair. */
type Books = Pick<ReturnType<Trading['book']>, 'get' | 'stream'>;
type Query = NonNullable<Parameters<Books['stream']>[0]>;

export interface BookState {
  readonly book: Book | undefined;
  readonly error: unknown;
}

export const NOTHING: BookState = { book: undefined, error: undefined };

const PACE = {
  /** People cannot read figures that change more often. */
  drawMs: 250,
  /** A book that has not changed for so long may be of a stream that is cut: it is compared with the server's. */
  silentMs: 10_000,
  answerMs: 5_000,
  firstWaitMs: 1_000,
  longestWaitMs: 10_000,
};

interface Following {
  readonly books: Books;
  readonly query: Query;
  readonly onChange: (state: BookState) => void;
  readonly pace: typeof PACE;
}

/**
 * Shows the book as it changes while the page is seen, and nothing where it is not known what the book is now. Changes that
 * come fast are drawn together. Returns how to stop.
 */
export function followBook(
  books: Books,
  query: Query,
  onChange: (state: BookState) => void,
  { page, ...changed }: { readonly page?: Page } & Partial<typeof PACE> = {},
): () => void {
  const following = { books, query, onChange, pace: { ...PACE, ...changed } };
  return onView((isShown, signal) => {
    // A person who comes back does not see the old book.
    onChange(NOTHING);
    if (isShown) void follow(following, signal);
  }, page);
}

async function follow(following: Following, signal: AbortSignal): Promise<void> {
  const { onChange, pace } = following;
  let waitMs = pace.firstWaitMs;
  const onBook = () => {
    waitMs = pace.firstWaitMs;
  };
  while (!signal.aborted) {
    try {
      await showStream(following, signal, onBook);
    } catch (error) {
      if (signal.aborted) return;
      onChange({ book: undefined, error: error === STUCK ? undefined : error });
      if (isFinal(error)) return;
    }
    await pause(waitMs, signal);
    waitMs = Math.min(2 * waitMs, pace.longestWaitMs);
  }
}

/** The stream said nothing while the book changed. */
const STUCK = new Error('The stream is stuck.');

/** Throws when the stream fails, and when it is not known whether what it said last still holds. */
async function showStream(
  { books, query, onChange, pace }: Following,
  outer: AbortSignal,
  onBook: () => void,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = () => stopping.abort();
  outer.addEventListener('abort', stop);
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let drawnAt = -Infinity;
  let latest: Book | undefined;
  const draw = () => {
    drawing = undefined;
    drawnAt = performance.now();
    onChange({ book: latest, error: undefined });
  };
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => void compare(), pace.silentMs);
  };
  const compare = async () => {
    const shown = latest;
    const fault = await findFault(shown);
    if (latest !== shown) return;
    if (fault === undefined) listen();
    else stopping.abort(fault);
  };
  const findFault = async (shown: Book | undefined): Promise<unknown> => {
    try {
      const present = await books.get(query, { signal, timeout: pace.answerMs });
      if (shown !== undefined && isSame(shown, present)) return undefined;
      // The change may be on its way.
      await pause(pace.firstWaitMs, signal);
      return STUCK;
    } catch (error) {
      return error;
    }
  };
  listen();
  try {
    for await (const book of books.stream(query, { signal })) {
      latest = book;
      onBook();
      listen();
      drawing ??= setTimeout(draw, drawnAt + pace.drawMs - performance.now());
    }
  } finally {
    clearTimeout(drawing);
    clearTimeout(silence);
    outer.removeEventListener('abort', stop);
    stop();
  }
}

type Sides = Pick<Book, 'bids' | 'asks'>;

const isSame = (a: Sides, b: Sides): boolean =>
  JSON.stringify([a.bids, a.asks]) === JSON.stringify([b.bids, b.asks]);

/**
 * Whether the same request will be refused again: it is the request that is wrong. A pair that no venue lists is none: after a
 * start, the one that lists it may not have said so yet.
 */
const isFinal = (error: unknown): boolean =>
  error instanceof QuaestorError && [400, 401, 403].includes(error.status ?? 0);
