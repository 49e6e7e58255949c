import { sql } from 'kysely';
import { Problem } from '../../kernel/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { nounOf, type Call, type Decision, type Prepared } from './command.ts';
import { record, type Decided } from './record.ts';
import { selectUsedKeys } from './store.ts';

/** What became of one call. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

export type Calls<I, S, C, R> = readonly [Call<I, S, C, R>, ...Call<I, S, C, R>[]];

/**
 * Runs calls of one tenant and command once, in one transaction. A call that is refused gets its own error; when
 * anything else fails, nothing is written and all of it fails.
 */
export async function execute<I, S, C, R>(calls: Calls<I, S, C, R>, dryRun = false): Promise<Outcome<R>[]> {
  const [{ context }] = calls;
  const [prepared, usedKeys] = await Promise.all([prepare(calls), findUsedKeys(calls)]);
  return inTransaction(context.db, dryRun, async (tx) => {
    const state = 'lock' in prepared ? await prepared.lock(tx) : prepared.state;
    const verdicts = decideAll(calls, state, usedKeys);
    const results = await write(tx, verdicts.filter(isDecided));
    return verdicts.map((verdict) => (isDecided(verdict) ? { result: results.shift() as R } : verdict));
  });
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

/** A used key fails the whole statement: harmless to a single call, but not to the others of a batch. */
async function findUsedKeys<I, S, C, R>(calls: Calls<I, S, C, R>): Promise<ReadonlySet<string>> {
  const [{ context, command }] = calls;
  const keys = calls.flatMap(({ claim }) => claim?.key ?? []);
  if (calls.length === 1 || keys.length === 0) return new Set();
  const rows = await selectUsedKeys(context.db, context.actor.tenant, command.name, keys).execute();
  return new Set(rows.map(({ key }) => key));
}

type Verdict<I, S, C, R> = Decided<I, S, C, R> | { readonly error: unknown };

/** Decides each call upon what those before it left. */
function decideAll<I, S, C, R>(calls: Calls<I, S, C, R>, initial: S, usedKeys: ReadonlySet<string>) {
  let state = initial;
  const taken = new Set(usedKeys);
  return calls.map((call): Verdict<I, S, C, R> => {
    const { context, command, input, facts, claim } = call;
    try {
      context.signal.throwIfAborted();
      if (claim && taken.has(claim.key)) throw new Problem('conflict', `${claim.key} was already used.`);
      const decision: Decision<C> = command.decide(state, input, facts);
      if (command.batch) state = command.batch.after(state, decision.change);
      if (claim) taken.add(claim.key);
      return { call, decision };
    } catch (error) {
      return { error };
    }
  });
}

const isDecided = <I, S, C, R>(verdict: Verdict<I, S, C, R>) => 'decision' in verdict;

async function write<I, S, C, R>(tx: Tx, decided: readonly Decided<I, S, C, R>[]): Promise<R[]> {
  const [first] = decided;
  if (!first) return [];
  const { command, context } = first.call;
  const changes = decided.map(({ decision }) => decision.change);
  const results: (R | undefined)[] = command.batch
    ? await command.batch.write(tx, changes)
    : [await command.write(tx, first.decision.change, context)];
  if (results.includes(undefined)) {
    throw new Problem('conflict', 'Another call has changed it at the same time.');
  }
  await record(decided).execute(tx);
  return results as R[];
}

export function refuseUnknown(name: string): never {
  throw new Problem('not_found', `There is no such ${nounOf(name)}.`);
}
