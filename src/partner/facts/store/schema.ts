import { sha256 } from '../../../kernel/index.ts';
import type { Derivation } from './derive.ts';
import { type ForeignGuard, KINDS } from '../kinds/index.ts';
import type { ProjectedKind, Projection } from './projection.ts';
import { CREATE_MARKS } from './mark.ts';
import { CREATE_SEQUENCES, createTable } from './tables.ts';

/** What makes up a store besides the kinds of facts. */
export interface Schema {
  /** Columns that other modules keep beside the facts, at most one for each kind. */
  readonly derivations: readonly Derivation[];
  /** What other modules do not let facts change. */
  readonly guards: readonly ForeignGuard[];
  readonly projections: readonly Projection[];
  /** A change of more rows writes their table again instead of updating it in memory. */
  readonly maxUpdatedRows?: number | undefined;
}

/** `applied` is the number of the last batch of the log that the store has, `batch_id` its id. */
const STATE = `
  create table fact_state (applied bigint not null, batch_id varchar, as_of timestamp);
  insert into fact_state values (0, null, null);
  create table loose (kind varchar not null, month date not null, row_count bigint not null);
  create table touched_days (day date not null, version bigint not null);
  ${CREATE_MARKS}`;

export function createTables({ derivations, projections }: Schema): string {
  const tables = KINDS.map((kind) =>
    createTable(kind, derivations.find((derivation) => derivation.kind === kind.name)?.columns ?? {}),
  );
  return [STATE, CREATE_SEQUENCES, `${tables.join(';\n')};`, ...projections.map((each) => each.tables)].join(
    '\n',
  );
}

/** Names the layout: a store of another one has to be made again. */
export const layoutOf = (schema: Schema): string => sha256(createTables(schema)).toString('hex').slice(0, 12);

export function projectedKind({ projections }: Schema, kind: string): ProjectedKind | undefined {
  return projections.find(({ kinds }) => Object.hasOwn(kinds, kind))?.kinds[kind];
}
