export interface Line {
  readonly kind: 'kept' | 'added' | 'removed';
  readonly text: string;
}

/** What leads from the lines before to the lines after, with as many kept as possible. */
export function diff(before: readonly string[], after: readonly string[]): Line[] {
  const common = commonLengths(before, after);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]];
    if (old !== undefined && old === next) {
      lines.push({ kind: 'kept', text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (next === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ kind: 'removed', text: old });
      i += 1;
    } else if (next !== undefined) {
      lines.push({ kind: 'added', text: next });
      j += 1;
    }
  }
  return lines;
}

const at = (common: readonly (readonly number[])[], i: number, j: number): number => common[i]?.[j] ?? 0;

/** How many lines the rests after `i` and `j` have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const common = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i] ?? [];
      row[j] =
        before[i] === after[j]
          ? at(common, i + 1, j + 1) + 1
          : Math.max(at(common, i + 1, j), at(common, i, j + 1));
    }
  }
  return common;
}
