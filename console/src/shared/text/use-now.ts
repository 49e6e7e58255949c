import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time in milliseconds, which moves once a second for all who use it. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** A text about the time: only when it changes, what shows it is drawn again. */
export const useTextNow = (textAt: (now: number) => string): string =>
  useSyncExternalStore(subscribe, () => textAt(now));
