import type { Challenge, Confirm } from '@quaestor/sdk';
import { useSyncExternalStore } from 'react';

type Answer = Awaited<ReturnType<Confirm>>;

export interface Asked {
  readonly challenge: Challenge;
  readonly answer: (answer: Answer) => void;
}

let asked: Asked | undefined;
/** Whether there is a person who can be asked. */
let isAttended = false;
const listeners = new Set<() => void>();

function set(next: Asked | undefined): void {
  asked = next;
  for (const notify of listeners) notify();
}

/** Asks the person in the dialog of the page. One step at a time can be confirmed. */
export const confirm: Confirm = (challenge) => {
  asked?.answer(undefined);
  // A step that was begun before the session ended is no question for the next person.
  if (!isAttended) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const question: Asked = {
      challenge,
      answer: (answer) => {
        if (asked === question) set(undefined);
        resolve(answer);
      },
    };
    set(question);
  });
};

/** Begins to ask one person. What it returns ends that: a question that is open then stays without an answer. */
export function attend(): () => void {
  isAttended = true;
  return () => {
    isAttended = false;
    asked?.answer(undefined);
  };
}

export const currentQuestion = (): Asked | undefined => asked;

export const useAsked = (): Asked | undefined =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentQuestion);
