/** The word that somebody who typed this one most probably meant, if one is similar enough. */
export function mostSimilar(typed: string, words: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(typed.length / 3));
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > most) continue;
    const distance = editDistance(typed.toLowerCase(), word.toLowerCase());
    if (distance <= most && distance < (best?.distance ?? Infinity)) best = { word, distance };
  }
  return best?.word;
}

/** How many letters have to be inserted, removed, replaced or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
