import { useSyncExternalStore } from 'react';
import type { Place } from '../link/index.ts';

/** What an action answers. */
export interface Message {
  readonly text: string;
  /** Where more about it is. */
  readonly link?: { readonly label: string; readonly place: Place } | undefined;
}

let shown: Message | undefined;
const listeners = new Set<() => void>();

/** Tells the person what was done, in the place of the message before. */
export function say(message: Message | undefined): void {
  shown = message;
  for (const notify of listeners) notify();
}

export const useMessage = (): Message | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
