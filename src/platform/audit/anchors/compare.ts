import type { Anchor } from './anchor.ts';
import type { Db } from '../../postgres/index.ts';
import { selectHead, selectRows } from './store.ts';

export interface Comparison {
  /** The last sealed entry of the database; undefined if it has none. */
  readonly head: Anchor | undefined;
  /** The anchors whose entry the database does not have. */
  readonly lost: readonly Anchor[];
  /** When the newest entry was made that is certainly older than the loss; undefined if none is. */
  readonly lostSince: Date | undefined;
}

/** The last sealed entry; undefined if there is none. */
export async function findHead(db: Db): Promise<Anchor | undefined> {
  const row = await selectHead(db).executeTakeFirst();
  return row && toAnchor(row);
}

/** Looks for the entries of stored anchors in the database. */
export async function compareAnchors(db: Db, anchors: readonly Anchor[]): Promise<Comparison> {
  const seqs = anchors.map(({ seq }) => String(seq));
  const rows = seqs.length === 0 ? [] : await selectRows(db, seqs).execute();
  const head = await selectHead(db).executeTakeFirst();
  const hashes = new Map(rows.map(({ seq, hash }) => [BigInt(seq), hash]));
  const [present, lost] = partition(anchors, ({ seq, hash }) => hashes.get(seq) === hash);
  const firstLost = lost.map(({ seq }) => seq).toSorted(ascending)[0];
  // A database that went on after a restore has other entries at the lost places: then only anchors show what is old.
  const isBehind = head !== undefined && firstLost !== undefined && BigInt(head.seq) < firstLost;
  const lastPresent = present
    .map(({ seq }) => seq)
    .toSorted(ascending)
    .findLast((seq) => seq < (firstLost ?? seq));
  const old = isBehind ? head : rows.find(({ seq }) => BigInt(seq) === lastPresent);
  return { head: head && toAnchor(head), lost, lostSince: old?.at };
}

const toAnchor = ({ seq, hash }: { readonly seq: string; readonly hash: string }): Anchor => ({
  seq: BigInt(seq),
  hash,
});

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
