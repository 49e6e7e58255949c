import type { Rung } from './ladder.ts';

/**
 * The best `depth` rungs over all ladders, best price first; equal prices by larger quantity, then in the order of
 * the ladders.
 */
export function merge(ladders: readonly (readonly Rung[])[], depth: number): Rung[] {
  const merged: Rung[] = [];
  const places = ladders.map(() => 0);
  while (merged.length < depth) {
    let best: Rung | undefined;
    let from = -1;
    for (let index = 0; index < ladders.length; index++) {
      const head = ladders[index]?.[places[index] ?? -1];
      if (head && (!best || isBetter(head, best))) {
        best = head;
        from = index;
      }
    }
    if (!best) break;
    merged.push(best);
    places[from] = (places[from] ?? 0) + 1;
  }
  return merged;
}

function isBetter(left: Rung, right: Rung): boolean {
  if (left.high !== right.high) return left.high > right.high;
  if (left.low !== right.low) return left.low > right.low;
  return left.quantity.compare(right.quantity) > 0;
}
