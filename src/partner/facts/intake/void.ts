import { noFieldErrors, Problem, type FieldErrors } from '../../../kernel/index.ts';
import type { Session } from '../../../platform/duckdb/index.ts';
import {
  changeFacts,
  rolledBack,
  type FactsChange,
  type FactsDecision,
  type FactsContext,
} from '../handle/index.ts';
import { HashedSource } from './hash-source.ts';
import { type Kind, findKind, KINDS, requireKind } from '../kinds/index.ts';
import { validate, MAX_ERRORS, type LineError } from './validate.ts';
import { voidWith, type Appended, type Batch, withFiles, downloadAll, logStore } from '../log/index.ts';
import { requireSecondPerson } from './second-person.ts';
import { rowsSource } from './source/source.ts';
import { stage } from './stage.ts';
import { rowSql, batchSql, selectFacts, countLines, writeRows } from '../store/index.ts';

/** What to withdraw: the facts of a batch, or facts by their keys. */
export type Voiding = (BatchVoiding | KeyVoiding) & {
  /** Why, for the audit log. */
  readonly reason?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Appends the void to the log; by default as a void of the caller. */
  readonly append?: ((batch: Batch) => Promise<Appended>) | undefined;
};

interface BatchVoiding {
  readonly batch: number;
}

interface KeyVoiding {
  readonly kind: string;
  /** The fields of their keys. */
  readonly facts: readonly object[];
}

export interface Voided {
  /** The number of the batch that withdraws. */
  readonly number: number;
  readonly kind: string;
  readonly voids: number | null;
  /** Facts that exist no more. */
  readonly withdrawn: number;
  /** Facts that are again what they were before the voided batch. */
  readonly restored: number;
  readonly created_at: string;
}

/**
 * Withdraws facts by a batch of its own. A voided batch leaves every key as if the batch had never been sent: a fact
 * that a later batch replaced stays, one that the batch replaced is restored, and all others are withdrawn.
 */
export async function voidFacts(context: FactsContext, voiding: Voiding): Promise<Voided> {
  return 'batch' in voiding ? voidBatch(context, voiding) : voidKeys(context, voiding);
}

async function voidBatch(
  context: FactsContext,
  { batch: number, reason, append }: Extract<Voiding, BatchVoiding>,
): Promise<Voided> {
  const { facts, db } = context;
  const batch = await logStore.selectBatch(db, number).executeTakeFirst();
  if (!batch) throw new Problem('not_found', `There is no batch ${number}.`);
  const kind = findKind(batch.kind);
  if (!kind)
    throw new Problem('unprocessable', `Batch ${number} is a payout. Void the facts that it comes from.`);
  if (batch.source === 'void')
    throw new Problem('unprocessable', `Batch ${number} is a void. Send its facts again instead.`);
  if (!append) requireSecondPerson(context.actor, kind.name);
  const change: FactsChange<void, Voided> = {
    stage: async (session) => void (await session.run(batchSql.CREATE_WORK_TABLES)),
    async decide(session) {
      const voids = await logStore.selectVoids(db, kind.name).execute();
      const first = voids.find((each) => each.voids === number);
      if (first) return { batches: [], answer: () => toVoided(first) };
      const ignored = voids.flatMap((each) => [each.number, each.voids ?? 0]);
      await withFiles(facts, async (files) => {
        const from = batch.replaced > 0 ? 1 : number;
        const paths = await downloadAll(
          files,
          await logStore.selectObjectsFrom(db, kind.name, from).execute(),
        );
        await session.run(resolve(kind, await selectFacts(session, kind, paths), number, ignored), context);
      });
      const { withdrawn, ...restored } = await countLines(session);
      if (withdrawn + restored.accepted === 0)
        throw new Problem(
          'unprocessable',
          `Later batches replaced all facts of batch ${number}. Void those first.`,
        );
      return withdraw(context, session, { kind, voids: number, reason, append });
    },
  };
  return changeFacts(context, change);
}

/**
 * Creates `withdrawal` and `batch`: the facts of a batch that are still the newest, without or with an earlier version.
 * Batches that were voided and what their voids restored do not count.
 */
function resolve(kind: Kind, logged: string, number: number, ignored: readonly number[]): string {
  const key = kind.key.join(', ');
  const fields = rowSql.fieldNames(kind).join(', ');
  return `
    create temp table version as
      with logged as (${logged})
      select * from logged semi join (select ${key} from logged where batch = ${number}) using (${key})
      where batch not in (${[0, ...ignored].join(', ')});
    create temp table newest as
      select ${key} from version group by ${key} having max(batch) = ${number};
    create temp table earlier as
      select distinct on (${key}) * from version semi join newest using (${key})
      where batch < ${number} order by ${key}, batch desc;
    create temp table withdrawal as
      select row_number() over (order by ${key}) as line, ${fields}
      from version semi join newest using (${key})
      anti join (from earlier where not withdrawn) using (${key})
      where batch = ${number};
    create temp table batch as
      select row_number() over (order by ${key}) as line, ${fields} from earlier where not withdrawn`;
}

