/** The unit of a field by its name; whole-number `roi` is in percent, the other one a fraction. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_mln_usd$/, 'mln USD'],
  [/_usd$|^spend|^c(pc|pr|ftd)$|^epc$|^compensation_amount$/, 'USD'],
  [/_lots$/, 'lots'],
  [/^reward$/, 'currency of the partner account'],
  [/_spread$/, 'points'],
  [/rate|_share$|_percentage$/, '%'],
  [/^(conversion|ctr)$/, 'fraction'],
];

export function unitOf(name: string, type: string): string | null {
  if (name === 'roi') return type === 'integer' ? '%' : 'fraction';
  return UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
