import type { ReportEntry } from '@quaestor/sdk';
import { slotsBetween, unitNamed, type Unit } from '../../../shared/period/index.ts';
import { countryName } from '../../../shared/text/index.ts';
import { daysOf, type Comparison } from '../comparison/index.ts';
import { isCountry, toText, valueOf, type Field } from '../field.ts';
import type { Row, Totals } from '../open-report.ts';
import { MOST_GROUPS } from '../queries.ts';
import type { AskedProps, ReportQuery } from '../search.ts';
import { texts } from '../texts.ts';

/** In pixels, so that nothing moves when a chart has been read. */
export const HEIGHT = 220;

/** What a chart draws. */
export interface DrawnProps extends AskedProps {
  readonly query: ReportQuery;
  readonly groups: readonly string[];
  readonly measure: Field;
  /** Of all rows. */
  readonly totals: Totals;
  readonly comparison: Comparison | undefined;
}

/** Quotients, which do not add up. */
const RATIOS = new Set(['conversion', 'ctr', 'roi', 'cpc', 'cpr', 'epc', 'cftd']);

export const isAdditive = ({ name, unit }: Field): boolean => !RATIOS.has(name) && unit !== '%';

/** The dimension that rows are grouped by at a place. */
export const dimensionOf = ({ dimensions }: ReportEntry, name: string | undefined): Field | undefined =>
  dimensions.find((field) => field.name === name);

/** The name of a group as people read it. */
export function groupName(row: Row, field: Field, groups: readonly string[]): string {
  const value = toText(valueOf(row, field, groups));
  if (value === '') return texts.chart.unknown;
  return isCountry(field) ? countryName(value) : value;
}

/** What is not known is drawn as nothing. */
export const textOf = (row: Row | undefined, measure: Field): string => toText(row?.[measure.name]) || '0';

/** All slots of the days of a report, also those without a row; the slots of the rows if its days are not known. */
export function slotsOf({ entry, search }: AskedProps, unit: Unit, rows: readonly Row[]): readonly string[] {
  const days = daysOf(entry, search);
  const slots = days === undefined ? [] : slotsBetween(unit, days.now);
  return slots.length > 0 && slots.length <= MOST_GROUPS ? slots : rows.map((row) => slotOf(row, unit));
}

const slotOf = (row: Row, unit: Unit): string => toText(valueOf(row, { name: unit } as Field, [unit]));

/** The rows of a report that is grouped by time alone. */
export const bySlot = (rows: readonly Row[], unit: Unit): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [slotOf(row, unit), row]));

/** The first time that rows are grouped by. */
export const timeOf = (groups: readonly string[]): Unit | undefined =>
  groups.map(unitNamed).find((unit) => unit !== undefined);
