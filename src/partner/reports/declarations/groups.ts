import {
  anyOrNone,
  isoWeek,
  textOf,
  texts,
  type Ask,
  type Field,
  type Fields,
  type PeriodRule,
  type Totals,
} from '../query/index.ts';
import { COUNT, summed } from './totals.ts';

/** The descriptions of the dimensions of performance reports. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  partner_uid: 'The partner.',
  day: 'The day, such as 2024-03-01.',
  week: 'The ISO week, such as 2024-W09.',
  month: 'The month, such as 2024-03.',
  year: 'The year.',
  country: 'Where the person was, or where the client lives.',
  campaign_code: 'The campaign of the link.',
  campaign_title: 'The title of the campaign.',
  click_url: 'The address the link led to.',
  referrer: 'The page the link was on.',
  referrer_domain: 'The domain of that page.',
  client_platform: 'Where the link was seen, or where the client registered.',
  partner_code: 'The code of the link.',
};

const toldOf = (name: string): string =>
  DESCRIPTIONS[name] ?? (name.startsWith('utm_') ? 'As in the link.' : "The partner's own mark.");

export const dimensions = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, toldOf(name)]));

export const TIME = ['day', 'week', 'month', 'year'] as const;
export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

const UTM_EXAMPLES: Readonly<Record<(typeof UTM)[number], string>> = {
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'spring',
  utm_term: 'forex',
  utm_content: 'top-banner',
};
export const UTM_FILTERS = Object.fromEntries(
  UTM.map((name) => [name, anyOrNone(name, 'Only these.', UTM_EXAMPLES[name])]),
);

/** The values of the dimensions of a row, in the requested order. */
export const GROUP_FIELDS: Field = {
  ...texts('The values of what was grouped by, in that order; empty where there is none.', ['2024-03-01']),
  read: (row, ask) => ask.groupBy.map((name) => tell(name, textOf(row[name]))),
  cells: {
    names: ({ groupBy }: Ask) => groupBy,
    read: (values) => (Array.isArray(values) ? values : []),
  },
};

/** Units of time are kept by their first day. */
function tell(dimension: string, value: string): string {
  switch (dimension) {
    case 'week':
      return isoWeek(value);
    case 'month':
      return value.slice(0, 7);
    case 'year':
      return value.slice(0, 4);
    default:
      return value;
  }
}

export const MONTH_TO_DATE: PeriodRule = {
  description: 'Without dates, the current month to date.',
  complete: ({ from, to }, today) => {
    const last = to ?? today;
    return { from: from ?? `${last.slice(0, 7)}-01`, to: last };
  },
};

/** Totals from the sums of the measures. Ratios are computed from the sums. */
export function groupTotals(measures: readonly string[], fields: Fields): Totals {
  return {
    name: 'totals',
    columns: () => ({ count: 'count(*)', ...summed(...measures) }),
    fields: { ...COUNT, ...fields },
  };
}
