import { formatInteger, plural } from '../text/index.ts';

export const texts = {
  rows: (count: number) => plural(count, 'row', 'rows'),
  rowsOf: (loaded: number, total: number) =>
    `${formatInteger(loaded)} of ${plural(total, 'row', 'rows')} loaded`,
  rowsSoFar: (loaded: number) => `${plural(loaded, 'row', 'rows')} loaded so far`,
  loading: 'Loading',
  download: 'Download the rows shown as CSV',
  downloadLoaded: (loaded: number) => `Download the ${plural(loaded, 'loaded row', 'loaded rows')} as CSV`,
  adjust: 'Columns and rows',
  dense: 'Close rows',
  selected: 'Selected',
  select: (name: string) => `Select ${name}`,
  none: '–',
} as const;
