import { Type, type Static } from 'typebox';
import { invalid, plainText } from '../kernel/index.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 366;
const DEFAULT_DAYS = 90;

/** The currency of values where no other is asked for; rates are kept in it. */
export const VALUATION_CURRENCY = 'USDT';

/** The parameters of what is shown by day in one currency. */
export const DayQuery = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        format: 'date',
        description: `The first day, of UTC; ${DEFAULT_DAYS} days that end with \`to\` if it is not given.`,
        examples: ['2026-01-01'],
      }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date',
        description: `The last day; today if it is not given. At most ${MAX_DAYS} days.`,
        examples: ['2026-01-31'],
      }),
    ),
    currency: Type.Optional(
      plainText(32, {
        description: `The asset in which values are given. ${VALUATION_CURRENCY} if it is not given.`,
        examples: ['USDT'],
      }),
    ),
    sumsOnly: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether only the sums of each day are wanted: lists of venues and assets are then empty.',
        examples: [false],
      }),
    ),
  },
  { additionalProperties: false },
);
export type DayQuery = Static<typeof DayQuery>;

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
export const dayAfter = (day: string, count = 1): string => dayOf(new Date(Date.parse(day) + count * DAY_MS));

/** The rows of each day. */
export function groupByDay<T extends { readonly day: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const known = groups.get(row.day);
    if (known) known.push(row);
    else groups.set(row.day, [row]);
  }
  return groups;
}

/** The days of a query, in their order. */
export function readDays({ from, to }: DayQuery, now: Date): readonly [string, ...string[]] {
  const last = to ?? dayOf(now);
  const first = from ?? dayAfter(last, 1 - DEFAULT_DAYS);
  if (last < first) throw invalid({ to: ['must not be before from'] });
  if (dayAfter(first, MAX_DAYS - 1) < last) {
    throw invalid({ from: [`must be at most ${MAX_DAYS} days before the end of the period`] });
  }
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS;
  return [first, ...Array.from({ length: count }, (_, index) => dayAfter(first, index + 1))];
}
