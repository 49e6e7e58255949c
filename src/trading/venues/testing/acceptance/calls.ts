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

/** Skips a test whose subject the venue does not have. */
export const needed = <T>(part: T | undefined, skip: () => never): T => part ?? skip();

export const someText: unknown = expect.stringMatching(/./);

/** One text for one value, whatever zeros it was written with. */
export const plain = (amount: Decimal | string): string =>
  (typeof amount === 'string' ? Decimal.parse(amount) : amount).trim().toString();
