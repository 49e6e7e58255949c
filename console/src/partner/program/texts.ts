import { formatDay } from '../../shared/text/index.ts';

export const texts = {
  title: 'Overview',
  about: (from: string, to: string) => `The whole program, ${formatDay(from)} to ${formatDay(to)} (UTC).`,
  all: 'Show all',
  allOf: (title: string) => `${title}: show all`,
  partners: 'Partners who earned most',
  countries: 'Countries',
  byReward: 'By rewards, in USD',
  unknown: 'Unknown',
  nothing: 'Nothing was earned in this period.',
  waiting: { title: 'Waiting for a second person', nothing: 'No proposal waits.' },
  payouts: { title: 'Latest payouts', nothing: 'Nothing was credited yet.' },
  batches: { title: 'Latest facts', nothing: 'No facts were sent yet.' },
  number: (number: number) => `#${number}`,
} as const;
