import { QuaestorError, type FactsFile } from '@quaestor/sdk';
import type { FactKind } from './queries.ts';

const FORMATS: Readonly<Record<string, FactsFile['format']>> = {
  csv: 'csv',
  tsv: 'tsv',
  xlsx: 'xlsx',
  parquet: 'parquet',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

/** The format of a file by its name; browsers do not know all types. */
export const formatOf = (name: string): FactsFile['format'] | undefined =>
  FORMATS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];

/** A file names its fields as the API does. */
export const columnNames = ({ fields }: FactKind): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map(({ name }) => [name, name]));

interface ColumnFaults {
  /** Columns of the file that are no fields of the kind. */
  readonly unknown: readonly string[];
  /** Fields whose column is missing or cannot hold them, each with the reason. */
  readonly ofFields: readonly string[];
}

/** What the server says is wrong with the columns of a file. */
export function columnFaultsOf(error: unknown, { fields }: FactKind): ColumnFaults {
  const isOfColumns = error instanceof QuaestorError && error.code === 'validation_failed';
  const errors = Object.entries(isOfColumns ? error.errors : {});
  const isField = (name: string) => fields.some((field) => field.name === name);
  return {
    unknown: errors.flatMap(([name]) => (isField(name) ? [] : [name])),
    ofFields: errors.flatMap(([name, reasons]) =>
      isField(name) ? reasons.map((reason) => `${name} ${reason}`) : [],
    ),
  };
}
