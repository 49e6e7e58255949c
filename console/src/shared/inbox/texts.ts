import { plural } from '../text/index.ts';

export const texts = {
  title: 'Inbox',
  description: 'Everything that waits for you, the most important first.',
  empty: { title: 'Nothing waits for you' },
  columns: { what: 'What', about: 'About', by: 'By', at: 'Since' },
  others: (count: number) => `and ${plural(count, 'other', 'others')}`,
} as const;
