import { Problem } from '../../../kernel/index.ts';
import type { Session } from '../../../platform/duckdb/index.ts';
import { changeFacts, type FactsChange, type NewBatch, type FactsContext } from '../handle/index.ts';
import { HashedSource } from './hash-source.ts';
import { type Kind, requireKind, tableOf } from '../kinds/index.ts';
import { validate, MAX_ERRORS, readRefused, type LineError, type Refused } from './validate.ts';
import { append, type Appended, type Batch } from '../log/index.ts';
import { requireSecondPerson } from './second-person.ts';
import type { Source } from './source/source.ts';
import { stage, type Progress } from './stage.ts';
import { batchSql, type Counts, selectInOrder, quote, countLines, writeRows } from '../store/index.ts';

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
  /** Fields that the sender has read: refuses a batch that would change one of them. */
  readonly keeps?: readonly string[] | undefined;
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

export const NOTHING: Summary = { accepted: 0, repeated: 0, replaced: 0, refused: 0, errors: [] };

/** Stores a batch of facts of one kind: all of them or none. */
export async function ingest(context: FactsContext, ingestion: Ingestion): Promise<Summary> {
  const kind = requireKind(ingestion.kind);
  const { dryRun = false } = ingestion;
  if (!ingestion.append && !dryRun) requireSecondPerson(context.actor, kind.name);
  return changeFacts(context, sending(context, kind, ingestion), { dryRun });
}

function sending(context: FactsContext, kind: Kind, ingestion: Ingestion): FactsChange<Refused, Summary> {
  const { idempotencyKey: key, onProgress } = ingestion;
  const hashed =
    key === undefined
      ? undefined
      : new HashedSource(ingestion.source, { key, kind: kind.name, action: 'send' });
  return {
    sentKey: hashed?.sentKey,
    onRepeated: (asOf) => ingestion.onAccepted?.(asOf),
    async stage(session) {
      const source = (await hashed?.open()) ?? ingestion.source;
      await session.run(`${batchSql.CREATE_WORK_TABLES}; ${batchSql.NO_WITHDRAWAL}`);
      return stage(context, session, kind, { source, onProgress });
    },
    answered: async (_session, staged) => (staged.stoppedAfter === undefined ? undefined : summarize(staged)),
    async decide(session, staged) {
      await validate(context, session, kind);
      await session.run(batchSql.compareWithKnown(kind), context);
      const found = await readRefused(session, kind);
      const refused = { lines: staged.lines + found.lines, errors: [...staged.errors, ...found.errors] };
      if (refused.lines > 0) return { batches: [], isRefused: true, answer: () => summarize(refused) };
      const counts = await countLines(session);
      const { accepted, repeated, replaced } = counts;
      requireExpected(kind, ingestion.expects, counts);
      if (ingestion.keeps) await requireKept(session, kind, ingestion.keeps);
      const isChange = accepted + replaced > 0;
      return {
        batches: isChange ? [batchOf(context, session, kind, { ingestion, counts })] : [],
        answer: () => ({ ...NOTHING, accepted, repeated, replaced }),
      };
    },
  };
}

function summarize({ lines, errors, stoppedAfter }: Refused): Summary {
  const first = errors.toSorted((a, b) => a.line - b.line).slice(0, MAX_ERRORS);
  return { ...NOTHING, refused: lines, errors: first, ...(stoppedAfter !== undefined && { stoppedAfter }) };
}

function requireExpected(kind: Kind, expects: Ingestion['expects'], { accepted, replaced }: Counts): void {
  if (expects === 'new' && replaced > 0)
    throw new Problem(
      'conflict',
      `It exists already with other content: see GET /api/manage/facts/kinds/${kind.name}/rows.`,
    );
  if (expects === 'known' && accepted > 0) throw new Problem('not_found', 'It does not exist any more.');
}

async function requireKept(session: Session, kind: Kind, fields: readonly string[]): Promise<void> {
  const isOther = fields.map((field) => `batch.${field} is distinct from stored.${field}`).join(' or ');
  const changed = await session.query(
    `select 1 from batch join ${tableOf(kind.name)} stored using (${kind.key.join(', ')}) where ${isOther || 'false'} limit 1`,
  );
  if (changed.length > 0) throw new Problem('conflict', 'It was changed in the meantime.');
}

const NOT_REPEATED =
  "(select * from batch anti join (select line from outcome where what = 'repeated') using (line))";

interface Sent {
  readonly ingestion: Ingestion;
  readonly counts: Counts;
}

function batchOf(context: FactsContext, session: Session, kind: Kind, { ingestion, counts }: Sent): NewBatch {
  const { facts, signal } = context;
  const lines = counts.accepted + counts.repeated + counts.replaced;
  return {
    kind: kind.name,
    source: ingestion.source.format,
    fileName: ingestion.fileName,
    ...counts,
    rows: selectInOrder(kind, counts.repeated > 0 ? NOT_REPEATED : 'batch'),
    async write(number, path) {
      const writing = { kind, schema: facts.schema, number, sender: number, ...counts, signal };
      if (path === undefined) return writeRows(session, writing);
      const isAllNew = counts.replaced === 0;
      if (isAllNew)
        await session.run(`create or replace temp view batch as from read_parquet(${quote(path)})`);
      return writeRows(session, {
        ...writing,
        ...(isAllNew && { repeated: 0, isInOrder: true }),
        onRecomputed: (fraction) => facts.position.noteRecomputed(fraction),
        onProgress: (fraction) => ingestion.onProgress?.({ step: 'storing', rows: lines, fraction }),
      });
    },
    append: (batch) => ingestion.append?.(batch) ?? append(context, batch),
    onAppended: ({ createdAt }) => ingestion.onAccepted?.(createdAt),
  };
}
