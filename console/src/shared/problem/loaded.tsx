import { Box, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** How high the content will be, while it is still to come. Without it nothing is shown until then. */
  readonly height?: number;
  readonly children: (data: T) => ReactNode;
}

/**
 * What was read. It stays when it cannot be read again, below what went wrong, and in its place among its elements: a form
 * in it keeps what a person has typed.
 */
export function Loaded<T>({ query: { data, error, refetch }, height, children }: LoadedProps<T>) {
  const content =
    data === undefined
      ? error === null && height !== undefined && <Skeleton height={height} />
      : children(data);
  return (
    <>
      {error !== null && (
        <Box mb="sm">
          <Problem error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      {content}
    </>
  );
}
