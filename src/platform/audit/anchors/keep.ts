import { formatAnchor, parseAnchor, type Anchor } from './anchor.ts';
import type { Storage } from '../../storage/index.ts';

const FOLDER = 'anchors/';

/** Sorts like its number. The same head always has the same key, so several processes may write it. */
const keyOf = ({ seq, hash }: Anchor): string => `${FOLDER}${String(seq).padStart(18, '0')}-${hash}.txt`;

export async function listAnchors(storage: Storage): Promise<Anchor[]> {
  const anchors: Anchor[] = [];
  for await (const { key } of storage.list(FOLDER)) {
    const anchor = parseAnchor(
      key
        .slice(FOLDER.length)
        .replace('-', ':')
        .replace(/\.txt$/, ''),
    );
    if (anchor) anchors.push(anchor);
  }
  return anchors;
}

export async function writeAnchor(storage: Storage, anchor: Anchor): Promise<void> {
  await storage.put(
    keyOf(anchor),
    (async function* () {
      yield Buffer.from(`${formatAnchor(anchor)}\n`);
    })(),
  );
}

/**
 * Removes the `settled` anchors and thins out those of the chain: the further they are behind the newest one, the fewer
 * remain, one for each power of two.
 */
export async function pruneAnchors(
  storage: Storage,
  chain: readonly Anchor[],
  settled: readonly Anchor[],
): Promise<void> {
  const newestFirst = chain.toSorted(bySeqDescending);
  const newest = newestFirst[0]?.seq ?? 0n;
  // The oldest at each distance: as the chain grows, it moves on to the next.
  const kept = new Map(newestFirst.map((anchor) => [bitLength(newest - anchor.seq), anchor]));
  const superfluous = chain.filter((anchor) => kept.get(bitLength(newest - anchor.seq)) !== anchor);
  for (const anchor of [...superfluous, ...settled]) await storage.remove(keyOf(anchor));
}

const bitLength = (count: bigint): number => (count === 0n ? 0 : count.toString(2).length);

const bySeqDescending = (a: Anchor, b: Anchor): number => (a.seq > b.seq ? -1 : Number(a.seq < b.seq));
