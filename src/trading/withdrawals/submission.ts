import type { Outcome, VenueWithdrawal, WithdrawalDesk } from '../venues/index.ts';

/** One question put to a venue, as far as it decides what may follow. */
export interface Attempt {
  readonly number: number;
  readonly kind: 'submit' | 'find';
  readonly deadline: Date;
  /** Null while it is under way, or when the process that made it is gone. `absent`: it certainly had no effect. */
  readonly outcome: 'accepted' | 'refused' | 'notSent' | 'unknown' | 'absent' | null;
}

/** What the venue offers to make sure that nothing is paid twice. */
export interface Support {
  readonly canFind: boolean;
  readonly isIdempotent: boolean;
  readonly honoursDeadline: boolean;
}

export interface Timing {
  /** How long the venue may take to answer. */
  readonly callTimeoutMs: number;
  /** How far the clocks may be apart, and how long the venue may take over what came in time. */
  readonly marginMs: number;
}

export const TIMING: Timing = { callTimeoutMs: 10_000, marginMs: 2_000 };

export type Step =
  | { readonly kind: 'send' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'wait'; readonly until: Date; readonly reason: string }
  /** Only a person can go on. */
  | { readonly kind: 'park'; readonly reason: string };

export type Consequence =
  | { readonly kind: 'submitted'; readonly venueTransferId: string }
  | { readonly kind: 'failed'; readonly failureMessage: string }
  | {
      readonly kind: 'wait';
      readonly until: Date;
      readonly reason: string;
      readonly absent?: readonly number[];
    }
  | { readonly kind: 'park'; readonly reason: string };

export const supportOf = ({ find, isIdempotent, honoursDeadline }: WithdrawalDesk): Support => ({
  canFind: find !== undefined,
  isIdempotent,
  honoursDeadline,
});

/**
 * What may be done now about a withdrawal that is PENDING. It is sent only when no earlier request can have had
 * an effect that is not known; or, where a repeated reference does nothing more, after the venue has been asked.
 */
export function plan(attempts: readonly Attempt[], support: Support, now: Date): Step {
  const doubtful = attempts.filter(isDoubtful);
  const last = attempts.at(-1);
  if (doubtful.length === 0 || mayRepeat(last, doubtful, support)) return { kind: 'send' };
  const underWay = doubtful.find(({ outcome, deadline }) => outcome === null && deadline > now);
  if (underWay)
    return { kind: 'wait', until: underWay.deadline, reason: 'A request to the venue is under way.' };
  if (!support.canFind) {
    return {
      kind: 'park',
      reason: 'The venue did not answer and cannot be asked by reference. Look there, then resolve it.',
    };
  }
  return { kind: 'ask' };
}

/** The venue has just said that it knows nothing of it, and makes nothing of a reference it gets twice. */
const mayRepeat = (
  last: Attempt | undefined,
  doubtful: readonly Attempt[],
  { isIdempotent, honoursDeadline }: Support,
): boolean =>
  isIdempotent &&
  !honoursDeadline &&
  last?.kind === 'find' &&
  last.outcome === 'absent' &&
  doubtful.every(({ number }) => number < last.number);

/** What follows from how a submission ended. `others` are all attempts but this one. */
export function afterSubmit(
  others: readonly Attempt[],
  outcome: Outcome<VenueWithdrawal>,
  now: Date,
): Consequence {
  switch (outcome.kind) {
    case 'answered':
      return { kind: 'submitted', venueTransferId: outcome.value.venueTransferId };
    case 'refused':
      return others.some(isDoubtful)
        ? {
            kind: 'park',
            reason:
              `The venue refused the repeated request (${outcome.reason}), ` +
              'but an earlier one may still reach it. Look there, then resolve it.',
          }
        : { kind: 'failed', failureMessage: outcome.reason };
    case 'notSent': {
      const failures = 1 + others.filter((attempt) => attempt.outcome === 'notSent').length;
      return { kind: 'wait', until: later(now, backOffMs(failures)), reason: outcome.reason };
    }
    default:
      return { kind: 'wait', until: now, reason: `It is not known whether it was taken: ${outcome.reason}` };
  }
}

/** What follows from the answer to whether the venue knows the reference. `others` are all attempts but this one. */
export function afterFind(
  others: readonly Attempt[],
  support: Support,
  outcome: Outcome<VenueWithdrawal | null>,
  { askedAt, now, marginMs }: { readonly askedAt: Date; readonly now: Date; readonly marginMs: number },
): Consequence {
  if (outcome.kind === 'answered') {
    return outcome.value
      ? { kind: 'submitted', venueTransferId: outcome.value.venueTransferId }
      : afterAbsence(others, support, askedAt, now, marginMs);
  }
  if (outcome.kind === 'refused') {
    return {
      kind: 'park',
      reason: `The venue refused to say whether it knows it: ${outcome.reason} Look there, then resolve it.`,
    };
  }
  const failures = 1 + others.filter(({ kind, outcome }) => kind === 'find' && outcome !== 'absent').length;
  const reason = `The venue did not say whether it knows it: ${outcome.reason}`;
  return { kind: 'wait', until: later(now, backOffMs(failures)), reason };
}

function afterAbsence(
  others: readonly Attempt[],
  { honoursDeadline, isIdempotent }: Support,
  askedAt: Date,
  now: Date,
  marginMs: number,
): Consequence {
  const doubtful = others.filter(isDoubtful);
  const settledAt = later(
    new Date(Math.max(...doubtful.map(({ deadline }) => deadline.getTime()))),
    marginMs,
  );
  if (askedAt < settledAt) {
    const reason = 'The venue does not know it yet; the request may still reach it.';
    return { kind: 'wait', until: settledAt, reason };
  }
  if (honoursDeadline) {
    const absent = doubtful.map(({ number }) => number);
    return { kind: 'wait', until: now, reason: 'The venue never got it; it is sent again.', absent };
  }
  if (isIdempotent)
    return { kind: 'wait', until: now, reason: 'The venue does not know it; it is sent again.' };
  return {
    kind: 'park',
    reason:
      'The venue does not know it, but takes requests however late they reach it. Look there, then resolve it.',
  };
}

/** Whether the money may have left by one of the attempts. */
export const mayHaveLeft = (attempts: readonly Attempt[]): boolean =>
  attempts.some((attempt) => attempt.outcome === 'accepted' || isDoubtful(attempt));

const isDoubtful = ({ kind, outcome }: Attempt): boolean =>
  kind === 'submit' && (outcome === null || outcome === 'unknown');

const [FIRST_BACK_OFF_MS, LONGEST_BACK_OFF_MS] = [500, 60_000] as const;

const backOffMs = (failures: number): number =>
  Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
