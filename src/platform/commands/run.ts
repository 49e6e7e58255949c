import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { canonicalJson, newId, Problem, sha256, type Context, type Json } from '../../kernel/index.ts';
import { sealAudit } from '../audit/index.ts';
import { pipelined, type Db, type Tx } from '../postgres/index.ts';
import { nounOf, type Command, type Facts } from './command.ts';
import { record } from './record.ts';
import { claimKey, selectKey } from './store.ts';

const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 10;

export interface Outcome<Result> {
  readonly result: Result;
  /** True when the idempotency key was known: nothing was written, and the result is the first call's subject. */
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
  const facts = { actor: context.actor, now, id: newId(now), newId: () => newId(now) };
  const outcome = await retry(context.signal, () => transact({ context, command, input, facts }, dryRun));
  if (!dryRun && !outcome.replayed) sealAudit(context.db).catch(() => {});
  return outcome;
}

function authorise({ actor }: Context<Db>, { name, scope }: { name: string; scope: string }): void {
  if (actor.kind === 'system' || actor.scopes.has(scope)) return;
  throw new Problem('forbidden', `${name} needs the scope ${scope}.`);
}

/** Tries again what PostgreSQL gave up because of others: a deadlock, or a conflict of serializable transactions. */
async function retry<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      const code = (error as { code?: unknown }).code;
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

async function transact<Input, State, Change, Result>(
  call: Call<Input, State, Change, Result>,
  dryRun: boolean,
): Promise<Outcome<Result>> {
  const tx = await call.context.db.startTransaction().execute();
  try {
    const pipe = await pipelined(tx);
    const outcome = (await replay(pipe, call)) ?? (await perform(pipe, call));
    if (dryRun) await sql`set constraints all immediate`.execute(tx);
    else await tx.commit().execute();
    return outcome;
  } finally {
    // The server has ended the transaction already when the connection is lost: the first error is the one to tell.
    if (!tx.isCommitted)
      await tx
        .rollback()
        .execute()
        .catch(() => {});
  }
}

/** Claims the idempotency key, or answers with what the call that claimed it first has made. */
async function replay<Input, State, Change, Result>(
  tx: Tx,
  { context, command, input, facts }: Call<Input, State, Change, Result>,
): Promise<Outcome<Result> | undefined> {
  const key = command.idempotency?.key(input);
  if (key === undefined || !command.idempotency) return undefined;
  const claim = {
    tenant: context.actor.tenant,
    command: command.name,
    key,
    input_hash: sha256(canonicalJson(JSON.parse(JSON.stringify(input)) as Json)),
    subject_id: facts.id,
    created_at: facts.now,
  };
  if (await claimKey(tx, claim).executeTakeFirst()) return undefined;
  const first = await selectKey(tx, claim).executeTakeFirstOrThrow();
  if (!first.input_hash.equals(claim.input_hash)) {
    throw new Problem('reference_reused', `${key} was already used with other content.`);
  }
  const result = await command.idempotency.find(tx, first.subject_id, context);
  return { result: result ?? refuseUnknown(command), replayed: true };
}

async function perform<Input, State, Change, Result>(
  tx: Tx,
  { context, command, input, facts }: Call<Input, State, Change, Result>,
): Promise<Outcome<Result>> {
  const state = command.lock && ((await command.lock(tx, input, context)) ?? refuseUnknown(command));
  const decision = command.decide(state as State, input, facts);
  const [result] = await Promise.all([
    command.write(tx, decision.change, context),
    record(tx, context, command.name, decision, facts.now),
  ]);
  if (result === undefined) throw new Problem('conflict', 'Another has changed it at the same time.');
  return { result, replayed: false };
}

function refuseUnknown({ name }: { name: string }): never {
  throw new Problem('not_found', `There is no such ${nounOf(name)}.`);
}
