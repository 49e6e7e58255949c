import { Problem, type Context } from '../../kernel/index.ts';
import { rethrowRefusal, type Session } from '../../platform/duckdb/index.ts';
import { Claim } from './claim.ts';
import type { Kind } from './declare.ts';
import { findKind, KINDS } from './kinds/index.ts';
import type { Facts } from './open.ts';
import { parquetRows, selectedRows, tellUnreadable } from './source/columns.ts';
import type { Fault } from './source/record.ts';
import type { Source } from './source/source.ts';
import { stageText } from './source/stage.ts';
import { append } from './log/append.ts';
import { tellUnavailable } from './log/objects.ts';
import { Patience } from './patience.ts';
import { NotApplied, record } from './record.ts';
import {
  compareWithKnown,
  CREATE_WORK_TABLES,
  findTwice,
  judgeTwice,
  refuseGuarded,
  refuseUnknown,
} from './store/batch.ts';
import { selectInOrder } from './store/cluster.ts';
import { checkedRows, listFaults, type RawRows } from './store/checks.ts';
import { readState } from './store/state.ts';
import { quote } from './store/tables.ts';
import { countLines, writeRows } from './store/write.ts';

const MAX_ERRORS = 1000;
/** Reading stops after so many lines with faults of their own. */
const MAX_FAULTY_LINES = 1000;

export interface Ingestion {
  readonly kind: string;
  readonly source: Source;
  /** The same content under the same key gives the first answer again, and other content is refused. */
  readonly idempotencyKey?: string | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** Called with the time of the batch when it is in the log. A batch that changes nothing is not logged. */
  readonly onAccepted?: (asOf: Date) => void;
}

export interface Progress {
  readonly step: 'reading' | 'checking' | 'storing';
  /** Lines read so far. */
  readonly rows: number;
  /** Of the step, from 0 to 1, if it is known. */
  readonly fraction?: number | undefined;
}

export interface LineError extends Fault {
  /** Counted from 1. */
  readonly line: number;
}

/** When anything is refused, nothing is stored. */
export interface Summary {
  readonly accepted: number;
  /** Facts that were known, word for word. */
  readonly repeated: number;
  /** Facts that were known with other content, which they have lost. */
  readonly replaced: number;
  readonly refused: number;
  /** By line; at most the first 1,000. */
  readonly errors: readonly LineError[];
  /** The last line that was read, if reading stopped early because too many lines were refused. */
  readonly stoppedAfter?: number | undefined;
}

/** Stores a batch of facts of one kind: all of them or none. */
export async function ingest(context: Context<Facts>, ingestion: Ingestion): Promise<Summary> {
  const kind = findKind(ingestion.kind);
  if (!kind) {
    const names = KINDS.map(({ name }) => name).join(', ');
    throw new Problem('not_found', `There is no kind of facts named ${ingestion.kind}: there are ${names}.`);
  }
  const { lease } = context.db;
  return lease.during(() => ingestKind(context, kind, ingestion), context.signal);
}

async function ingestKind(context: Context<Facts>, kind: Kind, ingestion: Ingestion): Promise<Summary> {
  const { db: facts, signal } = context;
  const { position } = facts;
  const patience = new Patience(position, signal);
  let stored = NOTHING;
  try {
    if (position.applied < position.head) await patience.during(facts.catchUp());
    return await facts.database.prepare(async (session, alone) => {
      const { idempotencyKey: key, source } = ingestion;
      const claim = key === undefined ? undefined : new Claim(key, kind.name);
      const watched = claim ? { ...ingestion, source: await claim.watch(source) } : ingestion;
      const work: Work = {
        context,
        session,
        kind,
        ingestion: watched,
        claim,
        onCounted: (counts) => (stored = counts),
      };
      await session.run(CREATE_WORK_TABLES);
      const staged = await stage(work);
      return alone(() => {
        patience.end();
        return settle(work, staged);
      });
    }, patience.signal);
  } catch (error) {
    if (!(error instanceof NotApplied)) return tellUnavailable(error);
    ingestion.onAccepted?.(error.appended.createdAt);
    // The log has it. The store gets it now or, when it cannot be written, as soon as it can.
    await facts.catchUp().catch(() => {});
    return stored;
  } finally {
    patience.end();
  }
}

async function settle(work: Work, staged: Refused): Promise<Summary> {
  const { context, session, ingestion, claim } = work;
  if (staged.stoppedAfter !== undefined) return summarize(staged);
  const first = await claim?.recall(context);
  if (first) {
    const { asOf, ...counts } = first;
    if (asOf) ingestion.onAccepted?.(asOf);
    return { ...NOTHING, ...counts };
  }
  const { applied } = await readState(session);
  if (applied < context.db.position.head) throw behind();
  await judge(work);
  const found = await readRefused(session);
  const refused = { lines: staged.lines + found.lines, errors: [...staged.errors, ...found.errors] };
  return refused.lines > 0 ? summarize(refused) : store(work).catch(rethrowRefusal);
}

function summarize({ lines, errors, stoppedAfter }: Refused): Summary {
  const first = errors.toSorted((a, b) => a.line - b.line).slice(0, MAX_ERRORS);
  return { ...NOTHING, refused: lines, errors: first, ...(stoppedAfter !== undefined && { stoppedAfter }) };
}

