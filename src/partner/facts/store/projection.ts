import type { Session } from '../../../platform/duckdb/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';

/** Tables that another module keeps in the store beside the facts. */
export interface Projection {
  /** Creates its tables and views, empty. */
  readonly tables: string;
  /** The kinds of batches that fill them. */
  readonly kinds: Readonly<Record<string, ProjectedKind>>;
  /** Fills those that come from PostgreSQL itself and not from the log. It runs when a store is opened or made. */
  readonly refresh?: (session: Session, db: Db) => Promise<void>;
}

export interface ProjectedKind {
  /** The table that gets a row for each row of its batches. */
  readonly table: string;
  /** The columns of its objects, with the types in which `insert` gets them. */
  readonly columns: Readonly<Record<string, string>>;
  /** Statements that insert the rows of a relation. */
  insert(relation: string): string;
}
