import { useState } from 'react';
import { useEdited, type Tagged } from './edited.ts';

/** Some of a list that a person chooses. Until they do, what is in force is shown as it is now. */
export function useChoice<T extends Tagged>(
  newest: T,
  choiceOf: (version: T) => readonly string[],
  readNewest: () => Promise<T>,
) {
  const { begun, known, isOvertaken, onTouch, onError, onDiscard } = useEdited(newest, readNewest);
  const [chosen, setChosen] = useState<readonly string[]>();
  const wanted = chosen ?? choiceOf(begun);
  const present = choiceOf(known);
  return {
    wanted,
    /** What is saved takes the place of this version. */
    etag: known.etag,
    isUnchanged: wanted.length === present.length && wanted.every((each) => present.includes(each)),
    isOvertaken,
    onChoose: (next: readonly string[]) => {
      onTouch();
      setChosen(next);
    },
    onError,
    /** Begins again with the newest version. */
    onDiscard: () => {
      onDiscard();
      setChosen(undefined);
    },
  };
}
