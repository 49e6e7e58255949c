import { Type } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';

/** A decimal of an answer: a JSON number with all of its digits, as `exactAnswer` writes it. */
export const decimal = (description: string, example: number) =>
  Type.Unsafe<Decimal>(Type.Number({ description, examples: [example] }));
