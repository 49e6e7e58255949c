import { useState } from 'react';
import type { Answers } from './fields.ts';
import type { Faults } from './faults.ts';

/** The answers of a form, with what is wrong with them: no longer with one that was changed since. */
export function useAnswers(before: Answers = {}) {
  const [answers, setAnswers] = useState(before);
  const [faults, setFaults] = useState<Faults>({});
  return {
    answers,
    faults,
    setFaults,
    change: (changed: Answers) => {
      setAnswers(changed);
      setFaults((known) =>
        Object.fromEntries(Object.entries(known).filter(([path]) => changed[path] === answers[path])),
      );
    },
  };
}
