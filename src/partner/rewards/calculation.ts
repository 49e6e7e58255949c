import { Type } from 'typebox';
import type { Decimal } from '../../kernel/index.ts';
import { MONEY_SCALE } from './compute.ts';
import { fractionOf, productOf, type Factor, type Source } from './factors.ts';

const REASONS = [
  'missing_value',
  'missing_rate',
  'no_account',
  'converted_together',
  'taken_back',
  'rounded_before',
  'rate_changed',
  'not_recorded',
] as const;

interface Reason {
  readonly code: (typeof REASONS)[number];
  readonly message: string;
}

interface ShownFactor {
  readonly name: string;
  /** To 18 decimals; null while it is missing. */
  readonly value: Decimal | null;
  readonly numerator: Decimal | null;
  readonly denominator: Decimal;
  readonly unit: string;
  readonly source: Source;
}

/** An amount and the factors that multiply out to it. */
export interface Calculation {
  readonly amount: Decimal | null;
  readonly currency: string;
  readonly factors: readonly ShownFactor[];
  readonly rounding: { readonly decimals: number; readonly mode: 'half_away_from_zero' };
  /** Why the amount or its factors are not known. */
  readonly reason: Reason | null;
}

const ROUNDING = { decimals: MONEY_SCALE, mode: 'half_away_from_zero' } as const;

/** The product of the factors, rounded once. */
export function calculate(currency: string, factors: readonly Factor[]): Calculation {
  return {
    amount: productOf(factors)?.money.trim() ?? null,
    currency,
    factors: factors.map(shownFactor),
    rounding: ROUNDING,
    reason: reasonOf(factors.find(({ numerator }) => numerator === null)),
  };
}

/** An amount by factors of which one is itself rounded: the last digits of their product may be others. */
export function calculateRounded(
  currency: string,
  factors: readonly Factor[],
  exact: readonly Factor[],
): Calculation {
  const shown = calculate(currency, factors);
  const amount = productOf(exact)?.money.trim() ?? null;
  if (amount === null || shown.amount?.equals(amount)) return shown;
  const message = 'The amount is computed from the first-level reward before that is rounded.';
  return { ...shown, amount, reason: { code: 'rounded_before', message } };
}

/** An amount without factors. */
export const unexplained = (
  currency: string,
  amount: Decimal | null,
  code: Reason['code'],
  message: string,
): Calculation => ({
  amount: amount?.trim() ?? null,
  currency,
  factors: [],
  rounding: ROUNDING,
  reason: { code, message },
});

const shownFactor = (each: Factor): ShownFactor => ({
  name: each.name,
  value: fractionOf(each)?.shown ?? null,
  numerator: each.numerator?.trim() ?? null,
  denominator: each.denominator.trim(),
  unit: each.unit,
  source: each.source,
});

function reasonOf(missing: Factor | undefined): Reason | null {
  if (!missing) return null;
  const { unit, source } = missing;
  return source.fact === 'rates'
    ? {
        code: 'missing_rate',
        message: `There is no exchange rate for ${unit} on or before that day. The amount follows once the program has sent one (facts of the kind rates).`,
      }
    : {
        code: 'missing_value',
        message: `${source.field} is not known. The amount follows once the program has sent it (facts of the kind ${source.fact}).`,
      };
}

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const orNull = (
  schema: ReturnType<typeof Type.Number> | ReturnType<typeof Type.String>,
  description: string,
  example: unknown,
) => Type.Union([schema, Type.Null()], { description, examples: [example] });

const FACTOR = Type.Object(
  {
    name: text('What it is.', 'reward_size'),
    value: orNull(Type.Number(), 'numerator ÷ denominator, to 18 decimals; null while it is missing.', 8.5),
    numerator: orNull(Type.Number(), 'Exact; null while it is missing.', 8.5),
    denominator: Type.Number({
      description: 'Exact; 1 for most factors, 100 for a percentage.',
      examples: [1],
    }),
    unit: text('Its unit.', 'USD/lot'),
    source: Type.Object(
      {
        fact: text('The kind of fact, or the report, that it comes from.', 'tariffs'),
        field: text('The field.', 'reward_size'),
        day: orNull(
          Type.String({ format: 'date' }),
          'The day of a rate; null for anything else.',
          '2024-03-04',
        ),
      },
      { title: 'FactorSource' },
    ),
  },
  { title: 'Factor' },
);

export const CALCULATION = Type.Object(
  {
    amount: orNull(Type.Number(), 'The rounded product of the factors; null while one is missing.', 12.75),
    currency: text('The currency of the amount; empty where it has none of its own.', 'USD'),
    factors: Type.Array(FACTOR, {
      description: 'Multiply all numerators, divide by all denominators and round once: that is the amount.',
    }),
    rounding: Type.Object(
      {
        decimals: Type.Integer({ examples: [MONEY_SCALE] }),
        mode: Type.Enum(['half_away_from_zero'], { examples: ['half_away_from_zero'] }),
      },
      { title: 'CalculationRounding' },
    ),
    reason: Type.Union(
      [
        Type.Object({
          code: Type.Enum(REASONS, { examples: ['missing_rate'] }),
          message: text('What is missing and how to supply it.', 'open_spread is not known.'),
        }),
        Type.Null(),
      ],
      { description: 'Why the amount or its factors are not known; else null.', examples: [null] },
    ),
  },
  { title: 'Calculation' },
);
