import type { ReportEntry } from '@quaestor/sdk';
import { slotsBetween, unitNamed, type Unit } from '../../../shared/period/index.ts';
import { toText, valueOf, type Field } from '../field.ts';
import type { Row } from '../open-report.ts';
import type { Days } from './days.ts';

/** What names a row of a report without groups in every period. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = { symbols: ['symbol'] };

/** The fields that say which rows of two periods belong together; none if no rows do. */
export const namesOfRows = ({ name, grouping }: ReportEntry, groups: readonly string[]): readonly string[] =>
  grouping === null ? (NAMED_BY[name] ?? []) : groups;

/** Each slot of the period with the one at the same place of the period before, as far as that has as many. */
export function pairSlots(unit: Unit, { now, before }: Days): ReadonlyMap<string, string> {
  const earlier = slotsBetween(unit, before);
  return new Map(
    slotsBetween(unit, now).flatMap((slot, place) => {
      const other = earlier[place];
      return other === undefined ? [] : [[slot, other] as const];
    }),
  );
}

type Find = (row: Row) => Row | undefined;

/** Finds the row of the period before that a row is compared with: of the same names, and of the same place in time. */
export function pairRows(rows: readonly Row[], names: readonly string[], days: Days): Find {
  if (names.length === 0) return () => undefined;
  const slots = names.map((name) => {
    const unit = unitNamed(name);
    return unit && pairSlots(unit, days);
  });
  const valuesOf = (row: Row) => names.map((name) => toText(valueOf(row, { name } as Field, names)));
  const byValues = new Map(rows.map((row) => [JSON.stringify(valuesOf(row)), row]));
  return (row) => {
    const values = valuesOf(row).map((value, place) => {
      const pairs = slots[place];
      return pairs === undefined ? value : pairs.get(value);
    });
    return byValues.get(JSON.stringify(values));
  };
}
