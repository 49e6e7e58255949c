import type { RunOptions, Session } from '../../../platform/duckdb/index.ts';
import { tableOf, type Kind, kindNamed } from '../kinds/index.ts';
import type { Derivation } from './derive.ts';
import { allColumns, fieldNames, update } from './apply.ts';
import { clustering } from './cluster.ts';
import { createTable, quote, SENT_IN } from './tables.ts';

/** An update keeps the former values in memory until it is committed, so more rows are written to a new table. */
const MAX_UPDATED_ROWS = 1_000_000;

export interface Recomputing extends Pick<RunOptions, 'signal'> {
  readonly derivation: Derivation;
  /** The kind whose facts have changed: `former` and `latter` have them. */
  readonly changedKind: string;
  /** Further rows are written to a new table. */
  readonly maxUpdatedRows?: number | undefined;
  /** Called with the completed fraction when a new table is written. */
  readonly onRecomputed?: ((fraction: number) => void) | undefined;
}

interface Month {
  /** Its first day. */
  readonly month: string;
  readonly rows: number;
  readonly affected: number;
}

/** Computes the derived columns again that a change of another kind may alter. To be run in a transaction. */
export async function recompute(session: Session, recomputing: Recomputing): Promise<void> {
  const { derivation, changedKind, maxUpdatedRows = MAX_UPDATED_ROWS, signal } = recomputing;
  const months = await session.query<Month>(countAffected(derivation, changedKind), [], { signal });
  const affected = months.reduce((sum, month) => sum + month.affected, 0);
  if (affected === 0) return;
  if (affected <= maxUpdatedRows) await session.run(updateAffected(derivation, changedKind), { signal });
  else await rewrite(session, months, recomputing);
}

/**
 * Writes the whole table again, month by month, and puts it in the place of the former one. Readers see the former table
 * until the transaction is committed. Memory is needed for one month, disk for a second table.
 */
async function rewrite(
  session: Session,
  months: readonly Month[],
  { derivation, signal, onRecomputed }: Recomputing,
): Promise<void> {
  const kind = kindNamed(derivation.kind);
  const table = tableOf(kind.name);
  const next = `${table}_next`;
  const affected = months.filter((month) => month.affected > 0);
  const total = months.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  onRecomputed?.(0);
  await session.run(
    `${derivation.prepare(rowsOf(kind, affected))}; ${createTable(kind, derivation.columns, next)}`,
    {
      signal,
    },
  );
  const columns = allColumns(kind, derivation).join(', ');
  for (const month of months) {
    const rows = rowsOf(kind, [month]);
    await session.run(
      `insert into ${next} (${columns})
        select ${columns} from ${month.affected > 0 ? `(${derivation.enrich(rows)})` : rows}
        order by ${clustering(kind)}`,
      { signal },
    );
    done += month.rows;
    onRecomputed?.(done / total);
  }
  await session.run(`
    drop table ${table};
    alter table ${next} rename to ${table};
    delete from loose where kind = ${quote(kind.name)}`);
}

const monthOf = ({ time }: Kind): string => `date_trunc('month', ${time})::date`;

const rowsOf = (kind: Kind, months: readonly Month[]): string => {
  const ranges = months.map(({ month }) => {
    const first = `date ${quote(month)}`;
    return `${kind.time} >= ${first} and ${kind.time} < ${first} + interval 1 month`;
  });
  return `(select * from ${tableOf(kind.name)} where ${ranges.join(' or ')})`;
};

const affectedBy = (derivation: Derivation, changedKind: string): string =>
  derivation.affected(changedKind) ?? 'false';

function countAffected(derivation: Derivation, changedKind: string): string {
  const kind = kindNamed(derivation.kind);
  return `
    select month, count(*) as rows, count(*) filter (is_affected) as affected from (
      select ${monthOf(kind)} as month, (${affectedBy(derivation, changedKind)}) as is_affected
      from ${tableOf(kind.name)}
    ) group by month order by month`;
}

/** Rewrites only the rows that did change. */
function updateAffected(derivation: Derivation, changedKind: string): string {
  const kind = kindNamed(derivation.kind);
  const table = tableOf(kind.name);
  const columns = Object.keys(derivation.columns);
  const changed = columns.map((name) => `${table}.${name} is distinct from latest.${name}`);
  const rows = `(select ${[...fieldNames(kind), SENT_IN].join(', ')} from ${table} where ${affectedBy(derivation, changedKind)})`;
  return `
    ${derivation.prepare(rows)};
    create temp table redone as
      select ${[...kind.key, ...columns].join(', ')} from (${derivation.enrich(rows)});
    ${update(kind, columns, 'redone')} and (${changed.join(' or ')});
    drop table redone`;
}
