import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson, newId, Problem, sha256, type Context, type Json } from '../../kernel/index.ts';
import { sealSoon } from '../audit/index.ts';
import { isConnectionError, type Db } from '../postgres/index.ts';
import type { Call, Command } from './command.ts';
import { execute, refuseUnknown, type Calls, type Outcome } from './execute.ts';
import { BatchQueue } from './queue.ts';
import { selectKey } from './store.ts';

const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 10;

export interface RunResult<Result> {
  readonly result: Result;
  /** True when the idempotency key was known: nothing was written, and the result is what the first call created. */
  readonly replayed: boolean;
}

export interface RunOptions {
  /** Does everything, checks constraints, and rolls back. */
  readonly dryRun?: boolean;
}

/** Runs a command in one transaction: its change, audit entry, events and jobs are all written, or none is. */
export async function run<I, S, C, R>(
  context: Context<Db>,
  command: Command<I, S, C, R>,
  input: I,
  { dryRun = false }: RunOptions = {},
): Promise<RunResult<R>> {
  authorise(context, command);
  const call = toCall(context, command, input);
  try {
    const result = await (command.batch && !dryRun ? queueOf(call).add(call) : runAlone(call, dryRun));
    return { result, replayed: false };
  } catch (error) {
    // Whatever failed now, what succeeded before is the answer.
    const result = await replay(call);
    if (result === undefined) throw error;
    return { result, replayed: true };
  }
}

function authorise({ actor }: Context<Db>, { name, scope }: { name: string; scope: string }): void {
  if (actor.kind === 'system' || actor.scopes.has(scope)) return;
  throw new Problem('forbidden', `${name} needs the scope ${scope}.`);
}

function toCall<I, S, C, R>(context: Context<Db>, command: Command<I, S, C, R>, input: I): Call<I, S, C, R> {
  const now = context.clock.now();
  const key = command.idempotency?.key(input);
  return {
    context,
    command,
    input,
    facts: { actor: context.actor, now, id: newId(now), newId: () => newId(now) },
    // The same for the same content, in whatever order its members come.
    claim: key === undefined ? undefined : { key, inputHash: sha256(canonicalJson(input as Json)) },
  };
}

/** Retries what PostgreSQL aborted because of others: a deadlock, or a conflict of serializable transactions. */
async function runAlone<I, S, C, R>(call: Call<I, S, C, R>, dryRun: boolean): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    call.context.signal.throwIfAborted();
    try {
      const [outcome] = await execute([call], dryRun);
      if (!outcome || 'error' in outcome) throw outcome?.error;
      if (!dryRun) sealSoon(call.context.db);
      return outcome.result;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== '40001' && code !== '40P01') throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new Problem('unavailable', 'Too many others are changing the same thing.', {
          headers: { 'retry-after': '1' },
          cause: error,
        });
      }
      await sleep(Math.random() * RETRY_DELAY_MS * 2 ** attempt);
    }
  }
}

/** Runs calls together, or one by one when one of them fails all of them. */
async function runBatch<I, S, C, R>(calls: Calls<I, S, C, R>): Promise<Outcome<R>[]> {
  if (calls.length > 1) {
    try {
      const outcomes = await execute(calls);
      sealSoon(calls[0].context.db);
      return outcomes;
    } catch (error) {
      // After a lost connection, all of it may have been written or none.
      if (isConnectionError(error)) return calls.map(() => ({ error }));
    }
  }
  const outcomes: Outcome<R>[] = [];
  for (const call of calls) {
    const outcome = runAlone(call, false).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    outcomes.push(await outcome);
  }
  return outcomes;
}

type Queues<I, S, C, R> = Map<string, BatchQueue<Call<I, S, C, R>, R>>;

/** By command, then by tenant, so that tenants do not wait for each other. */
const queues = new WeakMap<Db, WeakMap<object, unknown>>();

function queueOf<I, S, C, R>({ context, command }: Call<I, S, C, R>): BatchQueue<Call<I, S, C, R>, R> {
  const { db, actor } = context;
  const byCommand = queues.get(db) ?? new WeakMap<object, unknown>();
  queues.set(db, byCommand);
  const byTenant = (byCommand.get(command) ?? new Map()) as Queues<I, S, C, R>;
  byCommand.set(command, byTenant);
  const queue = byTenant.get(actor.tenant) ?? new BatchQueue(runBatch<I, S, C, R>);
  byTenant.set(actor.tenant, queue);
  return queue;
}

/** What the first call with the same key created; undefined when there was none. */
async function replay<I, S, C, R>({ context, command, claim }: Call<I, S, C, R>): Promise<R | undefined> {
  const { db, actor } = context;
  if (!command.idempotency || !claim) return undefined;
  const first = await selectKey(db, actor.tenant, command.name, claim.key).executeTakeFirst();
  if (!first) return undefined;
  if (!first.input_hash.equals(claim.inputHash)) {
    throw new Problem('reference_reused', `${claim.key} was already used with other content.`);
  }
  return (await command.idempotency.find(db, first.subject_id, context)) ?? refuseUnknown(command.name);
}
