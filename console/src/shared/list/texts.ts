import { plural } from '../text/index.ts';

export const texts = {
  find: 'Find',
  cut: (rows: number) =>
    `Only the first ${plural(rows, 'row', 'rows')} can be shown and found here. There may be more.`,
  saved: {
    title: 'Saved filters',
    none: 'Filter the list, then save the filter here. It stays in this browser.',
    name: 'Name of the filter',
    save: 'Save',
    remove: (name: string) => `Remove ${name}`,
  },
} as const;