async function voidKeys(
  context: FactsContext,
  { kind: name, facts: keys, reason, idempotencyKey, append }: Extract<Voiding, KeyVoiding>,
): Promise<Voided> {
  const kind = requireKind(name);
  if (!append) requireSecondPerson(context.actor, kind.name);
  const given = rowsSource(keys);
  const hashed =
    idempotencyKey === undefined
      ? undefined
      : new HashedSource(given, { key: idempotencyKey, kind: name, action: 'void' });
  const change: FactsChange<void, Voided> = {
    sentKey: hashed?.sentKey,
    async stage(session) {
      const source = (await hashed?.open()) ?? given;
      await session.run(batchSql.CREATE_WORK_TABLES);
      const staged = await stage(context, session, keysOf(kind), { source });
      if (staged.lines > 0) throw refuseKeys(staged.errors);
    },
    async decide(session) {
      const fields = rowSql.fieldNames(kind);
      await session.run(`
        create temp table wanted as from batch;
        drop view batch;
        create temp table withdrawal as
          ${rowSql.storedIn(kind, 'wanted', `sent.line, ${fields.map((field) => `stored.${field}`).join(', ')}`)};
        create temp view batch as select line, ${fields.join(', ')} from withdrawal where false`);
      const missing = await session.query<LineError>(
        `select line, '' as field, 'is not known' as reason from wanted
          where line not in (select line from withdrawal) order by line limit ${MAX_ERRORS}`,
      );
      if (missing.length > 0) throw refuseKeys(missing);
      return withdraw(context, session, { kind, reason, append });
    },
  };
  return changeFacts(context, change);
}

/** The kind with the fields of its key alone. */
const keysOf = (kind: Kind): Kind => ({
  ...kind,
  fields: Object.fromEntries(Object.entries(kind.fields).filter(([name]) => kind.key.includes(name))),
  references: [],
  rules: [],
  guards: [],
});

interface Withdrawing {
  readonly kind: Kind;
  readonly voids?: number | undefined;
  readonly reason?: string | undefined;
  readonly append?: Voiding['append'];
}

/** Withdraws the facts of `withdrawal` and restores those of `batch`. */
async function withdraw(
  context: FactsContext,
  session: Session,
  { kind, voids, reason, append }: Withdrawing,
): Promise<FactsDecision<Voided>> {
  const { facts, signal } = context;
  await checkWithdrawal(context, session, kind);
  await session.run(batchSql.compareWithKnown(kind), context);
  const lines = await countLines(session);
  const { withdrawn, repeated } = lines;
  const restored = repeated + lines.replaced;
  const fields = rowSql.fieldNames(kind).join(', ');
  return {
    batches: [
      {
        kind: kind.name,
        source: 'void',
        accepted: 0,
        repeated: 0,
        replaced: restored,
        withdrawn,
        voids,
        rows: `select ${fields}, false as withdrawn from batch union all select ${fields}, true from withdrawal`,
        async write(number) {
          if (repeated > 0) await session.run(rowSql.noteRepeated(kind, number), { signal });
          await writeRows(session, {
            kind,
            schema: facts.schema,
            number,
            sender: number,
            ...lines,
            signal,
            onRecomputed: (fraction) => facts.position.noteRecomputed(fraction),
          });
        },
        append: (batch) => append?.(batch) ?? voidWith(context, { batch, reason }),
      },
    ],
    answer: ([appended]) => {
      if (!appended) throw new Error('A void was not appended.');
      const { number, createdAt } = appended;
      return {
        number,
        kind: kind.name,
        voids: voids ?? null,
        withdrawn,
        restored,
        created_at: createdAt.toISOString(),
      };
    },
  };
}

/** Checks what a void would leave behind, in a transaction that is rolled back. */
async function checkWithdrawal(context: FactsContext, session: Session, kind: Kind): Promise<void> {
  const guards = context.facts.schema.guards.filter(
    (guard) => guard.kind === kind.name && guard.against === 'withdrawal',
  );
  await rolledBack(session, async () => {
    for (const guard of guards) await session.run(batchSql.refuseGuarded(guard), context);
    await session.run(batchSql.deleteWithdrawn(kind), context);
    for (const other of KINDS)
      for (const reference of other.references.filter(({ to }) => to === kind.name))
        await session.run(batchSql.refuseReferred(kind, other, reference), context);
    await throwRefused(session, kind, 'withdrawal');
    await validate(context, session, kind);
    await throwRefused(session, kind, 'batch');
  });
}

async function throwRefused(session: Session, kind: Kind, relation: 'withdrawal' | 'batch'): Promise<void> {
  const [found] = await session.query<{ lines: number }>('select count(distinct line) as lines from refusal');
  const lines = found?.lines ?? 0;
  if (lines === 0) return;
  const refused = await session.query<{ key: string; reason: string }>(
    `select concat_ws('/', ${kind.key.join(', ')}) as key, refusal.field || ' ' || refusal.reason as reason
      from refusal join ${relation} using (line) order by line, refusal.reason limit ${MAX_ERRORS}`,
  );
  const errors: FieldErrors = noFieldErrors();
  for (const { key, reason } of refused) (errors[key] ??= []).push(reason);
  const what = relation === 'withdrawal' ? 'cannot be withdrawn' : 'cannot become what they were before';
  throw new Problem('unprocessable', `Nothing was withdrawn, because ${lines} facts ${what}.`, { errors });
}

function refuseKeys(errors: readonly LineError[]): Problem {
  const fields: FieldErrors = noFieldErrors();
  for (const { line, field, reason } of errors)
    (fields[field === '' ? `facts.${line - 1}` : `facts.${line - 1}.${field}`] ??= []).push(reason);
  return new Problem('unprocessable', 'Nothing was withdrawn.', { errors: fields });
}

interface VoidRow {
  readonly number: number;
  readonly kind: string;
  readonly voids: number | null;
  readonly withdrawn: number;
  readonly replaced: number;
  readonly created_at: Date;
}

const toVoided = ({ number, kind, voids, withdrawn, replaced, created_at }: VoidRow): Voided => ({
  number,
  kind,
  voids,
  withdrawn,
  restored: replaced,
  created_at: created_at.toISOString(),
});
