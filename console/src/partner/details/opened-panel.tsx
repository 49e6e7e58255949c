import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconMapOff } from '../../shared/icons/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Empty } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';

interface OpenedPanelProps<T> {
  readonly title: string;
  readonly missing: { readonly title: string; readonly text: string };
  readonly query: {
    /** Null for what does not exist. */
    readonly data: T | null | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly onClose: () => void;
  readonly children: (found: T) => ReactNode;
}

/** What an address names, beside its list, whether or not the list has it. */
export function OpenedPanel<T>({ title, missing, query, onClose, children }: OpenedPanelProps<T>) {
  const { data, error, refetch } = query;
  return (
    <Panel title={title} onClose={onClose}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton height={240} />}
      {data === null && (
        <Empty icon={<IconMapOff size={32} />} title={missing.title}>
          {missing.text}
        </Empty>
      )}
      {data !== undefined && data !== null && children(data)}
    </Panel>
  );
}
