import type { Session } from '../../../platform/duckdb/index.ts';
import { findKind, tableOf } from '../kinds/index.ts';
import type { BatchGroup } from '../log/index.ts';
import { noteRepeated } from './apply.ts';
import { compareWithKnown, CREATE_WORK_TABLES, sameKey } from './batch.ts';
import { projectedKind, type Schema } from './schema.ts';
import type { Recomputing } from './recompute.ts';
import { lastRows, selectFacts, selectRows } from './rows.ts';
import { noteApplied } from './state.ts';
import { countLines, writeRows } from './write.ts';

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
  // A kind that only a newer version knows has no place in a store of this one.
  if (kind || projected) {
    const rows = kind
      ? await selectFacts(session, kind, paths)
      : await selectRows(session, projected?.columns ?? {}, paths);
    await session.run(`create temp view logged as ${rows} where batch between ${first} and ${last.number}`);
  }
  if (projected) await session.run(projected.insert('logged'));
  if (kind) {
    const writing = { kind, schema, number: last.number, sender: undefined, ...options };
    if (hasReplaced) {
      await session.run(`
        ${CREATE_WORK_TABLES};
        create temp table changed as
          select row_number() over () as line, * rename (batch as sent_in)
          from ${lastRows(kind, 'logged', range(first, last.number))};
        create temp view batch as select * exclude (withdrawn) from changed where not withdrawn;
        create temp table withdrawal as
          select changed.* exclude (withdrawn) from changed
          semi join ${tableOf(kind.name)} stored on ${sameKey(kind, 'changed', 'stored')}
          where withdrawn;
        ${compareWithKnown(kind)}`);
      const counts = await countLines(session);
      if (counts.repeated > 0) await session.run(noteRepeated(kind, undefined), options);
      await writeRows(session, { ...writing, ...counts });
    } else {
      await session.run(
        'create temp view batch as select * exclude (withdrawn) rename (batch as sent_in) from logged',
      );
      const isInOrder = first === last.number;
      await writeRows(session, { ...writing, accepted, repeated: 0, replaced: 0, withdrawn: 0, isInOrder });
    }
  }
  await noteApplied(session, last);
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
