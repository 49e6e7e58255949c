import { expect } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { Call, Outcome } from '../../port.ts';

export const within = (ms: number): Call => ({ deadline: new Date(Date.now() + ms) });

/** Long enough for any answer that comes at all. */
export const patient = (): Call => within(10_000);

export async function answerOf<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (settled.kind === 'answered') return settled.value;
  throw new Error(`Expected an answer but the call ended ${settled.kind}: ${settled.reason}`);
}

/** A part of the venue that it is known to have. */
export function present<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The venue lacks what the case is about.');
  return part;
}

export const someText: unknown = expect.stringMatching(/./);

/** One text for one value, whatever zeros it was written with. */
export const plain = (amount: Decimal | string): string =>
  (typeof amount === 'string' ? Decimal.parse(amount) : amount).trim().toString();
