import { expect } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { Call, Outcome } from '../../port/index.ts';

export const within = (ms: number): Call => ({ deadline: new Date(Date.now() + ms) });

/** Long enough for any answer. */
export const patient = (): Call => within(60_000);

export async function answerOf<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (settled.kind === 'answered') return settled.value;
  throw new Error(`Expected an answer but the call ended ${settled.kind}: ${settled.reason}`);
}

/** Repeats a call that a busy process had no time to send. */
export async function whenSent<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await call();
  return outcome.kind === 'notSent' ? whenSent(call) : outcome;
}

/** A part that the venue must have. */
export function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The venue lacks the capability of this case.');
  return part;
}

export const someText: unknown = expect.stringMatching(/./);

/** Canonical text of a decimal, without trailing zeros. */
export const plain = (amount: Decimal | string): string =>
  (typeof amount === 'string' ? Decimal.parse(amount) : amount).trim().toString();
