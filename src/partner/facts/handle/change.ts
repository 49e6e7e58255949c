import { randomUUID } from 'node:crypto';
import { Problem } from '../../../kernel/index.ts';
import { refusalOf, type Session } from '../../../platform/duckdb/index.ts';
import { findFirst, insertClaims } from '../../../platform/idempotency/index.ts';
import { type Appended, type Batch, tellUnavailable, withFiles, findAppended } from '../log/index.ts';
import { claimOf, type SentKey } from './claim.ts';
import type { Facts, FactsContext } from './open.ts';
import { saveObject, noteApplied, readState } from '../store/index.ts';
import { WaitLimit } from './wait-limit.ts';

/** A change of facts. Its stages run in one session, whose temporary tables end with it. */
export interface FactsChange<Staged, Answer> {
  /** Reads what is to be changed into temporary tables, while others may write. */
  stage(session: Session): Promise<Staged>;
  /** The answer, if it does not depend on the facts. */
  answered?(session: Session, staged: Staged): Promise<Answer | undefined>;
  /** The key with which the change was sent, if it has one. Its answer is then kept as JSON. */
  readonly sentKey?: SentKey | undefined;
  /** Called instead of the rest when it is a repeat, with the time of the log at the first answer. */
  readonly onRepeated?: (asOf: Date) => void;
  /** Checks what was staged against the facts of the whole log, while nobody else writes. Throws to refuse it. */
  decide(session: Session, staged: Staged): Promise<FactsDecision<Answer>>;
}

export interface FactsDecision<Answer> {
  /** What is appended to the log, one after the other; empty if nothing changes. */
  readonly batches: readonly NewBatch[];
  /** Whether the answer refuses the change. A repeat is then decided again. */
  readonly isRefused?: boolean;
  /** `appended` has the batches that are in the log: all, unless the store failed to apply one. */
  readonly answer: (appended: readonly Appended[]) => Answer;
}

/** A batch that is about to be appended. */
export interface NewBatch extends Pick<
  Batch,
  'kind' | 'source' | 'accepted' | 'repeated' | 'replaced' | 'withdrawn' | 'voids' | 'fileName'
> {
  /** A select of the rows that its object gets beside their batch. */
  readonly rows: string;
  /** Writes the rows to the store. `path` is a file of the object, which a dry run does not have. */
  readonly write: (number: number, path?: string) => Promise<void>;
  /** Appends the batch to the log in a transaction of PostgreSQL, together with what belongs to it. */
  readonly append: (batch: Batch) => Promise<Appended>;
  /** Called when the log has it. */
  readonly onAppended?: (appended: Appended) => void;
}

interface ChangeOptions {
  /** Checks everything, writes to the store in a transaction that is rolled back, and appends nothing. */
  readonly dryRun?: boolean | undefined;
}

/** Makes a change as soon as this process holds the lease. */
export function changeFacts<Staged, Answer>(
  context: FactsContext,
  change: FactsChange<Staged, Answer>,
  options: ChangeOptions = {},
): Promise<Answer> {
  const { facts, signal } = context;
  const { lease, position } = facts;
  return lease.during(async () => {
    const limit = new WaitLimit(position, signal);
    try {
      if (position.applied < position.head) await limit.during(facts.catchUp()).catch(tellUnavailable);
      return await perform(context, change, { ...options, limit });
    } finally {
      limit.end();
    }
  }, signal);
}

/** Makes one of several changes, for a caller who holds the lease and waits for others as long as it takes. */
export const changeInSeries = <Staged, Answer>(
  context: FactsContext,
  change: FactsChange<Staged, Answer>,
): Promise<Answer> => perform(context, change, {});

/** Runs work on what a change would stage, and keeps nothing of it. */
export function tryFacts<Staged, Result>(
  { facts, signal }: FactsContext,
  stage: (session: Session) => Promise<Staged>,
  work: (session: Session, staged: Staged) => Promise<Result>,
): Promise<Result> {
  return facts.database.prepare(async (session) => {
    const staged = await stage(session);
    return rolledBack(session, () => work(session, staged));
  }, signal);
}

/** Runs work in a transaction of the store that is always rolled back. */
export async function rolledBack<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.run('begin');
  try {
    return await work();
  } finally {
    await session.run('rollback');
  }
}

/** The store lacks batches of the log, with which a change has to be compared. */
export class Behind extends Problem {
  constructor() {
    super('unavailable', 'The fact store is catching up with the log. Send the batch again.', {
      headers: { 'retry-after': '1' },
    });
  }
}

/** The last batch of the store, which must be the last of the log as far as this process knows. */
export async function requireHead({ position }: Facts, session: Session): Promise<number> {
  const { applied } = await readState(session);
  if (applied < position.head) throw new Behind();
  return applied;
}

