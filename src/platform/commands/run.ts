import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, type Context } from '../../kernel/index.ts';
import { sealSoon } from '../audit/index.ts';
import { wakeWorkers } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { attemptOne, refuseUnknown, type Way } from './attempt.ts';
import { toCall, type Call } from './call.ts';
import { together } from './gather.ts';
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

/** Runs a command in one transaction: its change, audit entry, events and jobs are all written, or none is. */
export async function run<Input, State, Change, Result>(
  context: Context<Db>,
  command: Call<Input, State, Change, Result>['command'],
  input: Input,
  { dryRun = false }: RunOptions = {},
): Promise<Outcome<Result>> {
  authorise(context, command);
  const call = toCall(context, command, input);
  const many = 'many' in command ? command.many : undefined;
  const { db } = context;
  try {
    const result =
      many && !dryRun
        ? await together(call, {
            many,
            alone: (call, turn) => alone(call, { dryRun: false, turn }),
            follow: (jobs) => follow(db, jobs),
          })
        : await alone(call, { dryRun });
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

async function alone<Input, State, Change, Result>(
  call: Call<Input, State, Change, Result>,
  way: Way,
): Promise<Result> {
  const { db, signal } = call.context;
  const { outcome, jobs } = await retry(signal, () => attemptOne(call, way));
  if (!way.dryRun) follow(db, jobs);
  return outcome;
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

/** Starts what is due after every commit, and waits for neither: if it fails, others will do it. */
function follow(db: Db, jobs: number): void {
  sealSoon(db);
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
