import type { Challenge, Confirm } from '@quaestor/sdk';
import { useSyncExternalStore } from 'react';

type Answer = Awaited<ReturnType<Confirm>>;

export interface Asked {
  readonly challenge: Challenge;
  readonly answer: (answer: Answer) => void;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

function set(next: Asked | undefined): void {
  asked = next;
  for (const notify of listeners) notify();
}

/** Asks the person in the dialog of the page. One step at a time can be confirmed. */
export const confirm: Confirm = (challenge) => {
  asked?.answer(undefined);
  return new Promise((resolve) => {
    set({
      challenge,
      answer: (answer) => {
        set(undefined);
        resolve(answer);
      },
    });
  });
};

export const useAsked = (): Asked | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
