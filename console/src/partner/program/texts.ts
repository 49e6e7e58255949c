import { formatDay } from '../../shared/text/index.ts';

export const texts = {
  title: 'Overview',
  about: (from: string, to: string) => `The whole program, ${formatDay(from)} to ${formatDay(to)} (UTC).`,
  all: 'Show all',
  allOf: (title: string) => `${title}: show all`,
  partners: 'Partners who earned most',
  countries: 'Countries',
  byReward: 'By first-level rewards, in USD',
  leftOut:
    'First-level rewards are what partners earn from the orders of their own clients. Second-level rewards and progress rewards come on top; commissions only move between partners.',
  waiting: { title: 'Waiting proposals', nothing: 'No proposal waits.' },
  payouts: { title: 'Latest payouts', nothing: 'Nothing was credited yet.' },
  batches: { title: 'Latest facts', nothing: 'No facts were sent yet.' },
} as const;
