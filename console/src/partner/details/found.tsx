import type { ReactNode } from 'react';
import type { Path } from '../../shared/link/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { NotFound } from './not-found.tsx';

interface FoundProps<T> {
  readonly texts: {
    readonly kind: string;
    readonly missing: { readonly title: string; readonly text: string; readonly back: string };
  };
  /** The list that has what exists. */
  readonly list: Path;
  readonly query: {
    /** Null for what does not exist. */
    readonly data: T | null | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly children: (found: T) => ReactNode;
}

/** The screen of what an address names, or why there is none. */
export function Found<T>({ texts, list, query: { data, error, refetch }, children }: FoundProps<T>) {
  if (data === undefined) {
    return <Unloaded title={texts.kind} error={error} onRetry={() => void refetch()} />;
  }
  if (data === null) {
    return (
      <Page title={texts.kind}>
        <NotFound texts={texts.missing} to={list} />
      </Page>
    );
  }
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {children(data)}
    </>
  );
}
