import { InvalidArgumentError } from 'commander';

/** Parses an option that is an integer. */
export const whole =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
