import { setTimeout as sleep } from 'node:timers/promises';
import {
  backOffMs,
  canonicalJson,
  newId,
  Problem,
  sha256,
  type Context,
  type Json,
} from '../../kernel/index.ts';
import { sealSoon } from '../audit/index.ts';
import { claimOfRequest, findFirst, type Claim } from '../idempotency/index.ts';
import { isConnectionError, partOf, type Db } from '../postgres/index.ts';
import { askForProof, ProofMissing } from '../proofs/index.ts';
import { traced, traceOrigin } from '../telemetry/index.ts';
import type { Call, Command } from './command.ts';
import { execute, refuseUnknown, type Calls, type Outcome, type RunOptions } from './execute.ts';
import { BatchQueue } from './queue.ts';

const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 160;

export interface RunResult<Result> {
  readonly result: Result;
  /** True if the idempotency key was used before: nothing was written, and the result is that of the first call. */
  readonly replayed: boolean;
}

/** Runs a command: its change, audit entry, events and jobs are written in one transaction. */
export async function run<I, S, C, R>(
  context: Context<Db>,
  command: Command<I, S, C, R>,
  input: I,
  options: RunOptions = {},
): Promise<RunResult<R>> {
  authorise(context, command);
  return traced(`command ${command.name}`, { 'quaestor.tenant': context.actor.tenant }, () =>
    runOnce(context, command, input, options),
  );
}

async function runOnce<I, S, C, R>(
  context: Context<Db>,
  command: Command<I, S, C, R>,
  input: I,
  options: RunOptions,
): Promise<RunResult<R>> {
  const call = toCall(context, command, input);
  const { dryRun = false } = options;
  const earlier = dryRun || !call.requestKey ? undefined : await repeat(call);
  if (earlier) return earlier;
  try {
    const result = await (command.batch && !dryRun ? queueOf(call).add(call) : runAlone(call, options));
    return { result, replayed: false };
  } catch (error) {
    // An earlier call with the same key may have succeeded; then its result is the answer to any error.
    const first = await repeat(call);
    if (first) return first;
    throw error instanceof ProofMissing ? await askForProof(context, error.subject) : error;
  }
}

function authorise({ actor }: Context<Db>, { name, scope }: { name: string; scope: string }): void {
  if (actor.kind === 'system' || actor.scopes.has(scope)) return;
  throw new Problem('forbidden', `${name} needs the scope ${scope}.`);
}

function toCall<I, S, C, R>(context: Context<Db>, command: Command<I, S, C, R>, input: I): Call<I, S, C, R> {
  const now = context.clock.now();
  const own = claimReference(context, command, input);
  const requestKey = own ? undefined : context.requestKey;
  return {
    context,
    command,
    input,
    origin: traceOrigin(),
    circumstances: { actor: context.actor, now, id: newId(now), newId: () => newId(now) },
    claim: own ?? (requestKey && claimOfRequest(context, requestKey, requestKey.steps++)),
    requestKey,
    keepsResult: own === undefined && context.keepsResults === true,
  };
}

function claimReference<I, S, C, R>(
  { actor: { tenant } }: Context<Db>,
  command: Command<I, S, C, R>,
  input: I,
): Claim | undefined {
  const key = command.idempotency?.key(input);
  if (key === undefined) return undefined;
  return {
    tenant,
    scope: command.name,
    key,
    step: 0,
    // Canonical: equal for equal content, whatever the order of its members.
    fingerprint: sha256(canonicalJson((command.idempotency?.content?.(input) ?? input) as Json)),
    isKeptForGood: true,
    refusal: () => new Problem('reference_reused', `${key} was already used with other content.`),
  };
}

/** Retries after a deadlock or a serialization failure. */
async function runAlone<I, S, C, R>(call: Call<I, S, C, R>, options: RunOptions = {}): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    call.context.signal.throwIfAborted();
    try {
      const [outcome] = await execute([call], options);
      if (!outcome || 'error' in outcome) throw outcome?.error;
      if (!options.dryRun) sealSoon(call.context.db);
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
      await sleep(Math.random() * backOffMs(attempt, FIRST_WAIT_MS, LONGEST_WAIT_MS));
    }
  }
}

/** Runs calls in one transaction, or one by one if that fails. */
async function runBatch<I, S, C, R>(calls: Calls<I, S, C, R>): Promise<Outcome<R>[]> {
  if (calls.length > 1) {
    try {
      const outcomes = await execute(calls);
      sealSoon(calls[0].context.db);
      return outcomes;
    } catch (error) {
      // The transaction may have committed before the connection was lost: running it again could write it twice.
      if (isConnectionError(error)) return calls.map(() => ({ error }));
    }
  }
  const outcomes: Outcome<R>[] = [];
  for (const call of calls) {
    const outcome = runAlone(call).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    outcomes.push(await outcome);
  }
  return outcomes;
}

/** By command and tenant, so that tenants do not wait for each other. */
const createQueues = (): Map<object, unknown> => new Map();

type Queues<I, S, C, R> = Map<string, BatchQueue<Call<I, S, C, R>, R>>;

function queueOf<I, S, C, R>({ context, command }: Call<I, S, C, R>): BatchQueue<Call<I, S, C, R>, R> {
  const { db, actor } = context;
  const byCommand = partOf(db, createQueues);
  const byTenant = (byCommand.get(command) ?? new Map()) as Queues<I, S, C, R>;
  byCommand.set(command, byTenant);
  const queue = byTenant.get(actor.tenant) ?? new BatchQueue(runBatch<I, S, C, R>);
  byTenant.set(actor.tenant, queue);
  return queue;
}

/** The result of an earlier call with the same key, if there was one. */
async function repeat<I, S, C, R>(call: Call<I, S, C, R>): Promise<RunResult<R> | undefined> {
  const { context, command, claim, requestKey, keepsResult } = call;
  const first = claim && (await findFirst(context.db, claim));
  if (!first) return undefined;
  if (!requestKey) {
    const found = await command.idempotency?.find(context.db, first.subject ?? '', context);
    return { result: found ?? refuseUnknown(command.name), replayed: true };
  }
  if (first.answer === null) throw refuseAnswer(keepsResult, first.subject);
  context.noteReplay?.();
  return { result: first.answer as R, replayed: true };
}

function refuseAnswer(keepsResult: boolean, subject: string | null): Problem {
  const options = { members: { subject } };
  const done = 'The first request with this key took effect.';
  if (!keepsResult) return new Problem('secret_shown_once', `${done} Its secret was shown then.`, options);
  return new Problem('conflict', `${done} The version before this one did not keep its answer.`, options);
}
