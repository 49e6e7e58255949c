import { csvLine, XLSX, xlsxFile, type TextColumns } from '../../requests/index.ts';
import { typeOf, unitOf, type Report } from '../query/index.ts';
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
    write: (blocks, report) => xlsxFile(blocks, columnsOf(report)),
  },
};

/** Groups of days are called `day`. What has a unit is a number, also where the API has it as text. */
const columnsOf = ({ fields }: Report): TextColumns =>
  new Map([
    ['day', 'day'],
    ...Object.entries(fields).flatMap(([name, { schema }]): [string, 'day' | 'number'][] => {
      const type = typeOf(schema);
      if (type === 'date') return [[name, 'day']];
      return type === 'string' && unitOf(name, type) !== null ? [[name, 'number']] : [];
    }),
  ]);
