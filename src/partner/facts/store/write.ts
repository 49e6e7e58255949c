import type { RunOptions, Session } from '../../../platform/duckdb/index.ts';
import { tableOf, type Kind } from '../kinds/index.ts';
import type { Derivation } from './derive.ts';
import {
  heirsOf,
  inheritAnew,
  insertNew,
  keepFormer,
  keepLatter,
  REPLACED,
  storedIn,
  updateReplaced,
  type Sender,
} from './apply.ts';
import { COUNT_LINES, deleteWithdrawn, type Counts } from './batch.ts';
import { countComing, noteLoose, type Coming } from './cluster.ts';
import type { Schema } from './schema.ts';
import { dayOf, markDays } from './mark.ts';
import { recompute, type Recomputing } from './recompute.ts';
import { touchByBatch, touchByChange } from './touch.ts';

/** How many rows of `batch` are new, repeat what is known or replace it, and how many facts are withdrawn. */
export async function countLines(session: Session): Promise<Counts> {
  const [counted] = await session.query<Counts & { lines: number }>(COUNT_LINES);
  const { lines = 0, repeated = 0, replaced = 0, withdrawn = 0 } = counted ?? {};
  return { accepted: lines - repeated - replaced, repeated, replaced, withdrawn };
}

interface Writing extends Counts, RunOptions, Pick<Recomputing, 'onRecomputed'> {
  readonly kind: Kind;
  readonly schema: Schema;
  /** The number of the batch or, of several, of the last one. */
  readonly number: number;
  readonly sender: Sender;
  /** Whether the rows are in the order of the table. */
  readonly isInOrder?: boolean;
}

/**
 * Stores the rows of `batch`, which were compared with those that are known, removes those of `withdrawal`, and computes
 * everything that follows from them.
 */
export async function writeRows(session: Session, writing: Writing): Promise<void> {
  const {
    kind,
    schema,
    number,
    sender,
    accepted,
    repeated,
    replaced,
    withdrawn,
    isInOrder = false,
  } = writing;
  const { signal, onProgress, onRecomputed } = writing;
  const { derivations, maxUpdatedRows } = schema;
  const options = { signal };
  await session.run(markBatch(kind, writing), options);
  if (accepted + replaced + withdrawn === 0) return;
  const own = derivations.find((derivation) => derivation.kind === kind.name);
  const watching = derivations.flatMap((derivation) => {
    const touch = touchByChange(derivation, kind.name, number);
    return touch === undefined ? [] : [{ derivation, touch }];
  });
  if (kind.time) {
    const coming = await session.query<Coming>(countComing(kind, kind.time, repeated > 0), [], options);
    await session.run(noteLoose(kind, coming), options);
  }
  if (own) await session.run(touchByBatch(kind, number, writing), options);
  if (watching.length > 0) await session.run(keepFormer(kind, writing), options);
  if (withdrawn > 0) await session.run(deleteWithdrawn(kind), options);
  if (replaced > 0) await session.run(updateReplaced(kind, own, sender), options);
  if (accepted > 0) {
    const isAllNew = repeated + replaced === 0;
    await session.run(insertNew(kind, own, { isAllNew, isInOrder, sender }), { ...options, onProgress });
  }
  if (replaced > 0) for (const heir of heirsOf(kind)) await session.run(inheritAnew(heir), options);
  if (watching.length > 0) await session.run(keepLatter(kind), options);
  for (const { derivation, touch } of watching) {
    await session.run(`${touch}; ${markTouched(derivation, number)}`, options);
    await recompute(session, { derivation, changedKind: kind.name, maxUpdatedRows, signal, onRecomputed });
  }
}

/** Marks the days that rows come to or leave; what was repeated may get another batch. */
function markBatch(kind: Kind, { replaced, withdrawn }: Counts): string {
  const table = tableOf(kind.name);
  const former = dayOf(kind.time && `stored.${kind.time}`);
  const days = [
    `select ${dayOf(kind.time)} as day from batch`,
    ...(replaced > 0 ? [storedIn(kind, REPLACED, `${former} as day`)] : []),
    ...(withdrawn > 0 ? [storedIn(kind, 'withdrawal', `${former} as day`)] : []),
  ];
  return markDays(table, days.join(' union all '));
}

const markTouched = ({ kind }: Derivation, number: number): string =>
  markDays(tableOf(kind), `select day from touched_days where version = ${number}`);
