import { useInfiniteQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

interface Page<T> {
  readonly content: readonly T[];
  /** How many rows the server has, if it has counted them. */
  readonly totalElements?: number;
  readonly nextCursor?: string | null;
}

interface Position {
  readonly cursor: string;
  readonly pageSize: number;
  readonly signal: AbortSignal;
}

/** What a list shows, and how it gets more. */
export interface Rows<T> {
  readonly rows: readonly T[];
  /** How many rows the server has, if it has counted them. */
  readonly total: number | undefined;
  /** After how many rows the screen stopped to read, if it did: there may be more. */
  readonly cutAfter?: number;
  /** Reads more; undefined if there is no more. */
  readonly onEnd?: (() => void) | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isLoading: boolean;
  readonly refetch: () => unknown;
}

const PAGE_SIZE = 50;
/** The cursor of the first page. */
export const FIRST_PAGE: string = '*';
const never = () => false as const;

/** The rows of a list with cursors, loaded page by page as they come into view. */
export function useRows<T, P extends Page<T> = Page<T>>(
  queryKey: QueryKey,
  fetchPage: (position: Position) => Promise<P & Page<T>>,
  /** After how many milliseconds to read the rows again; false while nothing in them changes by itself. */
  refetchAfter: (rows: readonly T[]) => number | false = never,
): Rows<T> & { readonly first: P | undefined } {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ cursor: pageParam, pageSize: PAGE_SIZE, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data: read } }) =>
      refetchAfter(read?.pages.flatMap(({ content }) => content) ?? []),
  });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPending } = query;
  const { fetchNextPage, refetch } = query;
  const rows = useMemo(() => data?.pages.flatMap(({ content }) => content) ?? [], [data]);
  // After a failure, only a person asks for more again.
  const canFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const onEnd = useCallback(() => {
    if (canFetch) void fetchNextPage();
  }, [canFetch, fetchNextPage]);
  const first = data?.pages[0];
  const total = first?.totalElements;
  return {
    rows,
    first,
    total,
    onEnd: hasNextPage ? onEnd : undefined,
    error,
    isPending,
    isLoading: isPending || isFetchingNextPage,
    refetch,
  };
}

const NONE: readonly never[] = [];

/** The rows of a list that is read whole, or up to its first `most` rows. */
export const allRows = <T>(
  {
    data,
    error,
    isPending,
    refetch,
  }: Pick<UseQueryResult<readonly T[]>, 'data' | 'error' | 'isPending' | 'refetch'>,
  most = Infinity,
): Rows<T> => ({
  rows: data ?? NONE,
  total: data?.length,
  ...(data !== undefined && data.length >= most && { cutAfter: most }),
  error,
  isPending,
  isLoading: isPending,
  refetch,
});
