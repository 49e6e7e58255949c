import { Decimal } from '../../src/kernel/index.ts';
import { Refusal } from './refusal.ts';

const MAX_LENGTH = 40;

export function parseAmount(field: string, text: string): Decimal {
  const amount = text.length > MAX_LENGTH ? undefined : Decimal.tryParse(text);
  if (amount && amount.sign > 0) return amount;
  throw new Refusal(
    `invalid_${field}`,
    `The ${field} must be a positive decimal of at most ${MAX_LENGTH} characters.`,
  );
}

/** A positive multiple of the step, with the scale of the step. */
export function parseOnGrid(field: string, text: string, step: Decimal): Decimal {
  const amount = parseAmount(field, text);
  const onStep = amount.dividedBy(step, 0, 'down').times(step);
  if (onStep.equals(amount)) return onStep;
  throw new Refusal(`invalid_${field}`, `The ${field} must be a multiple of ${step.toString()}.`);
}
