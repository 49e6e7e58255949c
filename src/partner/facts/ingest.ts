import { Problem, type Context } from '../../kernel/index.ts';
import { rethrowRefusal, type Session } from '../../platform/duckdb/index.ts';
import { Claim } from './claim.ts';
import type { Kind } from './declare.ts';
import { requireKind } from './kinds/index.ts';
import type { Facts } from './open.ts';
import type { Source } from './source/source.ts';
import { append, type Appended, type Batch } from './log/append.ts';
import { judge, MAX_ERRORS, readRefused, type LineError, type Refused } from './judge.ts';
import { requireSecondPerson } from './second-person.ts';
import { stage, type Progress } from './stage.ts';
import { tellUnavailable } from './log/objects.ts';
import { Patience } from './patience.ts';
import { NotApplied, record } from './record.ts';
import { compareWithKnown, CREATE_WORK_TABLES, NO_WITHDRAWAL } from './store/batch.ts';
import { selectInOrder } from './store/cluster.ts';
import { readState } from './store/state.ts';
import { quote } from './store/tables.ts';
import { countLines, writeRows } from './store/write.ts';

export interface Ingestion {
  readonly kind: string;
  readonly source: Source;
  /** The same content under the same key gives the first answer again, and other content is refused. */
  readonly idempotencyKey?: string | undefined;
  /** The name of the file that it comes from, for the history of batches. */
  readonly fileName?: string | undefined;
  /** Checks and counts everything, and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** Refuses a batch that replaces a fact, or one that adds a fact. */
  readonly expects?: 'new' | 'known' | undefined;
  /** Appends the batch to the log; by default as facts of the caller. */
  readonly append?: ((batch: Batch) => Promise<Appended>) | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** Called with the time of the batch when it is in the log. A batch that changes nothing is not logged. */
  readonly onAccepted?: (asOf: Date) => void;
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
  const kind = requireKind(ingestion.kind);
  if (!ingestion.append && !ingestion.dryRun) requireSecondPerson(context.actor, kind.name);
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
      await session.run(`${CREATE_WORK_TABLES}; ${NO_WITHDRAWAL}`);
      const staged = await stage(context, session, kind, watched);
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
    const { asOf, withdrawn: _none, ...counts } = first;
    if (asOf) ingestion.onAccepted?.(asOf);
    return { ...NOTHING, ...counts };
  }
  const { applied } = await readState(session);
  if (applied < context.db.position.head) throw behind();
  await judge(context, session, work.kind);
  await session.run(compareWithKnown(work.kind), context);
  const found = await readRefused(session, work.kind);
  const refused = { lines: staged.lines + found.lines, errors: [...staged.errors, ...found.errors] };
  return refused.lines > 0 ? summarize(refused) : store(work).catch(rethrowRefusal);
}

function summarize({ lines, errors, stoppedAfter }: Refused): Summary {
  const first = errors.toSorted((a, b) => a.line - b.line).slice(0, MAX_ERRORS);
  return { ...NOTHING, refused: lines, errors: first, ...(stoppedAfter !== undefined && { stoppedAfter }) };
}

/** A batch cannot be compared with facts that the store does not have yet. */
export const behind = (): Problem =>
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

export const NOTHING: Summary = { accepted: 0, repeated: 0, replaced: 0, refused: 0, errors: [] };

const NOT_REPEATED =
  "(select * from batch anti join (select line from outcome where what = 'repeated') using (line))";

async function store(work: Work): Promise<Summary> {
  const { context, session, kind, ingestion, claim, onCounted } = work;
  const { db: facts, signal } = context;
  const counts = await countLines(session);
  const { accepted, repeated, replaced } = counts;
  const summary = { ...NOTHING, accepted, repeated, replaced };
  if (ingestion.expects === 'new' && replaced > 0)
    throw new Problem(
      'conflict',
      `It exists already with other content: see GET /api/manage/facts/kinds/${kind.name}/rows.`,
    );
  if (ingestion.expects === 'known' && accepted > 0)
    throw new Problem('not_found', 'It does not exist any more.');
  if (counts.accepted + counts.replaced === 0) {
    if (!ingestion.dryRun) await claim?.keep(context, counts);
    return summary;
  }
  const rehearse = async (): Promise<Summary> => {
    await session.run('begin');
    try {
      const { applied } = await readState(session);
      await writeRows(session, {
        kind,
        schema: facts.schema,
        number: applied + 1,
        sender: applied + 1,
        ...counts,
        signal,
      });
      return summary;
    } finally {
      await session.run('rollback');
    }
  };
  if (ingestion.dryRun) return rehearse();
  onCounted(summary);
  const lines = counts.accepted + counts.repeated + counts.replaced;
  const appended = await record(facts, session, {
    kind: kind.name,
    source: ingestion.source.format,
    fileName: ingestion.fileName,
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
        sender: number,
        ...counts,
        ...(isAllNew && { repeated: 0, isInOrder: true }),
        signal,
        onRecomputed: (fraction) => facts.position.noteRecomputed(fraction),
        onProgress: (fraction) => ingestion.onProgress?.({ step: 'storing', rows: lines, fraction }),
      });
    },
    append: (batch) => {
      const claimed = { ...batch, claim: claim?.content };
      return ingestion.append?.(claimed) ?? append({ ...context, db: facts.db }, claimed);
    },
  }).finally(() => facts.position.noteRecomputed(undefined));
  if (!appended) throw behind();
  ingestion.onAccepted?.(appended.createdAt);
  return summary;
}
