import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../../shared/problem/index.ts';
import { kindsQuery, type FactField } from './queries.ts';

interface WithFieldsProps {
  readonly kind: string;
  readonly children: (fields: readonly FactField[]) => ReactNode;
}

/** What needs the fields of a kind, or why they are not known. */
export function WithFields({ kind, children }: WithFieldsProps) {
  const { data, error, refetch } = useQuery(kindsQuery());
  if (data !== undefined) return children(data.find((known) => known.kind === kind)?.fields ?? []);
  return error === null ? (
    <Skeleton height={240} />
  ) : (
    <Problem error={error} onRetry={() => void refetch()} />
  );
}
