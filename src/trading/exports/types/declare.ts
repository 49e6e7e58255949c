import type { Fields } from '../../lucene/index.ts';

/**
 * What a column holds. `text` may be anything, `code` cannot begin like a formula, `decimal` is exact, `json` is a
 * value of its own where the format has such and text elsewhere.
 */
export type ColumnKind = 'text' | 'code' | 'decimal' | 'integer' | 'time' | 'json';

export interface Column {
  readonly kind: ColumnKind;
  /** A SQL expression. It is trusted: it becomes part of the SQL. */
  readonly value: string;
}

/** What can be exported, declared once: the SQL, the header and the types of a file are made of it. */
export interface ExportType {
  /** The scope that reading these rows needs, by an export as by a list. */
  readonly scope: string;
  readonly table: string;
  /** The column by which `from` and `to` select. */
  readonly time: string;
  /** The order of the rows; no two are equal in it. */
  readonly order: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** What the filter knows. */
  readonly fields: Fields;
}

export const text = (value: string): Column => ({ kind: 'text', value });
export const code = (value: string): Column => ({ kind: 'code', value });
export const decimal = (value: string): Column => ({ kind: 'decimal', value });
export const integer = (value: string): Column => ({ kind: 'integer', value });
export const time = (value: string): Column => ({ kind: 'time', value });
export const json = (value: string): Column => ({ kind: 'json', value });
