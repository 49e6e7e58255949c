import { sql, type OperationNodeSource, type RawBuilder } from 'kysely';
import { Problem } from '../../kernel/index.ts';
import { insertEntries } from '../audit/index.ts';
import { insertEvents } from '../events/index.ts';
import { checkAnswer, findUsed, insertClaims, nameOf, type NewClaim } from '../idempotency/index.ts';
import { addJobs, toSpec, type JobSpec } from '../jobs/index.ts';
import { isAsked, useProof } from '../proofs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { nounOf, type BatchCommand, type Call, type Decision, type Prepared } from './command.ts';

export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

export interface RunOptions {
  /** Does everything, checks the constraints and rolls back. */
  readonly dryRun?: boolean;
  /** The person has confirmed it as a part of another step. */
  readonly isConfirmed?: boolean;
}

export type Calls<I, S, C, R> = readonly [Call<I, S, C, R>, ...Call<I, S, C, R>[]];

/**
 * Runs calls of one tenant and command in one transaction. A refused call gets its own error; any other error rolls
 * back the transaction and is thrown.
 */
export async function execute<I, S, C, R>(
  calls: Calls<I, S, C, R>,
  { dryRun = false, isConfirmed = false }: RunOptions = {},
): Promise<Outcome<R>[]> {
  const [{ context, command }] = calls;
  const [prepared, used] = await Promise.all([prepare(calls), findUsedClaims(calls)]);
  const { batch } = command;
  if (batch && 'state' in prepared && !dryRun) {
    const verdicts = decideAll(calls, prepared.state, used);
    return outcomesOf(verdicts, await writeTogether(context.db, batch, verdicts.filter(isDecided)));
  }
  return inTransaction(context.db, dryRun, async (tx) => {
    const state = 'lock' in prepared ? await prepared.lock(tx) : prepared.state;
    const verdicts = decideAll(calls, state, used);
    const decided = verdicts.filter(isDecided);
    const confirmed = dryRun || isConfirmed ? decided : await confirm(tx, decided, state);
    return outcomesOf(verdicts, await write(tx, confirmed));
  });
}

function outcomesOf<I, S, C, R>(verdicts: readonly Verdict<I, S, C, R>[], results: R[]): Outcome<R>[] {
  return verdicts.map((verdict) => (isDecided(verdict) ? { result: results.shift() as R } : verdict));
}

async function inTransaction<T>(db: Db, dryRun: boolean, perform: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute();
  try {
    const performed = await perform(tx);
    if (dryRun) await sql`set constraints all immediate`.execute(tx);
    else await tx.commit().execute();
    return performed;
  } finally {
    if (!tx.isCommitted) await tx.rollback().execute();
  }
}

async function prepare<I, S, C, R>(calls: Calls<I, S, C, R>): Promise<Prepared<S>> {
  const [{ context, command, input }] = calls;
  if (command.batch) {
    const inputs = calls.map((call) => call.input);
    return command.batch.prepare(inputs, context);
  }
  if (!command.lock) return { state: undefined as S };
  return { lock: async (tx) => (await command.lock?.(tx, input, context)) ?? refuseUnknown(command.name) };
}

/** Inserting a used claim fails the statement, and with it the other calls of a batch. A single call needs no check. */
async function findUsedClaims<I, S, C, R>(calls: Calls<I, S, C, R>): Promise<ReadonlySet<string>> {
  if (calls.length === 1) return new Set();
  return findUsed(
    calls[0].context.db,
    calls.flatMap(({ claim }) => claim ?? []),
  );
}

interface Decided<I, S, C, R> {
  readonly call: Call<I, S, C, R>;
  readonly decision: Decision<C>;
}

type Verdict<I, S, C, R> = Decided<I, S, C, R> | { readonly error: unknown };

/** Decides each call on the state that those before it left. */
function decideAll<I, S, C, R>(calls: Calls<I, S, C, R>, initial: S, used: ReadonlySet<string>) {
  let state = initial;
  const taken = new Set(used);
  return calls.map((call): Verdict<I, S, C, R> => {
    const { context, command, input, circumstances, claim } = call;
    try {
      context.signal.throwIfAborted();
      if (claim && taken.has(nameOf(claim))) throw new Problem('conflict', `${claim.key} was already used.`);
      const decision: Decision<C> = command.decide(state, input, circumstances);
      if (command.batch) state = command.batch.after(state, decision.change);
      if (claim) taken.add(nameOf(claim));
      return { call, decision };
    } catch (error) {
      return { error };
    }
  });
}

