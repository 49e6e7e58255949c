/** The marks that an address can carry, as reports name them. */
export const MARKS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'track1',
  'track2',
  'track3',
  'track4',
  'track5',
] as const;
export type Mark = (typeof MARKS)[number];
export type Marks = Readonly<Partial<Record<Mark, string>>>;

/** An address with marks as parameters. What it has already stays, unless a mark has the same name. */
export function withMarks(address: string, marks: Marks): string {
  const url = new URL(address);
  for (const name of MARKS) {
    const value = marks[name]?.trim() ?? '';
    if (value !== '') url.searchParams.set(name, value);
  }
  return url.href;
}
