import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** The server does not answer. */
export interface Outage {
  /** When it answered last. */
  readonly since: number;
  /** When it is asked again; undefined while it is asked. */
  readonly nextAt: number | undefined;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

let outage: Outage | undefined;
let answeredAt = Date.now();
let isAsking = false;
let wake: (() => void) | undefined;
const listeners = new Set<() => void>();

function set(next: Outage | undefined): void {
  outage = next;
  for (const notify of listeners) notify();
}

export function noteAnswer(): void {
  answeredAt = Date.now();
}

/** Does not wait for the next time to ask. */
export const askNow = (): void => wake?.();

/**
 * After a call without an answer: asks the server whether it is there, with growing waits until it is. Meanwhile nothing
 * is read, and then everything that is shown is read again.
 */
export async function findOutage(isThere: () => Promise<boolean>): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  for (let waitMs = FIRST_WAIT_MS; !(await isThere()); waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    set({ since: answeredAt, nextAt: Date.now() + waitMs });
    onlineManager.setOnline(false);
    await pause(waitMs);
    set({ since: answeredAt, nextAt: undefined });
  }
  isAsking = false;
  noteAnswer();
  set(undefined);
  onlineManager.setOnline(true);
}

async function pause(ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    wake = resolve;
    timer = setTimeout(resolve, ms);
  });
  clearTimeout(timer);
  wake = undefined;
}

export const useOutage = (): Outage | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => outage,
  );

/** For those who cannot use hooks. */
export const presentOutage = (): Outage | undefined => outage;
