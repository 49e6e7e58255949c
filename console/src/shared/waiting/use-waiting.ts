import { useQueries } from '@tanstack/react-query';
import { useAccount } from '../session/index.ts';
import type { Item, Source } from './source.ts';

/** No event says that another person asked for something. */
const EVERY_MS = 30_000;
const NONE: readonly Item[] = [];

export interface Waiting {
  readonly source: Source;
  readonly count: number;
  readonly items: readonly Item[];
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

/** What waits for the person, of those sources on which they can act. */
export function useWaiting(sources: readonly Source[]): readonly Waiting[] {
  const { login = '', scopes = [] } = useAccount() ?? {};
  const own = sources.filter(({ scope }) => scopes.includes(scope));
  const answers = useQueries({
    queries: own.map(({ id, noun, everyMs = EVERY_MS, read }) => ({
      queryKey: [noun, 'waiting', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => read({ login, signal }),
      refetchInterval: everyMs,
    })),
  });
  return own.flatMap((source, index) => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const { data, error, isPending, refetch } = answer;
    const items = data?.items ?? NONE;
    return [{ source, count: data?.count ?? items.length, items, error, isPending, refetch }];
  });
}

export const countAll = (waiting: readonly Waiting[]): number =>
  waiting.reduce((sum, { count }) => sum + count, 0);
