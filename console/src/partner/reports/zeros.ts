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

/** So many hidden rows are read one after another without a person asking for it: there may be millions. */
export const MOST_SKIPPED = 500;

/** Whether reading on waits for a person, who asked for a number of rows before. */
export const isPaused = (loaded: number, lastShown: number, asked: number): boolean =>
  loaded - 1 - lastShown >= MOST_SKIPPED && loaded >= asked;
