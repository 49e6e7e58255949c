import type { Session } from '../../platform/duckdb/index.ts';
import { findKind } from './kinds/index.ts';
import type { BatchGroup } from './log/read.ts';
import { compareWithKnown, CREATE_WORK_TABLES } from './store/batch.ts';
import { projectedKind, type Schema } from './store/layout.ts';
import type { Recomputing } from './store/recompute.ts';
import { columnsOf, lastRows, selectRows } from './store/rows.ts';
import { noteApplied } from './store/state.ts';
import { countLines, writeRows } from './store/write.ts';

/** Applies batches of the log, which were checked when they were accepted. To be run in a transaction. */
export async function applyGroup(
  session: Session,
  schema: Schema,
  { kind: name, first, last, accepted, hasReplaced }: BatchGroup,
  paths: readonly string[],
  options: Pick<Recomputing, 'signal' | 'onRecomputed'>,
): Promise<void> {
  const kind = findKind(name);
  const projected = projectedKind(schema, name);
  const columns = kind ? columnsOf(kind) : projected?.columns;
  // A kind that only a newer version knows has no place in a store of this one.
  if (columns) {
    const rows = `${await selectRows(session, columns, paths)} where batch between ${first} and ${last.number}`;
    await session.run(`create temp view logged as ${rows}`);
  }
  if (projected) await session.run(projected.insert('logged'));
  if (kind) {
    const writing = { kind, schema, number: last.number, ...options };
    if (hasReplaced) {
      await session.run(`
        ${CREATE_WORK_TABLES};
        create temp table batch as
          select row_number() over () as line, * exclude (batch)
          from ${lastRows(kind, 'logged', range(first, last.number))};
        ${compareWithKnown(kind)}`);
      await writeRows(session, { ...writing, ...(await countLines(session)) });
    } else {
      await session.run('create temp view batch as select * exclude (batch) from logged');
      const isInOrder = first === last.number;
      await writeRows(session, { ...writing, accepted, repeated: 0, replaced: 0, isInOrder });
    }
  }
  await noteApplied(session, last);
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
