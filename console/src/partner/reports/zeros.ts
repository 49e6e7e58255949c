import { isIdentifier, isNumeric, toText, valueOf, type Field } from './field.ts';
import type { Row } from './open-report.ts';
import { oneOf, type ReportSearch } from './search.ts';

/** The parameter of the address that says whether rows of zeros are shown. */
export const ZEROS = 'zeros';
export const HIDDEN = 'hidden' as const;

export const hidesZeros = (search: ReportSearch): boolean => oneOf(search[ZEROS]) === HIDDEN;

/** Numbers that count something. */
export const isFigure = (field: Field): boolean => isNumeric(field) && !isIdentifier(field);

/** Whether a row has figures among the fields, and all of them are zero or not known. */
export function isZero(row: Row, fields: readonly Field[], groups: readonly string[]): boolean {
  const figures = fields.filter((field) => isFigure(field) && !groups.includes(field.name));
  return (
    figures.length > 0 && figures.every((field) => /^-?[0.]*$/.test(toText(valueOf(row, field, groups))))
  );
}
