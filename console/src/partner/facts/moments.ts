/** The day of a moment; empty if there is none. */
export const dayOf = (moment: string): string => moment.slice(0, 10);

/** The first moment of a day or, of the field that ends a period, the last one. */
export function momentOf(field: string, day: string): string {
  if (day === '') return '';
  return field.endsWith('_end') ? `${day}T23:59:59.999Z` : `${day}T00:00:00.000Z`;
}
