import type { TSchema } from 'typebox';
import type { Row, Value } from '../../../platform/duckdb/index.ts';
import type { Dialect } from '../../facts/serving/index.ts';
import type { Since } from '../../facts/log/index.ts';
import type { Filter } from './filters.ts';
import type { Reach, Visible } from './reach.ts';

/** A checked request, with defaults. */
export interface Ask {
  readonly groupBy: readonly string[];
  /** By the names of the filters. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Names with `-` before those that descend. */
  readonly ordering: readonly string[];
  readonly limit: number;
  /** Rows before the first one. */
  readonly offset: number;
  readonly period: Period | undefined;
  /** From the path. */
  readonly subject: string | number | undefined;
  /** From `updated_since`: only rows that may have changed since then. */
  readonly since?: Since | undefined;
}

/** Days are `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Scope extends Visible {
  readonly ask: Ask;
  /** The dimensions by which it is grouped or filtered; a source need not give others. */
  readonly dimensions: ReadonlySet<string>;
}

/** One member of a row or of the totals. */
export interface Field {
  readonly schema: TSchema;
  /** The value, from the columns of a row; the column of the same name where this is absent. */
  readonly read?: (row: Row, ask: Ask) => Value;
  /** By which expressions rows are ordered by it; its column where this is absent. */
  readonly order?: (dialect: Dialect) => readonly string[];
  /** In CSV, where one cell does not do: the names of its cells, and their values. */
  readonly cells?: {
    readonly names: (ask: Ask) => readonly string[];
    readonly read: (value: Value) => readonly Value[];
  };
}

export type Fields = Readonly<Record<string, Field>>;

export interface Totals {
  /** The name of the second object of the answer in the contract. */
  readonly name: 'totals' | 'meta';
  /** Aggregates over all matching rows, by the names of their columns. */
  readonly columns: (scope: Scope) => Readonly<Record<string, string>>;
  readonly fields: Fields;
}

/** A column that is looked up for the rows of a page alone, unless they are filtered or ordered by it. */
export interface Lookup {
  readonly column: string;
  /** A select of a relation's rows with the column beside them. */
  readonly add: (relation: string, scope: Scope) => string;
}

export interface Grouping {
  /** The dimensions, which are columns of the source, and their descriptions. */
  readonly dimensions: Readonly<Record<string, string>>;
  /**
   * Aggregates, by the names of their columns. A subquery may read `source`, all rows, or `found`, those that match the
   * filters.
   */
  readonly measures: (ask: Ask) => Readonly<Record<string, string>>;
  readonly byDefault: readonly string[];
  readonly most: number;
}

export interface PeriodRule {
  readonly description: string;
  /** The range of days when none or only one end of it is given; undefined for all days. */
  readonly complete: (
    given: Partial<Period>,
    today: string,
    query: Readonly<Record<string, unknown>>,
  ) => Period | undefined;
  readonly mostDays?: number;
  /** Other names of `date_from` and `date_to`. */
  readonly aliases?: Period;
  /** The column it bounds; where absent, the source bounds itself by `ask.period`. */
  readonly column?: string;
}

/** What the path names, such as a cohort. */
export interface Subject {
  readonly name: string;
  readonly schema: TSchema;
  /** A condition that is false if it does not exist. */
  readonly known: (scope: Scope) => string;
  readonly unknown: (subject: string | number) => string;
}

/** A report. Validation, SQL, paging, totals, CSV and documentation are derived from it. */
export interface Report {
  readonly name: string;
  readonly path: string;
  readonly operation: string;
  readonly summary: string;
  readonly description: string;
  /** The rows it can read. */
  readonly reach: Reach;
  readonly subject?: Subject;
  /** A select whose columns the filters, groupings, orderings and fields name. */
  readonly source: (scope: Scope) => string;
  readonly lookup?: Lookup;
  /** Whether rows are shown as stored: then page and totals each read only the columns they need. */
  readonly isStored?: true;
  readonly grouping?: Grouping;
  readonly period?: PeriodRule;
  /** Whether `updated_since` can be asked for: the source then has `is_updated`. */
  readonly tellsUpdates?: true;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly fields: Fields;
  /** The names by which rows may be ordered. */
  readonly orderings: readonly string[];
  /** The default order; groups are ordered by their dimensions. */
  readonly byDefault?: readonly string[];
  /** Columns that identify a row; for groups, their dimensions. */
  readonly key?: readonly string[];
  readonly totals: Totals;
  /** Whether the question names orders by their ticket alone, and a select of all `order_id` that these may mean. */
  readonly candidates?: {
    readonly areAsked: (ask: Ask) => boolean;
    readonly select: (scope: Scope) => string;
  };
  readonly paging?: { readonly firstOffset: number; readonly limit: number };
}
