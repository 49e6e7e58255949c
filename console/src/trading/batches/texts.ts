import { formatList, plural } from '../../shared/text/index.ts';

export const texts = {
  title: 'Withdrawals from a file',
  about: 'Every line is checked by the server before any of them can be requested.',
  file: 'CSV file',
  aboutFile: (columns: readonly string[]) =>
    `Its first line names the columns: ${formatList(columns)}. A destination is a saved one, or an address with its network.`,
  choose: 'Choose a file',
  template: 'Download an example',
  example: 'withdrawals.csv',
  faults: {
    empty: 'The file has no line.',
    many: (most: number) => `The file has more than ${most} lines.`,
    missing: (columns: readonly string[]) => `The column ${formatList(columns)} is missing.`,
    unknown: (columns: readonly string[]) => `${formatList(columns)} is not a column of this file.`,
    cells: (line: number) => `Line ${line} has another number of cells than the first line.`,
    twice: (reference: string) => `The reference ${reference} is there twice.`,
    amount: 'The amount is not a number such as 1250.50.',
  },
  columns: {
    line: 'Line',
    amount: 'Amount',
    destination: 'Destination',
    venue: 'Venue',
    reference: 'Reference',
    result: 'Result',
  },
  lines: 'Lines',
  states: {
    waiting: 'Not checked yet',
    busy: 'In work',
    passed: 'Passed',
    requested: 'Requested',
    failed: 'Failed',
  },
  check: (count: number) => `Check ${plural(count, 'line', 'lines')}`,
  request: (count: number) => `Request ${plural(count, 'withdrawal', 'withdrawals')}`,
  aboutRequest: 'A line that fails can be sent again: the same reference never pays twice.',
  done: (count: number) => `${plural(count, 'withdrawal', 'withdrawals')} requested.`,
  show: 'Show the withdrawals',
} as const;