async function perform<Staged, Answer>(
  context: FactsContext,
  change: FactsChange<Staged, Answer>,
  { dryRun = false, limit }: ChangeOptions & { readonly limit?: WaitLimit },
): Promise<Answer> {
  const { facts, signal } = context;
  const appended: Appended[] = [];
  const decided: { decision?: FactsDecision<Answer> } = {};
  const decide = async (session: Session, staged: Staged): Promise<FactsDecision<Answer>> => {
    const known = (await change.answered?.(session, staged)) ?? (await repeat(context, change));
    if (known !== undefined) return { batches: [], answer: () => known };
    await requireHead(facts, session);
    const decision = await change.decide(session, staged);
    const isUnchanged = decision.batches.length === 0 && !decision.isRefused;
    if (isUnchanged && !dryRun) await keep(context, change, decision);
    return decision;
  };
  const record = async (session: Session, batch: NewBatch, first?: Batch['first']): Promise<void> => {
    if (dryRun) await rehearse(session, batch);
    else await recordBatch(facts, session, { ...batch, first }, (each) => appended.push(each));
  };
  try {
    return await facts.database.prepare(async (session, alone) => {
      const staged = await change.stage(session);
      const { batches, answer } = await alone(async () => {
        limit?.end();
        const decision = await decide(session, staged);
        decided.decision = decision;
        const [first] = decision.batches;
        if (first) await record(session, first, firstOf(context, change, decision));
        return decision;
      });
      for (const batch of batches.slice(1)) await alone(() => record(session, batch));
      return answer(appended);
    }, limit?.signal ?? signal);
  } catch (error) {
    if (error instanceof NotApplied && decided.decision) {
      // The log has it. The store gets it now or, when it cannot be written, as soon as it can.
      await facts.catchUp().catch(() => {});
      return decided.decision.answer(appended);
    }
    return tellUnavailable(refusalOf(error) ?? error);
  }
}

/** What is stored to answer a repeat. */
interface KeptAnswer<Answer> {
  readonly answer: Answer;
  /** The time of the log at the first answer. */
  readonly asOf: string | null;
}

/** The first answer to the same change under the same key, if there was one. */
async function repeat<Staged, Answer>(
  context: FactsContext,
  { sentKey, onRepeated }: FactsChange<Staged, Answer>,
): Promise<Answer | undefined> {
  const first = sentKey && (await findFirst(context.db, claimOf(context, sentKey)));
  if (!first) return undefined;
  context.noteReplay?.();
  const { answer, asOf } = first.answer as KeptAnswer<Answer>;
  if (asOf !== null) onRepeated?.(new Date(asOf));
  return answer;
}

/** What the transaction that appends the first batch of a change keeps for repeats. */
function firstOf<Staged, Answer>(
  context: FactsContext,
  { sentKey }: FactsChange<Staged, Answer>,
  { answer }: FactsDecision<Answer>,
): Batch['first'] {
  if (!sentKey) return undefined;
  return {
    claim: claimOf(context, sentKey),
    answer: (appended): KeptAnswer<Answer> => ({
      answer: answer([appended]),
      asOf: appended.createdAt.toISOString(),
    }),
  };
}

/** Keeps the answer to a change that appends nothing. */
async function keep<Staged, Answer>(
  context: FactsContext,
  { sentKey }: FactsChange<Staged, Answer>,
  decision: FactsDecision<Answer>,
): Promise<void> {
  if (!sentKey) return;
  const { db, clock, facts } = context;
  const asOf = facts.position.asOf?.toISOString() ?? null;
  const answer: KeptAnswer<Answer> = { answer: decision.answer([]), asOf };
  const claim = claimOf(context, sentKey);
  await insertClaims([{ claim, subject: null, answer, now: clock.now() }]).execute(db);
}

/** Writes a batch to the store as if it were the next one. */
async function rehearse(session: Session, { write }: NewBatch): Promise<void> {
  const { applied } = await readState(session);
  await rolledBack(session, () => write(applied + 1));
}

/** A batch is in the log, but the store could not keep it and has to catch up. */
class NotApplied extends Error {
  override readonly name = 'NotApplied';

  constructor({ number }: Appended, cause: unknown) {
    super(`The store failed to apply batch ${number}.`, { cause });
  }
}

/** Writes a batch to the store and appends it to the log; the log decides. To be run by the only writer of the store. */
async function recordBatch(
  facts: Facts,
  session: Session,
  { rows, write, append, onAppended, ...batch }: NewBatch & Pick<Batch, 'first'>,
  note: (appended: Appended) => void,
): Promise<void> {
  const { position } = facts;
  const epoch = await facts.lease.hold();
  const id = randomUUID();
  let appended: Appended | undefined;
  try {
    appended = await withFiles(facts, (files) =>
      session.transaction(async () => {
        const number = (await requireHead(facts, session)) + 1;
        const path = files.newPath();
        const rowCount = await saveObject(
          session,
          `select ${number}::bigint as batch, * from (${rows})`,
          path,
        );
        // Both have to end before the transaction does, even if one of them fails.
        const [uploaded, written] = await Promise.allSettled([
          files.upload(batch.kind, { path, rowCount }),
          write(number, path),
        ]);
        if (written.status === 'rejected') throw written.reason;
        if (uploaded.status === 'rejected') throw uploaded.reason;
        appended = await append({ ...batch, id, number, epoch, object: uploaded.value });
        await noteApplied(session, appended);
        return appended;
      }),
    );
    position.noteApplied({ applied: appended.number, asOf: appended.createdAt });
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') throw new Behind();
    appended ??= error instanceof Problem ? undefined : await findOutcome(facts, id, error);
    if (!appended) return tellUnavailable(error);
    position.noteHead(appended.number);
    throw new NotApplied(appended, error);
  } finally {
    position.noteRecomputed(undefined);
    if (appended) {
      note(appended);
      onAppended?.(appended);
    }
  }
}

/** Whether a batch is in the log, when it is not known whether PostgreSQL has committed it. */
async function findOutcome({ db }: Facts, id: string, cause: unknown): Promise<Appended | undefined> {
  try {
    return await findAppended(db, id);
  } catch {
    throw new Problem(
      'unavailable',
      'The database cannot be reached, and it is not known whether the batch was stored. Send it again: what is ' +
        'stored already changes nothing.',
      { cause, headers: { 'retry-after': '5' } },
    );
  }
}
