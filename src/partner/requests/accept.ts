import Negotiator from 'negotiator';

/** Which of several media types `Accept` prefers, or the first where it names none of them. */
export function preferred<Offered extends string>(
  accept: string | undefined,
  offered: readonly Offered[],
): Offered | undefined {
  // The library would take `text/csv; charset=utf-8` for another type than `text/csv`.
  const types = accept?.replaceAll(/;(?!\s*q\s*=)[^,;]*/gi, '');
  const chosen = new Negotiator({ headers: { accept: types } }).mediaType([...offered]);
  return offered.find((type) => type === chosen) ?? offered[0];
}
