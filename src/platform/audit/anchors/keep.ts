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

/** An anchor goes if the one before it is at most so many times as far behind the newest one as the one after it. */
const SPREAD = 4n;

/**
 * Removes the `settled` anchors and thins out those of the chain: the further they are behind the newest one, the fewer
 * remain. As the chain grows, distances become more alike, so what was near enough stays so.
 */
export async function pruneAnchors(
  storage: Storage,
  chain: readonly Anchor[],
  settled: readonly Anchor[],
): Promise<void> {
  const newestFirst = chain.toSorted(bySeqDescending);
  const newest = newestFirst[0]?.seq ?? 0n;
  const superfluous: Anchor[] = [];
  let after = newest;
  for (const [index, anchor] of newestFirst.entries()) {
    const before = newestFirst[index + 1];
    const isNeeded =
      anchor.seq === newest || before === undefined || newest - before.seq > SPREAD * (newest - after);
    if (isNeeded) after = anchor.seq;
    else superfluous.push(anchor);
  }
  for (const anchor of [...superfluous, ...settled]) await storage.remove(keyOf(anchor));
}

const bySeqDescending = (a: Anchor, b: Anchor): number => (a.seq > b.seq ? -1 : Number(a.seq < b.seq));