/** A batch cannot be compared with facts that the store does not have yet. */
const behind = (): Problem =>
  new Problem('unavailable', 'The fact store is catching up with the log. Send the batch again.', {
    headers: { 'retry-after': '1' },
  });

interface Work {
  readonly context: Context<Facts>;
  readonly session: Session;
  readonly kind: Kind;
  readonly ingestion: Ingestion;
  readonly claim: Claim | undefined;
  /** Called before the batch is appended, because the store may fail after it. */
  readonly onCounted: (summary: Summary) => void;
}

interface Refused {
  readonly lines: number;
  readonly errors: readonly LineError[];
  readonly stoppedAfter?: number | undefined;
}

export const NOTHING: Summary = { accepted: 0, repeated: 0, replaced: 0, refused: 0, errors: [] };

/** Reads the source into `batch`, without the lines that have faults of their own, which it returns. */
async function stage({ context, session, kind, ingestion }: Work): Promise<Refused> {
  const { source, onProgress } = ingestion;
  const { signal } = context;
  const errors: LineError[] = [];
  let unreadable = 0;
  let faulty = 0;
  let stoppedAfter: number | undefined;
  const countFaulty = async (raw: RawRows, onCheck?: (fraction: number) => void): Promise<void> => {
    const sql = 'select count(*) as count from checked where not ok';
    const [found] = await session.query<{ count: number }>(sql, [], { signal, onProgress: onCheck });
    const count = found?.count ?? 0;
    const list = listFaults(kind, raw, MAX_FAULTY_LINES);
    if (count > faulty) errors.push(...(await session.query<LineError>(list, [], { signal })));
    faulty = count;
  };
  if ('bytes' in source) {
    stoppedAfter = await stageText(
      {
        session,
        kind,
        folder: context.db.spillFolder,
        signal,
        onRows: (rows) => onProgress?.({ step: 'reading', rows, fraction: source.progress?.() }),
        onFaults: (line, faults) => {
          unreadable += 1;
          errors.push(...faults.map((fault) => ({ line, ...fault })));
        },
        onStaged: countFaulty,
        isEnough: () => unreadable + faulty >= MAX_FAULTY_LINES,
      },
      source,
    );
  } else {
    const raw =
      source.format === 'parquet'
        ? await parquetRows(session, kind, source.path)
        : await selectedRows(session, kind, source.sql);
    await session.run(`create temp view checked as ${checkedRows(kind, raw)}`);
    const onCheck = (fraction: number) => onProgress?.({ step: 'checking', rows: 0, fraction });
    await countFaulty(raw, onCheck).catch(tellUnreadable);
  }
  const fields = Object.keys(kind.fields).join(', ');
  await session.run(
    `create temp view batch as select line, ${fields} from checked${faulty > 0 ? ' where ok' : ''}`,
  );
  return { lines: unreadable + faulty, errors, stoppedAfter };
}

/** Compares the lines with each other and with the store. */
async function judge({ context, session, kind }: Work): Promise<void> {
  await session.run(findTwice(kind), context);
  const [twice] = await session.query('select 1 from twice limit 1');
  if (twice) await session.run(judgeTwice(kind), context);
  for (const reference of kind.references) await session.run(refuseUnknown(kind, reference), context);
  const foreign = context.db.schema.guards.filter((guard) => guard.kind === kind.name);
  for (const guard of [...kind.guards, ...foreign]) await session.run(refuseGuarded(guard), context);
  await session.run(compareWithKnown(kind), context);
}

async function readRefused(session: Session): Promise<Refused> {
  const [found] = await session.query<{ lines: number }>('select count(distinct line) as lines from refusal');
  const errors = await session.query<LineError>(
    `select line, field, reason from refusal order by line, field, reason limit ${MAX_ERRORS}`,
  );
  return { lines: found?.lines ?? 0, errors };
}

const NOT_REPEATED =
  "(select * from batch anti join (select line from outcome where what = 'repeated') using (line))";

async function store(work: Work): Promise<Summary> {
  const { context, session, kind, ingestion, claim, onCounted } = work;
  const { db: facts, signal } = context;
  const counts = await countLines(session);
  const summary = { ...NOTHING, ...counts };
  if (counts.accepted + counts.replaced === 0) {
    await claim?.keep(context, counts);
    return summary;
  }
  onCounted(summary);
  const lines = counts.accepted + counts.repeated + counts.replaced;
  const appended = await record(facts, session, {
    kind: kind.name,
    source: ingestion.source.format,
    ...counts,
    rows: selectInOrder(kind, counts.repeated > 0 ? NOT_REPEATED : 'batch'),
    async write(number, path) {
      const isAllNew = counts.replaced === 0;
      if (isAllNew)
        await session.run(`create or replace temp view batch as from read_parquet(${quote(path)})`);
      await writeRows(session, {
        kind,
        schema: facts.schema,
        number,
        ...counts,
        ...(isAllNew && { repeated: 0, isInOrder: true }),
        signal,
        onRecomputed: (fraction) => facts.position.noteRecomputed(fraction),
        onProgress: (fraction) => ingestion.onProgress?.({ step: 'storing', rows: lines, fraction }),
      });
    },
    append: (batch) => append({ ...context, db: facts.db }, { ...batch, claim: claim?.content }),
  }).finally(() => facts.position.noteRecomputed(undefined));
  if (!appended) throw behind();
  ingestion.onAccepted?.(appended.createdAt);
  return summary;
}
