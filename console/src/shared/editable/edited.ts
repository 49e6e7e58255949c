import { PreconditionFailedError } from '@quaestor/sdk';
import { useState } from 'react';

export interface Tagged {
  readonly etag: string;
}

/** What a person changes, from what they began with to what they know of it. */
export interface Edited<T> {
  /** What the form was filled in with. */
  readonly begun: T;
  /** The newest version that the person knows of: what they save takes its place. */
  readonly known: T;
  readonly isTouched: boolean;
}

export const beginWith = <T>(newest: T): Edited<T> => ({ begun: newest, known: newest, isTouched: false });

export const touched = <T>(edited: Edited<T>): Edited<T> =>
  edited.isTouched ? edited : { ...edited, isTouched: true };

/** A newer version was read. It replaces nothing that a person has typed. */
export const follow = <T extends Tagged>(edited: Edited<T>, newest: T): Edited<T> =>
  edited.isTouched || newest.etag === edited.begun.etag ? edited : beginWith(newest);

/** The server refused to replace a version that the person did not know of. Now they do, and keep what they typed. */
export const overtake = <T>(edited: Edited<T>, newest: T): Edited<T> => ({
  ...edited,
  known: newest,
  isTouched: true,
});

/**
 * What a form begins with and is saved over. The form has `key={begun.etag}` and calls `onTouch` when the person types:
 * until then it follows what is read, and from then on nothing but the person changes it.
 */
export function useEdited<T extends Tagged>(newest: T, readNewest: () => Promise<T>) {
  const [stored, setEdited] = useState(() => beginWith(newest));
  const edited = follow(stored, newest);
  if (edited !== stored) setEdited(edited);
  const { begun, known } = edited;
  const readAgain = async (): Promise<void> => {
    try {
      const found = await readNewest();
      setEdited((present) => overtake(present, found));
    } catch {
      // The refusal stays on the screen, and the next try reads it again.
    }
  };
  return {
    begun,
    known,
    /** Whether somebody else changed it while the person did. */
    isOvertaken: known.etag !== begun.etag,
    onTouch: () => setEdited(touched),
    /** Called with each refusal. */
    onError: (error: Error) => {
      if (error instanceof PreconditionFailedError) void readAgain();
    },
    /** Begins again with the newest version. */
    onDiscard: () => setEdited(beginWith(known)),
  };
}
