import type { Decimal } from '../../../kernel/index.ts';

/**
 * How a call to a venue ended. A `switch` on `kind` decides what may follow:
 * only after `notSent` may the same request simply be sent again.
 */
export type Outcome<T> = Answered<T> | Refused | NotSent | Unknown;

/** Why a venue did not do what was asked, if it is known. */
export const CAUSES = ['unreachable', 'key', 'address', 'clock', 'limit', 'outage'] as const;

export type Cause = (typeof CAUSES)[number];

export interface Answered<T> {
  readonly kind: 'answered';
  readonly value: T;
}

/** It is proved that nothing was done, and the same request would be refused again. */
export interface Refused {
  readonly kind: 'refused';
  /** Why, in a word. */
  readonly code: string;
  readonly reason: string;
  readonly cause?: Cause;
}

/** The venue certainly did nothing: the request never left, or was refused before it was processed. */
export interface NotSent {
  readonly kind: 'notSent';
  readonly reason: string;
  readonly cause?: Cause;
}

/** The request may have taken effect: ask by reference before anything is sent again. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
  readonly cause?: Cause;
  /** Of a withdrawal that may have been sent: the fee that its request reckoned with, where one did. */
  readonly fee?: Decimal;
}

/** Venues write what they like; a database keeps neither U+0000 nor half of a surrogate pair. */
export const storable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '\ufffd');

export const answered = <T>(value: T): Answered<T> => ({ kind: 'answered', value });

export const refused = (code: string, reason: string, cause?: Cause): Refused => ({
  kind: 'refused',
  code,
  reason: storable(reason),
  ...(cause && { cause }),
});

export const notSent = (reason: string, cause?: Cause): NotSent => ({
  kind: 'notSent',
  reason: storable(reason),
  ...(cause && { cause }),
});

export const unknown = (reason: string, cause?: Cause): Unknown => ({
  kind: 'unknown',
  reason: storable(reason),
  ...(cause && { cause }),
});

/** The bound of a call. Nothing is sent after the deadline, and the call ends at it. */
export interface Call {
  readonly deadline: Date;
  readonly signal?: AbortSignal | undefined;
}

/** How far a venue's clock may be from ours. Beyond it our deadlines mean another time there: nothing that moves money is sent. */
export const CLOCK_MARGIN_MS = 2_000;

/** What the venue makes of the reference we give to a withdrawal or an order. */
export interface ReferenceSupport {
  /** A second request with the same reference and content answers the first one and does nothing more. */
  readonly isIdempotent: boolean;
  /**
   * The venue turns away what reaches it after the call's deadline, by its own clock. Only then, and only after
   * the deadline, does "no such reference" prove that a request sent earlier cannot take effect any more.
   */
  readonly honoursDeadline: boolean;
}
