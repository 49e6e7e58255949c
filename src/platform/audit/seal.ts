import { CHAIN_START, chainHash } from '../../kernel/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { lockChain, selectHead, selectPending, updateSealed, type AuditContent, type Seal } from './store.ts';

const BATCH_ROWS = 1000;

interface Sealing {
  running: Promise<void>;
  next?: Promise<void>;
}

/** What each pool is sealing just now; of the pool, because calls are to be joined however they come to it. */
const sealings = new WeakMap<Db, Sealing>();

/**
 * Seals every audit row committed before the call into the hash chain. Calls that come while one is at work
 * share the one after it, so that under load a batch grows instead of the number of batches.
 */
export function sealAudit(db: Db): Promise<void> {
  const sealing = sealings.get(db);
  if (!sealing) return begin(db);
  sealing.next ??= sealing.running.then(
    () => begin(db),
    () => begin(db),
  );
  return sealing.next;
}

function begin(db: Db): Promise<void> {
  const running = sealPending(db).finally(() => {
    if (sealings.get(db)?.next === undefined) sealings.delete(db);
  });
  sealings.set(db, { running });
  return running;
}

async function sealPending(db: Db): Promise<void> {
  let sealed: number;
  do {
    sealed = await db.transaction().setIsolationLevel('read committed').execute(sealBatch);
  } while (sealed === BATCH_ROWS);
}

export async function sealBatch(tx: Tx): Promise<number> {
  await lockChain(tx).execute();
  const head = await selectHead(tx).executeTakeFirst();
  const pending = await selectPending(tx, BATCH_ROWS).execute();
  let seq = BigInt(head?.seq ?? 0);
  let hash = head?.hash ?? CHAIN_START;
  const seals = pending.map((content): Seal => {
    const previous = hash;
    seq += 1n;
    hash = rowHash(previous, String(seq), content);
    return { id: content.id, seq: String(seq), prev_hash: bytes(previous), hash: bytes(hash) };
  });
  if (seals.length > 0) await updateSealed(tx, seals).execute();
  return seals.length;
}

export function rowHash(previous: Buffer, seq: string, content: AuditContent): Buffer {
  return chainHash(previous, { seq, ...content });
}

const bytes = (hash: Buffer) => `\\x${hash.toString('hex')}`;
