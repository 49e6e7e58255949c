import { plural } from '../text/index.ts';

export const texts = {
  rows: (count: number) => plural(count, 'row', 'rows'),
  loading: 'Loading',
  download: 'Download the rows shown as CSV',
  selected: 'Selected',
  select: (id: string) => `Select ${id}`,
  none: '–',
} as const;
