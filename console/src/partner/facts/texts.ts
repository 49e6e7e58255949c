import type { FactBatches } from '@quaestor/sdk';
import { sentenceOf } from '../../shared/text/index.ts';
import { sourceName } from './source-texts.ts';

type Batch = FactBatches['batches'][number];

/** The units of fields that are numbers. */
const units: Readonly<Record<string, string>> = {
  reward_size: 'a lot',
  rate_per_million: 'USD a million',
  reward_percentage: '%',
  second_level_percent: '%',
  commission_percentage: '%',
  percent: '%',
  clearing_days: 'days',
  window_days: 'days',
};

export const texts = {
  units,
  yes: 'Yes',
  no: 'No',
  list: {
    title: 'Facts',
    description: 'What everything is computed from. Each batch was stored whole, and can be voided.',
    create: 'Send a file',
    empty: {
      title: 'No batch yet',
      text: 'Send partners, clients, orders and deposits as CSV, XLSX or Parquet. Reports and rewards follow at once.',
    },
    unmatched: { title: 'No batch of these facts', text: 'Choose other facts.' },
  },
  kind: 'Facts',
  allKinds: 'All facts',
  kindName: (kind: string) => sentenceOf(kind),
  sourceOf: ({ source, file_name, voids }: Batch): string => {
    if (file_name !== null) return file_name;
    return voids === null ? sourceName(source) : `Void of ${voids}`;
  },
  columns: {
    number: 'Batch',
    kind: 'Facts',
    file: 'From',
    who: 'Who',
    accepted: 'New',
    replaced: 'Replaced',
    withdrawn: 'Withdrawn',
    at: 'When',
  },
  batch: {
    title: (number: string) => `Batch ${number}`,
    missing: { title: 'There is no such batch', text: 'Choose one of the list.' },
    facts: {
      kind: 'Facts',
      source: 'From',
      who: 'Who',
      at: 'When',
      accepted: 'New',
      repeated: 'Stored before',
      replaced: 'Replaced',
      withdrawn: 'Withdrawn',
      voids: 'Voids batch',
      voidedBy: 'Voided by batch',
    },
    voided: (by: number) => `Batch ${by} voids it. Send its facts again to bring them back.`,
    aboutVoid:
      'Leaves every fact as if this batch had never been sent. Rewards follow, and days that were credited already become adjustments.',
    needsSecondPerson:
      'A second person confirms changes of this kind. Open what should go, and propose to withdraw it.',
    propose: 'Find what should go',
    reason: 'Reason, for the audit log',
    void: 'Void the batch',
    askVoid: 'Withdraw its facts?',
    confirmVoid: 'Withdraw them',
  },
  send: {
    title: 'Send a file',
    about: 'The file is checked first. It is stored whole, or not at all.',
    kind: 'Facts',
    file: 'File',
    aboutFile: 'CSV, XLSX, Parquet or NDJSON, at most 64 MiB.',
    choose: 'Choose a file',
    unknownFormat: 'Choose a file that ends with .csv, .tsv, .xlsx, .parquet or .ndjson.',
    decimal: 'Decimals',
    decimals: { point: '1234.5', comma: '1234,5' },
    check: 'Check the file',
    checking: 'Checking every line. Nothing is stored.',
    submit: 'Import it',
    showBatches: 'Show all batches',
  },
  mapping: {
    title: 'Columns with other names',
    about: 'Say which field each column is, or leave it out. Then check the file again.',
    column: (name: string) => `Column ${name}`,
    open: 'Choose a field',
    leaveOut: 'Leave it out',
    required: (field: string) => `${field} (required)`,
  },
  summary: {
    checked: 'Nothing is wrong with the file. It is not stored yet.',
    stored: 'The facts are stored.',
    accepted: 'new',
    repeated: 'stored before',
    replaced: 'replace others',
  },
  faults: {
    title: 'What to fix',
    about: 'Correct these lines and choose the file again. Nothing was stored.',
    wholeLine: 'Whole line',
    empty: 'empty',
    fix: (reason: string, form: string) => `${reason} (expected: ${form})`,
    columns: { line: 'Line', field: 'Field', value: 'Value', fix: 'How to fix it' },
  },
  fields: {
    title: (kind: string) => `Fields of ${kind.toLowerCase()}`,
    about: 'The columns of a file, in any order.',
    key: 'Key',
    required: 'Required',
    optional: 'Optional',
    columns: {
      name: 'Field',
      required: 'Needed',
      meaning: 'Meaning',
      form: 'What it must be',
      example: 'Example',
    },
  },
} as const;
