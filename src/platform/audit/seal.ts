import { setTimeout as sleep } from 'node:timers/promises';
import { CHAIN_START, chainHash, coalesce } from '../../kernel/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { lockChain, selectHead, selectPending, updateSealed, type AuditContent, type Seal } from './store.ts';

const BATCH_ROWS = 1000;
/** Between two batches, each of which has its price: a burst of entries needs only a few. */
const PAUSE_MS = 20;

/**
 * Seals every audit row committed before the call into the hash chain. Calls are joined, so that under load the
 * batches grow instead of their number.
 */
export const sealAudit = coalesce(sealPending);

const sealAndPause = coalesce(async (db: Db) => {
  await sealAudit(db);
  await sleep(PAUSE_MS, undefined, { ref: false });
});

/** The same for those who do not wait for it; if it fails, others will do it. */
export function sealSoon(db: Db): void {
  sealAndPause(db).catch(() => {});
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
