import { CHAIN_START, chainHash, invalid } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { parseAnchor, type Anchor } from './anchors/index.ts';
import { countPending, selectSealed } from './store.ts';

const PAGE_ROWS = 1000;
const SMALLEST_BIGINT = '-9223372036854775808';

export interface AuditReport {
  /** The number of intact sealed rows. */
  readonly rows: number;
  /** The last of them as `seq:hash`; stored elsewhere, it is an anchor for a later verification. */
  readonly head: string;
  /** Rows that are not sealed yet, normally for milliseconds. */
  readonly pending: number;
  /** The first fault. */
  readonly fault?: AuditFault | undefined;
}

export interface AuditFault {
  readonly seq: string;
  /** Absent if the row is missing. */
  readonly id?: string;
  /** `cut off`: the chain is intact and ends before the anchor, as after a restore from a backup. */
  readonly kind: 'missing' | 'inserted' | 'relinked' | 'changed' | 'not the anchor' | 'cut off';
}

/**
 * Reads the whole chain and recomputes every hash. A chain that was truncated, or rewritten as a whole, is consistent in
 * itself: only an `anchor` from before reveals it.
 */
export async function verifyAudit(db: Db, anchor?: string): Promise<AuditReport> {
  const pending = Number((await countPending(db).executeTakeFirstOrThrow()).rows);
  const { seq: anchorSeq, hash: anchorHash } = readAnchor(anchor ?? `0:${CHAIN_START.toString('hex')}`);
  let seq = 0n;
  let hash = CHAIN_START;
  const report = (fault?: AuditFault) => ({
    rows: Number(seq),
    head: `${seq}:${hash.toString('hex')}`,
    pending,
    fault,
  });

  for await (const row of sealedRows(db)) {
    const expected = seq + 1n;
    const { seq: found, id, prev_hash } = row;
    const fault = (kind: AuditFault['kind']) => report({ seq: found, id, kind });
    if (BigInt(found) > expected) return report({ seq: String(expected), kind: 'missing' });
    if (BigInt(found) < expected) return fault('inserted');
    if (!prev_hash?.equals(hash)) return fault('relinked');
    const computed = findHash(hash, row);
    if (computed === undefined) return fault('changed');
    if (expected === anchorSeq && computed.toString('hex') !== anchorHash) return fault('not the anchor');
    seq = expected;
    hash = computed;
  }
  return seq < anchorSeq ? report({ seq: String(seq + 1n), kind: 'cut off' }) : report();
}

type SealedRow = Awaited<ReturnType<ReturnType<typeof selectSealed>['execute']>>[number];

/** The hash of a row if it is the written one. Rows that were sealed before they had a service are hashed without it. */
function findHash(previous: Buffer, row: SealedRow): Buffer | undefined {
  const { prev_hash: _previous, hash: written, caller_trace_id, service, ...rest } = row;
  const content = { ...rest, ...(caller_trace_id !== null && { caller_trace_id }) };
  for (const form of service === null ? [content] : [{ ...content, service }, content]) {
    const computed = chainHash(previous, form);
    if (written?.equals(computed)) return computed;
  }
  return undefined;
}

function readAnchor(text: string): Anchor {
  const anchor = parseAnchor(text);
  if (anchor) return anchor;
  throw invalid({
    anchor: ['must be a number, a colon and 64 hexadecimal digits, as printed by a verification'],
  });
}

async function* sealedRows(db: Db) {
  let page;
  let after = SMALLEST_BIGINT;
  do {
    page = await selectSealed(db, after, PAGE_ROWS).execute();
    yield* page;
    after = page.at(-1)?.seq ?? after;
  } while (page.length === PAGE_ROWS);
}
