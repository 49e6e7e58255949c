/** A range of media types such as `text/*`, and how much it is liked, from 0 to 1. */
interface Range {
  readonly name: string;
  readonly weight: number;
}

/**
 * Which of several media types `Accept` likes best. Of those it likes alike, it is the one that it names most exactly, and
 * then the one it names first; the first of all where it names none.
 */
export function preferred<Offered extends string>(
  accept: string | undefined,
  offered: readonly Offered[],
): Offered | undefined {
  const ranges = (accept ?? '').split(',').map(readRange);
  const [best] = offered
    .map((type) => ({ type, ...preferenceOf(type, ranges) }))
    .toSorted((a, b) => b.weight - a.weight || a.distance - b.distance || a.position - b.position);
  return best?.type;
}

function readRange(entry: string): Range {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.map((part) => /^q=([01](?:\.\d{0,3})?)$/.exec(part)?.[1]).find(Boolean);
  return { name, weight: Number(weight ?? 1) };
}

/** The range that comes nearest to a type decides. */
function preferenceOf(type: string, ranges: readonly Range[]) {
  const near = [type, type.replace(/\/.*/, '/*'), '*/*'];
  const distance = near.findIndex((wanted) => ranges.some(({ name }) => name === wanted));
  const position = ranges.findIndex(({ name }) => name === near[distance]);
  return { weight: ranges[position]?.weight ?? 0, distance, position };
}
