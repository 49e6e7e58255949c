import { Skeleton, Stack } from '@mantine/core';
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

/** What was read. It stays when it cannot be read again, below what went wrong. */
export function Loaded<T>({ query: { data, error, refetch }, height, children }: LoadedProps<T>) {
  const content =
    data === undefined
      ? error === null && height !== undefined && <Skeleton height={height} />
      : children(data);
  if (error === null) return content;
  return (
    <Stack gap="sm">
      <Problem error={error} onRetry={() => void refetch()} />
      {content}
    </Stack>
  );
}
