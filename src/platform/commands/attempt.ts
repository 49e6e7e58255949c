import { sql } from 'kysely';
import { Problem } from '../../kernel/index.ts';
import { toSpec, type JobSpec } from '../jobs/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import type { Call } from './call.ts';
import { nounOf, type Decision, type Many } from './command.ts';
import { record, type Recording } from './record.ts';
import { selectUsedKeys } from './store.ts';

/** What became of one of several calls. */
export type Fate<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly error: unknown };

/** How an attempt is made. */
export interface Way {
  readonly dryRun: boolean;
  /** The end of what came before: no state is read under lock until then. */
  readonly turn?: Promise<unknown>;
  /** Refuses used keys before anything is written. Otherwise the database does, and it fails as a whole. */
  readonly seeksUsedKeys?: boolean;
}

interface Performed<Outcome> {
  readonly outcome: Outcome;
  /** How many jobs were written. */
  readonly jobs: number;
}

/** Runs a command once, for one call. */
export async function attemptOne<Input, State, Change, Result>(
  call: Call<Input, State, Change, Result>,
  way: Way,
): Promise<Performed<Result>> {
  const { context, command } = call;
  if ('many' in command) {
    const { outcome, jobs } = await attemptMany([call], command.many, way);
    const [fate] = outcome;
    if (fate?.kind === 'done') return { outcome: fate.result, jobs };
    throw fate?.error;
  }
  // A statement is a transaction of its own.
  if (command.save && !command.lock && !way.dryRun) return performOne(context.db, call);
  return inTransaction(context.db, way.dryRun, (tx) => performOne(tx, call));
}

/** Runs a command once, for several calls of one tenant. Fails as a whole, or tells the fate of each. */
export async function attemptMany<Input, State, Change, Result>(
  calls: readonly Call<Input, State, Change, Result>[],
  many: Many<Input, State, Change, Result>,
  { dryRun, turn, seeksUsedKeys = false }: Way,
): Promise<Performed<Fate<Result>[]>> {
  const [first] = calls;
  if (!first) return { outcome: [], jobs: 0 };
  const { context } = first;
  const inputs = calls.map(({ input }) => input);
  const [used, prepared] = await Promise.all([
    seeksUsedKeys ? usedKeys(first, calls) : new Set<string>(),
    many.prepare(inputs, context),
  ]);
  const perform = async (db: Db, state: State) => {
    const { fates, changes, recordings } = decideAll(calls, many, state, used);
    const recording = join(recordings);
    if (changes.length > 0) await record(recording, many.save(db, changes), false).execute(db);
    return { outcome: fates, jobs: recording.jobs.length };
  };
  // A statement is a transaction of its own.
  if ('state' in prepared && !dryRun) return perform(context.db, prepared.state);
  await turn;
  return inTransaction(context.db, dryRun, async (tx) =>
    perform(tx, 'state' in prepared ? prepared.state : await prepared.lock(tx)),
  );
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

/** `db` is a transaction wherever there is more than one statement to it. */
async function performOne<Input, State, Change, Result>(
  db: Db,
  call: Call<Input, State, Change, Result>,
): Promise<Performed<Result>> {
  const { context, command, input, facts } = call;
  if ('many' in command) throw new Error(`${command.name} is run for many.`);
  const state =
    command.lock && ((await command.lock(db as Tx, input, context)) ?? refuseUnknown(command.name));
  const decision = command.decide(state as State, input, facts);
  const recording = toRecording(call, decision);
  const result = command.save
    ? (await record(recording, command.save(db, decision.change, context)).execute(db)).rows[0]
    : await command.write(db as Tx, decision.change, context);
  if (result === undefined) throw new Problem('conflict', 'Another has changed it at the same time.');
  if (command.write) await record(recording).execute(db);
  return { outcome: result, jobs: recording.jobs.length };
}

async function usedKeys<Input, State, Change, Result>(
  { context, command }: Call<Input, State, Change, Result>,
  calls: readonly Call<Input, State, Change, Result>[],
): Promise<ReadonlySet<string>> {
  const keys = calls.flatMap(({ claim }) => claim?.key ?? []);
  if (keys.length === 0) return new Set();
  const rows = await selectUsedKeys(context.db, context.actor.tenant, command.name, keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** One after the other, each upon what those before it have left. */
function decideAll<Input, State, Change, Result>(
  calls: readonly Call<Input, State, Change, Result>[],
  many: Many<Input, State, Change, Result>,
  initial: State,
  used: ReadonlySet<string>,
) {
  let state = initial;
  const taken = new Set(used);
  const changes: Change[] = [];
  const recordings: Recording[] = [];
  const fates = calls.map((call): Fate<Result> => {
    const { context, command, input, facts, claim } = call;
    try {
      if (claim && taken.has(claim.key)) throw new Problem('conflict', `${claim.key} has been used.`);
      context.signal.throwIfAborted();
      const decision = command.decide(state, input, facts);
      recordings.push(toRecording(call, decision));
      changes.push(decision.change);
      if (claim) taken.add(claim.key);
      state = many.after(state, decision.change);
      return { kind: 'done', result: many.result(decision.change) };
    } catch (error) {
      return { kind: 'refused', error };
    }
  });
  return { fates, changes, recordings };
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
  const keys = claim && {
    tenant,
    command: name,
    key: claim.key,
    input_hash: `\\x${claim.inputHash.toString('hex')}`,
    subject_id: subject,
    created_at: now,
  };
  return {
    keys: keys ? [keys] : [],
    entries: [{ at: now, actor, action: name, subjectKind: kind, subjectId: subject, details, traceId }],
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

function join(recordings: readonly Recording[]): Recording {
  return {
    keys: recordings.flatMap(({ keys }) => keys),
    entries: recordings.flatMap(({ entries }) => entries),
    events: recordings.flatMap(({ events }) => events),
    jobs: distinct(recordings.flatMap(({ jobs }) => jobs)),
  };
}

/** What several decisions ask for alike is done once for all of them. */
function distinct(specs: readonly JobSpec[]): JobSpec[] {
  return [...new Map(specs.map((spec) => [contentOf(spec), spec])).values()];
}

const contentOf = ({ payload: { payload }, ...spec }: JobSpec): string => JSON.stringify([spec, payload]);

export function refuseUnknown(name: string): never {
  throw new Problem('not_found', `There is no such ${nounOf(name)}.`);
}