/** Adds to the audit entry how the person confirmed the step, where the command asks for it. */
async function confirm<I, S, C, R>(tx: Tx, decided: Decided<I, S, C, R>[], state: S) {
  const [first] = decided;
  if (!first) return decided;
  const { command, context, input } = first.call;
  const subject = command.batch ? undefined : command.approves?.(state, input);
  if (subject === undefined || !(await isAsked(tx, context.actor))) return decided;
  const confirmedBy = await useProof(tx, context, { command: command.name, ...subject });
  const { decision } = first;
  const { audit } = decision;
  const details = { ...audit.details, confirmedBy };
  return [{ ...first, decision: { ...decision, audit: { ...audit, details } } }];
}

const isDecided = <I, S, C, R>(verdict: Verdict<I, S, C, R>) => 'decision' in verdict;

async function write<I, S, C, R>(tx: Tx, decided: readonly Decided<I, S, C, R>[]): Promise<R[]> {
  const [first] = decided;
  if (!first) return [];
  const { command, context } = first.call;
  if (command.batch) return writeTogether(tx, command.batch, decided);
  const result = await command.write(tx, first.decision.change, context);
  if (result === undefined) {
    throw new Problem('conflict', 'Another call has changed it at the same time.');
  }
  await record(decided, [result]).execute(tx);
  return [result];
}

/** In one statement, which outside of a transaction is one of its own. */
async function writeTogether<I, S, C, R>(
  db: Db,
  batch: BatchCommand<I, S, C, R>['batch'],
  decided: readonly Decided<I, S, C, R>[],
): Promise<R[]> {
  if (decided.length === 0) return [];
  const changes = decided.map(({ decision }) => decision.change);
  const results = changes.map((change) => batch.resultOf(change));
  await record(decided, results, [batch.insert(db, changes)].flat()).execute(db);
  return results;
}

/** Writes the claims, audit entries, events and jobs of decisions, and changes beside them, in one statement. */
function record<I, S, C, R>(
  decided: readonly Decided<I, S, C, R>[],
  results: readonly unknown[],
  changes: readonly OperationNodeSource[] = [],
): RawBuilder<unknown> {
  // Also without a key, so that any test of the operation finds a result that cannot be kept.
  decided.forEach(({ call }, index) => call.keepsResult && checkAnswer(results[index]));
  const rows = decided.map(rowsOf);
  const claims = decided.flatMap((each, index) => claimOf(each, results[index]) ?? []);
  const events = rows.flatMap(({ events }) => events);
  const jobs = distinct(rows.flatMap(({ jobs }) => jobs));
  const parts = [
    ...changes.map((change, index) => sql`${sql.ref(`change_${index}`)} as (${change})`),
    claims.length > 0 && sql`claim as (${insertClaims(claims)})`,
    events.length > 0 && sql`event as (${insertEvents(events)})`,
    sql`entry as (${insertEntries(rows.map(({ entry }) => entry))})`,
  ].filter((part) => typeof part === 'object');
  return sql`with ${sql.join(parts)} select ${jobs.length > 0 ? sql`from ${addJobs(jobs)}` : sql``}`;
}

function rowsOf<I, S, C, R>({ call, decision }: Decided<I, S, C, R>) {
  const { context, command, origin, circumstances } = call;
  const { actor, traceId, callerTraceId, service } = context;
  const { tenant } = actor;
  const { subject, details } = decision.audit;
  const { events = [], jobs = [] } = decision;
  const [action, kind, now] = [command.name, nounOf(command.name), circumstances.now];
  return {
    entry: {
      at: now,
      actor,
      action,
      subjectKind: kind,
      subjectId: subject,
      details,
      traceId,
      callerTraceId,
      service,
    },
    events: events.map(({ definition: { type }, payload }) => ({
      tenant,
      type,
      resource_kind: kind,
      resource_id: subject,
      payload,
      created_at: now,
    })),
    jobs: jobs.map((request) => toSpec({ tenant, traceId, ...origin }, request)),
  };
}

function claimOf<I, S, C, R>(
  { call: { claim, keepsResult, circumstances }, decision }: Decided<I, S, C, R>,
  result: unknown,
): NewClaim | undefined {
  const answer = keepsResult ? result : null;
  return claim && { claim, subject: decision.audit.subject, answer, now: circumstances.now };
}

/** Decisions of a batch that request the same job share it. */
function distinct(specs: readonly JobSpec[]): JobSpec[] {
  return [...new Map(specs.map((spec) => [contentOf(spec), spec])).values()];
}

const contentOf = ({ payload: { payload }, ...spec }: JobSpec): string => JSON.stringify([spec, payload]);

export function refuseUnknown(name: string): never {
  throw new Problem('not_found', `There is no such ${nounOf(name)}.`);
}
