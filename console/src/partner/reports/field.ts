import type { ReportEntry } from '@quaestor/sdk';
import { countryName } from '../../shared/text/index.ts';
import { texts } from './texts.ts';
import type { Row } from './open-report.ts';

export type Field = ReportEntry['measures'][number];

/** The fields that the rows have when they are grouped so, dimensions first. */
export function fieldsOf(
  { grouping, dimensions, measures }: ReportEntry,
  groups: readonly string[],
): Field[] {
  if (grouping === null) return [...dimensions, ...measures];
  const grouped = groups.flatMap((name) => dimensions.find((field) => field.name === name) ?? []);
  return [...grouped, ...measures];
}

/** The value of a field, which reports with groups have by its place among them. */
export function valueOf(row: Row, { name }: Field, groups: readonly string[]): unknown {
  const values = row['group_fields'];
  const place = Array.isArray(values) ? groups.indexOf(name) : -1;
  return place < 0 ? row[name] : (values as readonly unknown[])[place];
}

/** As people read it: the API sends a flag of some rows as text. */
export const toShown = (value: unknown, { name, type }: Field): string =>
  toText(type === 'string' && name.startsWith('is_') && value !== '' ? value === 'true' : value);

/** Percentages are texts in the API. */
export const isNumeric = ({ type, unit }: Field): boolean =>
  type === 'integer' || type === 'number' || (type === 'string' && unit !== null);

/** Whether its change is a difference in points of a percentage. */
export const inPoints = (field: Field | undefined): boolean => field?.unit === 'fraction';

/** A number that names something, such as a ticket. */
export const isIdentifier = ({ name }: Pick<Field, 'name'>): boolean => /(^|_)id$/.test(name);

/** Whether its values are codes of countries. */
export const isCountry = ({ name }: Pick<Field, 'name'>): boolean => /^(?!is_)(.*_)?country$/.test(name);

/** The value of a filter that selects the rows without a value. */
export const NONE = '';

/** The value of a filter as people read it. */
export function valueName(
  { name, type }: Pick<ReportEntry['filters'][number], 'name' | 'type'>,
  value: string,
): string {
  if (type === 'boolean') return value === 'true' ? texts.yes : texts.no;
  if (value === NONE) return texts.filters.none;
  return isCountry({ name }) ? countryName(value) : value;
}

/** Everything as text, without a digit lost. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(', ');
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object') return '';
  if ('title' in value) return toText(value.title);
  return Object.entries(value)
    .map(([name, each]) => `${texts.field(name)} ${toText(each)}`)
    .join(', ');
}
