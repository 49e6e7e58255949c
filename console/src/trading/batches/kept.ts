import { useSyncExternalStore } from 'react';
import type { Row } from './act-on-each.ts';

interface Batch {
  readonly file: File | null;
  readonly rows: readonly Row[];
  /** Of the file as a whole. */
  readonly fault?: string;
}

const NONE: Batch = { file: null, rows: [] };
const batches = new Map<string, Batch>();
const listeners = new Set<() => void>();

/** Keeps the batch of a person while the page is open: the end of a session closes the screen, also amid requests. */
export function keepBatch(login: string, batch: Batch): void {
  batches.set(login, batch);
  for (const notify of listeners) notify();
}

export function keepRow(login: string, row: Row): void {
  const batch = batches.get(login) ?? NONE;
  keepBatch(login, { ...batch, rows: batch.rows.map((each) => (each.line === row.line ? row : each)) });
}

export const useBatch = (login: string): Batch =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => batches.get(login) ?? NONE,
  );
