import type { Fields } from '../../../platform/lucene/index.ts';

/**
 * The type of a column. `code` is text that cannot begin like a formula. `json` is nested JSON where the format has
 * it, else text.
 */
export type ColumnKind = 'text' | 'code' | 'decimal' | 'integer' | 'time' | 'json';

export interface Column {
  readonly kind: ColumnKind;
  /** A SQL expression. It is trusted: it becomes part of the SQL. */
  readonly value: string;
}

/** An export type. The SQL, the header and the column types of a file follow from it. */
export interface ExportType {
  /** The scope needed to read these rows. */
  readonly scope: string;
  /** A table, or a query in brackets with its name. It is trusted: it becomes part of the SQL. */
  readonly table: string;
  /** A SQL condition on the rows. It is trusted: it becomes part of the SQL. */
  readonly where?: string;
  /** The column that `from` and `to` refer to. */
  readonly time: string;
  /** A total order of the rows. */
  readonly order: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** The filter fields. */
  readonly fields: Fields;
}

export const text = (value: string): Column => ({ kind: 'text', value });
export const code = (value: string): Column => ({ kind: 'code', value });
export const decimal = (value: string): Column => ({ kind: 'decimal', value });
export const integer = (value: string): Column => ({ kind: 'integer', value });
export const time = (value: string): Column => ({ kind: 'time', value });
export const json = (value: string): Column => ({ kind: 'json', value });
