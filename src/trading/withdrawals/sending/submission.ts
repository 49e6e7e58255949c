import { backOffMs, later } from '../../../kernel/index.ts';
import type { Funding, Outcome, PayingWallet, VenueWithdrawal, WithdrawalApi } from '../../venues/index.ts';

/** A request to a venue, as far as it decides what may follow. */
export interface Attempt {
  readonly number: number;
  readonly kind: 'submit' | 'find' | 'fund' | 'findFunding';
  readonly deadline: Date;
  /** Null while in flight, or if the process that made it died. `absent`: it certainly had no effect. */
  readonly outcome: 'accepted' | 'refused' | 'notSent' | 'unknown' | 'absent' | null;
}

/** What the venue offers to prevent double payments. */
export interface Support {
  readonly canFind: boolean;
  readonly isIdempotent: boolean;
  readonly honoursDeadline: boolean;
}

export interface Timing {
  readonly callTimeoutMs: number;
  /** For the difference of the clocks, and for the time the venue takes over a request that arrived in time. */
  readonly marginMs: number;
  /** How long a submitter that hangs keeps others from its account; six seconds by default. */
  readonly leaseMs?: number;
}

export const TIMING: Timing = { callTimeoutMs: 10_000, marginMs: 2_000 };

const [FIRST_BACK_OFF_MS, LONGEST_BACK_OFF_MS] = [500, 60_000] as const;

export type Step =
  | { readonly kind: 'send' }
  | { readonly kind: 'ask' }
  /** Move money to the wallet that pays, or ask whether that was done. */
  | { readonly kind: 'fund' | 'askFunding' }
  | { readonly kind: 'wait'; readonly until: Date; readonly reason: string }
  /** Only a person can continue. */
  | { readonly kind: 'park'; readonly reason: string };

export type Consequence =
  | { readonly kind: 'submitted'; readonly venueTransferId: string }
  | { readonly kind: 'failed'; readonly failureMessage: string }
  | {
      readonly kind: 'wait';
      readonly until: Date;
      readonly reason: string | null;
      readonly absent?: readonly number[];
    }
  | { readonly kind: 'park'; readonly reason: string };

export const supportOf = ({ find, isIdempotent, honoursDeadline }: WithdrawalApi): Support => ({
  canFind: find !== undefined,
  isIdempotent,
  honoursDeadline,
});

export const fundingSupportOf = ({ find, honoursDeadline }: PayingWallet): Support => ({
  canFind: find !== undefined,
  isIdempotent: false,
  honoursDeadline,
});

/** The attempts that pay out. */
export const paymentsIn = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter(({ kind }) => kind === 'submit' || kind === 'find');

/** The attempts that fund the paying wallet, in the terms of a submission, whose rules hold for them too. */
const fundingsIn = (attempts: readonly Attempt[]): Attempt[] =>
  attempts
    .filter(isFunding)
    .map((attempt) => ({ ...attempt, kind: attempt.kind === 'fund' ? 'submit' : 'find' }));

export const isFunding = ({ kind }: Attempt): boolean => kind === 'fund' || kind === 'findFunding';

/** The step before a withdrawal is sent where the venue pays from a wallet of its own; undefined once that is funded. */
export function planFunding(
  attempts: readonly Attempt[],
  support: Support,
  now: Date,
  marginMs: number,
): Step | undefined {
  const fundings = fundingsIn(attempts);
  if (fundings.some(({ outcome }) => outcome === 'accepted')) return undefined;
  const step = plan(fundings, support, now);
  if (step.kind === 'send') return { kind: 'fund' };
  if (step.kind === 'ask') return { kind: 'askFunding' };
  if (step.kind !== 'park' || !support.honoursDeadline) return step;
  // Only what the wallet lacks is moved: once nothing sent earlier can take effect, a repeated request moves nothing twice.
  const until = settledAt(fundings.filter(isDoubtful), marginMs);
  return now < until
    ? { kind: 'wait', until, reason: 'A transfer to the paying wallet may still arrive.' }
    : { kind: 'fund' };
}

