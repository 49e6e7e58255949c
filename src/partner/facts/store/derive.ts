/** Columns that another module computes for each row of a kind. */
export interface Derivation {
  /** The kind whose rows get the columns. */
  readonly kind: string;
  /** Name to SQL type. */
  readonly columns: Readonly<Record<string, string>>;
  /** Statements to run before `enrich` for the same relation. */
  prepare(relation: string): string;
  /**
   * A select of the kind's fields, `sent_in` and the derived columns for the rows of a relation that has the first two.
   * It refuses a row by `error('refused: <sentence>.')`.
   */
  enrich(relation: string): string;
  /**
   * A condition over the kind's table for the rows to compute again after facts of another kind have changed.
   * `latter` has those facts as they are now, `former` the replaced ones as they were. Undefined when facts of that
   * kind have no influence.
   */
  affected(changedKind: string): string | undefined;
  /** The same for rows that do not change but have to be credited again. */
  recredited(changedKind: string): string | undefined;
}
