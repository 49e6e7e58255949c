import type { Session } from '../../../platform/duckdb/index.ts';
import type { Kind } from '../kinds/index.ts';
import type { Fault } from './source/line-records.ts';
import { SHOWN_CHARACTERS } from './checks.ts';
import { quote, batchSql } from '../store/index.ts';
import type { FactsContext } from '../handle/index.ts';

export const MAX_ERRORS = 1000;

export interface LineError extends Fault {
  /** Counted from 1. */
  readonly line: number;
}

export interface Refused {
  readonly lines: number;
  readonly errors: readonly LineError[];
  readonly stoppedAfter?: number | undefined;
}

/** Compares the lines of `batch` with each other and with what the store has, and lists faults in `refusal`. */
export async function validate(context: FactsContext, session: Session, kind: Kind): Promise<void> {
  await session.run(batchSql.findTwice(kind), context);
  const [twice] = await session.query('select 1 from twice limit 1');
  if (twice) await session.run(batchSql.refuseTwice(kind), context);
  for (const reference of kind.references)
    await session.run(batchSql.refuseUnknown(kind, reference), context);
  const foreign = context.facts.schema.guards.filter(
    (guard) => guard.kind === kind.name && guard.against === 'change',
  );
  for (const guard of [...kind.guards, ...foreign]) await session.run(batchSql.refuseGuarded(guard), context);
}

/** The faults of `refusal`, with the values of `batch`. */
export async function readRefused(session: Session, kind: Kind): Promise<Refused> {
  const [found] = await session.query<{ lines: number }>('select count(distinct line) as lines from refusal');
  const errors = await session.query<LineError>(
    `select refusal.line, field, case field ${shown(kind)} end as value, refusal.reason
      from (from refusal order by line, field, reason limit ${MAX_ERRORS}) refusal left join batch using (line)
      order by refusal.line, field, refusal.reason`,
  );
  return { lines: found?.lines ?? 0, errors };
}

const shown = (kind: Kind): string =>
  Object.keys(kind.fields)
    .map((name) => `when ${quote(name)} then left(batch.${name}::varchar, ${SHOWN_CHARACTERS})`)
    .join(' ');
