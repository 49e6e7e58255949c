import type { Field } from './fields.ts';

/** A parsed filter, fully checked against the fields, so that `lower` cannot fail. */
export type Query =
  | { readonly kind: 'all' }
  | { readonly kind: 'boolean'; readonly clauses: readonly Clause[] }
  | Leaf;

/** A condition on one field. */
export type Leaf =
  | { readonly kind: 'exists'; readonly field: Field }
  | { readonly kind: 'term'; readonly field: Field; readonly text: string }
  /** In the pattern, `*` and `?` are wildcards; a backslash escapes a literal `*`, `?` or backslash. */
  | { readonly kind: 'wildcard'; readonly field: Field; readonly pattern: string }
  | Regexp
  | { readonly kind: 'fuzzy'; readonly field: Field; readonly text: string; readonly edits: 1 | 2 }
  | Range;

interface Regexp {
  readonly kind: 'regexp';
  readonly field: Field;
  readonly source: string;
  /** The PostgreSQL expression, or undefined if it can match nothing. */
  readonly expression: string | undefined;
}

interface Range {
  readonly kind: 'range';
  readonly field: Field;
  /** Undefined at an open end. */
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
}

export interface Clause {
  readonly occur: Occur;
  readonly query: Query;
}

export type Occur = 'must' | 'should' | 'must-not';

export interface Bound {
  readonly text: string;
  readonly inclusive: boolean;
}

/** An error in a filter and how to fix it. Positions count UTF-16 code units. */
export interface Diagnostic {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
}
