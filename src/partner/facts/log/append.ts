import { Problem, type Actor, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import { insertClaims, type Claim } from '../../../platform/idempotency/index.ts';
import { selectLease } from '../../../platform/leases/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import { LEASE } from './lease.ts';
import type { SavedObject } from './objects.ts';
import { insertBatch, lockHead } from './store.ts';

/** A batch whose object is in the storage. */
export interface Batch {
  readonly id: string;
  readonly number: number;
  readonly kind: string;
  /** The format it came in. */
  readonly source: string;
  readonly accepted: number;
  readonly repeated: number;
  readonly replaced: number;
  readonly withdrawn: number;
  /** The batch that it voids. */
  readonly voids?: number | undefined;
  /** The name of the file that it came from. */
  readonly fileName?: string | undefined;
  readonly object: SavedObject;
  /** Of the lease under which it is appended. */
  readonly epoch: number;
  /** By which a repeat is recognised, and what is stored to answer it. */
  readonly first?: { readonly claim: Claim; readonly answer: (appended: Appended) => unknown } | undefined;
}

export interface Appended {
  readonly id: string;
  readonly number: number;
  readonly createdAt: Date;
}

export interface LogHead {
  readonly number: number;
  /** Undefined when no process has the lease. */
  readonly epoch: number | undefined;
}

/** Locks the end of the log, and the lease, until the transaction ends. */
export async function lockLog(tx: Tx): Promise<LogHead> {
  const { number } = await lockHead(tx).executeTakeFirstOrThrow();
  const lease = await selectLease(tx, LEASE).forKeyShare().executeTakeFirst();
  return { number, epoch: lease?.epoch };
}

/** Refuses a process that has lost the lease. */
export function checkEpoch(head: LogHead, epoch: number): void {
  if (head.epoch !== epoch) {
    throw new Problem(
      'unavailable',
      'Another process has taken over writing in the meantime. Send it again.',
      {
        headers: { 'retry-after': '1' },
      },
    );
  }
}

/** Refuses a batch that is not the next one, and one of a process that has lost the lease. */
export function checkNext(head: LogHead, { number, epoch }: Batch): void {
  checkEpoch(head, epoch);
  if (head.number !== number - 1)
    throw new Problem('conflict', 'Another batch was appended in the meantime.');
}

/** Appends within a transaction that has locked the log and checked the batch. */
export async function appendWithin(tx: Tx, batch: Batch, by: { actor: Actor; now: Date }): Promise<Appended> {
  const { id, kind, source, object, first } = batch;
  const { tenant, kind: actor_kind, id: actor_id } = by.actor;
  const number = String(batch.number);
  const counts = {
    accepted: String(batch.accepted),
    repeated: String(batch.repeated),
    replaced: String(batch.replaced),
    withdrawn: String(batch.withdrawn),
  };
  const { key, rowCount, bytes, sha256 } = object;
  const { created_at: createdAt } = await insertBatch(
    tx,
    {
      number,
      id,
      kind,
      tenant,
      actor_kind,
      actor_id,
      source,
      ...counts,
      voids: batch.voids === undefined ? null : String(batch.voids),
      file_name: batch.fileName ?? null,
      created_at: by.now,
    },
    {
      key,
      kind,
      first_number: number,
      last_number: number,
      row_count: String(rowCount),
      bytes: String(bytes),
      sha256,
      created_at: by.now,
    },
  ).executeTakeFirstOrThrow();
  const appended = { id, number: batch.number, createdAt };
  if (first) {
    const { claim, answer } = first;
    const subject = number;
    await insertClaims([{ claim, subject, answer: answer(appended), now: by.now }]).execute(tx);
  }
  return appended;
}

/** Appends a batch of facts. */
export async function append(context: Context<Db>, batch: Batch): Promise<Appended> {
  const { result } = await run(context, appendBatch, batch);
  return result;
}

interface VoidInput {
  readonly batch: Batch;
  readonly reason?: string | undefined;
}

/** Appends a batch that withdraws facts. */
export async function voidWith(context: Context<Db>, input: VoidInput): Promise<Appended> {
  const { result } = await run(context, appendVoid, input);
  return result;
}

const appendVoid = command({
  name: 'batch.void',
  scope: 'program:edit',
  lock: lockLog,
  decide(head: LogHead, { batch, reason }: VoidInput, { now }) {
    checkNext(head, batch);
    const { number, kind, voids, withdrawn, replaced } = batch;
    const details = { kind, voids: voids ?? null, withdrawn, restored: replaced, reason: reason ?? null };
    return { change: { batch, now }, audit: { subject: String(number), details } };
  },
  write: (tx, { batch, now }, { actor }) => appendWithin(tx, batch, { actor, now }),
});

const appendBatch = command({
  name: 'batch.append',
  scope: 'facts:write',
  lock: lockLog,
  decide(head: LogHead, batch: Batch, { now }) {
    checkNext(head, batch);
    const { number, kind, source, accepted, repeated, replaced } = batch;
    return {
      change: { batch, now },
      audit: { subject: String(number), details: { kind, source, accepted, repeated, replaced } },
    };
  },
  write: (tx, { batch, now }, { actor }) => appendWithin(tx, batch, { actor, now }),
});
