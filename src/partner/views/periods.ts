import { addDays, rangesOf } from '../reports/index.ts';

/** Ranges of days that move with the present day. */
export const PERIODS = ['today', '7d', '28d', 'month', 'last_month', 'year'] as const;
type PeriodName = (typeof PERIODS)[number];

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first and the last day of a range, as seen on a day. */
const RANGES: Readonly<Record<PeriodName, (day: string) => readonly [string, string]>> = {
  today: (day) => [day, day],
  '7d': (day) => [addDays(day, -6), day],
  '28d': (day) => [addDays(day, -27), day],
  month: (day) => [monthOf(day), day],
  last_month: (day) => [monthOf(addDays(monthOf(day), -1)), addDays(monthOf(day), -1)],
  year: (day) => [`${day.slice(0, 4)}-01-01`, day],
};

/** What the console shows of a report without days. */
const USUAL = { range: 'date', period: '28d' } as const;
/** Of a report that takes both, `reward_date` is another name of `date`. */
const DATED = ['date_from', 'date_to', 'reward_date_from', 'reward_date_to', 'order_id'];

interface Viewed {
  readonly report: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly display: { readonly periods?: Readonly<Record<string, string>> };
}

/** The parameters of a view with the days that its ranges have on a day, as the console shows them. */
export function queryOn({ report, query, display }: Viewed, day: string): Record<string, unknown> {
  const isDated = DATED.some((parameter) => parameter in query);
  const periods = { ...(!isDated && { [USUAL.range]: USUAL.period }), ...display.periods };
  const ranges = rangesOf(report);
  // Without one, the console shows the present month.
  const cohort = report === 'advanced_tqi' && { cohort: day.slice(0, 7) };
  const days = Object.entries(periods).flatMap(([range, period]) => {
    if (!ranges.includes(range)) return [];
    const [from, to] = RANGES[period as PeriodName](day);
    return [
      [`${range}_from`, from],
      [`${range}_to`, to],
    ] as const;
  });
  return { ...cohort, ...query, ...Object.fromEntries(days) };
}
