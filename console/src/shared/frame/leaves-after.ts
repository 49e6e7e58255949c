import { isSignedOut } from '../session/index.ts';

/** How a person leaves the console. */
export interface Departure {
  /** Where a sign-in leads afterwards. */
  readonly next: string;
  /** Whether nobody is there. */
  readonly isAbsent: boolean;
}

/**
 * Whether an attempt to sign out leads to the sign-in. Who asked for it stays if the server has not heard it, and reads that
 * the session goes on; where nobody is there, nothing stays on the screen.
 */
export const leavesAfter = (failure: Error | null, { isAbsent }: Departure): boolean =>
  failure === null || isAbsent || isSignedOut(failure);