/** What follows from the outcome of an attempt to fund the paying wallet. `others` are all other attempts. */
export function afterFunding(
  { kind, started_at: askedAt }: Pick<Attempt, 'kind'> & { readonly started_at: Date },
  others: readonly Attempt[],
  support: Support,
  outcome: Outcome<Funding | null>,
  { now, marginMs }: { readonly now: Date; readonly marginMs: number },
): Consequence {
  const fundings = fundingsIn(others);
  if (outcome.kind === 'answered') {
    return outcome.value
      ? { kind: 'wait', until: now, reason: null }
      : afterAbsence(fundings, support, askedAt, now, marginMs);
  }
  return kind === 'fund'
    ? afterSubmit(fundings, outcome, now)
    : afterFind(fundings, support, outcome, { askedAt, now, marginMs });
}

/**
 * The next step of a PENDING withdrawal. It is sent only if no earlier request can have had an unknown effect, or if the
 * venue ignores repeated references and has just said that it does not have this one.
 */
export function plan(attempts: readonly Attempt[], support: Support, now: Date): Step {
  const doubtful = attempts.filter(isDoubtful);
  const last = attempts.at(-1);
  if (doubtful.length === 0 || mayRepeat(last, doubtful, support)) return { kind: 'send' };
  const underWay = doubtful.find(({ outcome, deadline }) => outcome === null && deadline > now);
  if (underWay)
    return { kind: 'wait', until: underWay.deadline, reason: 'A request to the venue is in flight.' };
  if (!support.canFind) {
    return {
      kind: 'park',
      reason: 'The venue did not answer and cannot look up references. Check the venue, then resolve it.',
    };
  }
  return { kind: 'ask' };
}

/** The venue has just said that it does not have the reference, and it ignores a reference it receives twice. */
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

/** What follows from the outcome of a submission. `others` are all other attempts. */
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
              'but an earlier one may still reach it. Check the venue, then resolve it.',
          }
        : { kind: 'failed', failureMessage: outcome.reason };
    case 'notSent': {
      const failures = 1 + others.filter((attempt) => attempt.outcome === 'notSent').length;
      return {
        kind: 'wait',
        until: later(now, backOffMs(failures, FIRST_BACK_OFF_MS, LONGEST_BACK_OFF_MS)),
        reason: outcome.reason,
      };
    }
    default:
      return {
        kind: 'wait',
        until: now,
        reason: `It is unknown whether the venue accepted it: ${outcome.reason}`,
      };
  }
}

/** What follows from the outcome of a lookup by reference. `others` are all other attempts. */
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
      reason: `The venue refused to look it up: ${outcome.reason} Check the venue, then resolve it.`,
    };
  }
  const failures = 1 + others.filter(({ kind, outcome }) => kind === 'find' && outcome !== 'absent').length;
  const reason = `The venue did not say whether it has it: ${outcome.reason}`;
  return {
    kind: 'wait',
    until: later(now, backOffMs(failures, FIRST_BACK_OFF_MS, LONGEST_BACK_OFF_MS)),
    reason,
  };
}

function afterAbsence(
  others: readonly Attempt[],
  { honoursDeadline, isIdempotent }: Support,
  askedAt: Date,
  now: Date,
  marginMs: number,
): Consequence {
  const doubtful = others.filter(isDoubtful);
  const until = settledAt(doubtful, marginMs);
  if (askedAt < until) {
    const reason = 'The venue does not have it yet; the request may still arrive.';
    return { kind: 'wait', until, reason };
  }
  if (honoursDeadline) {
    const absent = doubtful.map(({ number }) => number);
    return { kind: 'wait', until: now, reason: 'The venue never received it; it is sent again.', absent };
  }
  if (isIdempotent)
    return { kind: 'wait', until: now, reason: 'The venue does not have it; it is sent again.' };
  return {
    kind: 'park',
    reason:
      'The venue does not have it, but accepts requests that arrive late. Check the venue, then resolve it.',
  };
}

/** From when on none of these can take effect any more, at a venue that honours deadlines. */
const settledAt = (doubtful: readonly Attempt[], marginMs: number): Date =>
  later(new Date(Math.max(...doubtful.map(({ deadline }) => deadline.getTime()))), marginMs);

/** Whether one of the attempts may have sent the money. */
export const mayHaveLeft = (attempts: readonly Attempt[]): boolean =>
  paymentsIn(attempts).some((attempt) => attempt.outcome === 'accepted' || isDoubtful(attempt));

const isDoubtful = ({ kind, outcome }: Attempt): boolean =>
  kind === 'submit' && (outcome === null || outcome === 'unknown');
