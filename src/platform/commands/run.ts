import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { canonicalJson, newId, Problem, sha256, type Context, type Json } from '../../kernel/index.ts';
import { sealAudit } from '../audit/index.ts';
import { toSpec, wakeWorkers } from '../jobs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { nounOf, type Command, type Decision, type Facts } from './command.ts';
import { record, type Recording } from './record.ts';
import { selectKey } from './store.ts';

const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 10;

export interface Outcome<Result> {
  readonly result: Result;
  /** True when the idempotency key was known: nothing was written, and the result is what the first call made. */
  readonly replayed: boolean;
}

export interface RunOptions {
  /** Goes the whole way, constraints included, and rolls back. */
  readonly dryRun?: boolean;
}

interface Call<Input, State, Change, Result> {
  readonly context: Context<Db>;
  readonly command: Command<Input, State, Change, Result>;
  readonly input: Input;
  readonly facts: Facts;
  readonly claim: { key: string; inputHash: Buffer } | undefined;
}

interface Written<Result> {
  readonly result: Result;
  readonly jobs: number;
}

/** Runs a command in one transaction: its change, audit entry, events and jobs are all written, or none is. */
export async function run<Input, State, Change, Result>(
  context: Context<Db>,
  command: Command<Input, State, Change, Result>,
  input: Input,
  { dryRun = false }: RunOptions = {},
): Promise<Outcome<Result>> {
  authorise(context, command);
  const now = context.clock.now();
  const key = command.idempotency?.key(input);
  const call: Call<Input, State, Change, Result> = {
    context,
    command,
    input,
    facts: { actor: context.actor, now, id: newId(now), newId: () => newId(now) },
    claim: key === undefined ? undefined : { key, inputHash: hashOf(input) },
  };
  try {
    const { result, jobs } = await retry(context.signal, () => attempt(call, dryRun));
    if (!dryRun) follow(context.db, jobs);
    return { result, replayed: false };
  } catch (error) {
    // Whatever it was that failed now, what succeeded before is the answer.
    const result = await replay(call);
    if (result === undefined) throw error;
    return { result, replayed: true };
  }
}

function authorise({ actor }: Context<Db>, { name, scope }: { name: string; scope: string }): void {
  if (actor.kind === 'system' || actor.scopes.has(scope)) return;
  throw new Problem('forbidden', `${name} needs the scope ${scope}.`);
}

/** The same for the same content, however it is written. */
function hashOf(input: unknown): Buffer {
  return sha256(canonicalJson(JSON.parse(JSON.stringify(input)) as Json));
}

/** Tries again what PostgreSQL gave up because of others: a deadlock, or a conflict of serializable transactions. */
async function retry<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    signal.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== '40001' && code !== '40P01') throw error;
      if (attempts === MAX_ATTEMPTS) {
        throw new Problem('unavailable', 'Too many others are changing the same thing.', {
          headers: { 'retry-after': '1' },
          cause: error,
        });
      }
      await sleep(Math.random() * RETRY_DELAY_MS * 2 ** attempts);
    }
  }
}

async function attempt<Input, State, Change, Result>(
  call: Call<Input, State, Change, Result>,
  dryRun: boolean,
): Promise<Written<Result>> {
  const { db } = call.context;
  // A statement is a transaction of its own.
  if (call.command.save && !call.command.lock && !dryRun) return perform(db, call);
  const tx = await db.startTransaction().execute();
  try {
    const written = await perform(tx, call);
    if (dryRun) await sql`set constraints all immediate`.execute(tx);
    else await tx.commit().execute();
    return written;
  } finally {
    if (!tx.isCommitted) await tx.rollback().execute();
  }
}

/** `db` is a transaction wherever there is more than one statement to it. */
async function perform<Input, State, Change, Result>(
  db: Db,
  call: Call<Input, State, Change, Result>,
): Promise<Written<Result>> {
  const { context, command, input, facts } = call;
  const state =
    command.lock && ((await command.lock(db as Tx, input, context)) ?? refuseUnknown(command.name));
  const decision = command.decide(state as State, input, facts);
  const recording = toRecording(call, decision);
  const result = command.save
    ? (await record(recording, command.save(db, decision.change, context)).execute(db)).rows[0]
    : await command.write(db as Tx, decision.change, context);
  if (result === undefined) throw new Problem('conflict', 'Another has changed it at the same time.');
  if (command.write) await record(recording).execute(db);
  return { result, jobs: recording.jobs.length };
}

function toRecording<Input, State, Change, Result>(
  {
    context: { actor, traceId },
    command: { name },
    facts: { now },
    claim,
  }: Call<Input, State, Change, Result>,
  { audit: { subject, details }, events = [], jobs = [] }: Decision<Change>,
): Recording {
  const { tenant } = actor;
  const kind = nounOf(name);
  return {
    key: claim && {
      tenant,
      command: name,
      key: claim.key,
      input_hash: claim.inputHash,
      subject_id: subject,
      created_at: now,
    },
    entry: { at: now, actor, action: name, subjectKind: kind, subjectId: subject, details, traceId },
    events: events.map(({ type, payload }) => ({
      tenant,
      type,
      resource_kind: kind,
      resource_id: subject,
      payload,
      created_at: now,
    })),
    jobs: jobs.map((request) => toSpec({ tenant, traceId }, request)),
  };
}

/** Starts what is due after every commit, and waits for neither: if it fails, others will do it. */
function follow(db: Db, jobs: number): void {
  sealAudit(db).catch(() => {});
  if (jobs > 0) wakeWorkers(db, jobs);
}

/** What the call that succeeded under the same key has made; undefined when there was none. */
async function replay<Input, State, Change, Result>({
  context,
  command,
  claim,
}: Call<Input, State, Change, Result>): Promise<Result | undefined> {
  const { db, actor } = context;
  if (!command.idempotency || !claim) return undefined;
  const first = await selectKey(db, actor.tenant, command.name, claim.key).executeTakeFirst();
  if (!first) return undefined;
  if (!first.input_hash.equals(claim.inputHash)) {
    throw new Problem('reference_reused', `${claim.key} was already used with other content.`);
  }
  return (await command.idempotency.find(db, first.subject_id, context)) ?? refuseUnknown(command.name);
}

function refuseUnknown(name: string): never {
  throw new Problem('not_found', `There is no such ${nounOf(name)}.`);
}
