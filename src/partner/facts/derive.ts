import type { DerivedColumns } from './store/tables.ts';

/** What another module computes for each row of a kind and keeps beside it. */
export interface Derivation {
  /** The kind whose rows it enriches. */
  readonly kind: string;
  readonly columns: DerivedColumns;
  /** The statements that have to come before `enrich` for the same relation. */
  prepare(relation: string): string;
  /**
   * A select of the kind's fields and the derived columns for the rows of a relation that has the fields.
   * It refuses a row by `error('refused: <sentence>.')`.
   */
  enrich(relation: string): string;
  /**
   * A condition over the kind's table: which rows may come out otherwise now that facts of another kind have
   * changed. `latter` holds those facts as they are now, `former` the replaced ones as they were.
   * Undefined where facts of that kind have no influence.
   */
  affected(changedKind: string): string | undefined;
}
