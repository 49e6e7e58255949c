import { csvLine, XLSX, xlsxFile } from '../requests/index.ts';
import type { Report } from './declare.ts';
import type { Lines } from './read.ts';

/** A way to write all rows of a report as a file. */
export interface FileFormat {
  readonly extension: string;
  readonly contentType: string;
  readonly write: (lines: AsyncIterable<Lines>, report: Report) => AsyncGenerator<string | Uint8Array>;
}

export const CSV = 'text/csv';

/** By what requests accept. */
export const FILES: Readonly<Record<typeof CSV | typeof XLSX, FileFormat>> = {
  [CSV]: {
    extension: 'csv',
    contentType: `${CSV}; charset=utf-8; header=present`,
    async *write(blocks) {
      for await (const lines of blocks) yield lines.map(csvLine).join('');
    },
  },
  [XLSX]: {
    extension: 'xlsx',
    contentType: XLSX,
    write: (blocks, report) => xlsxFile(blocks, datesOf(report)),
  },
};

/** The columns with days; groups of days are called `day`. */
const datesOf = ({ fields }: Report): ReadonlySet<string> =>
  new Set([
    'day',
    ...Object.entries(fields)
      .filter(([, { schema }]) => 'format' in schema && schema.format === 'date')
      .map(([name]) => name),
  ]);
