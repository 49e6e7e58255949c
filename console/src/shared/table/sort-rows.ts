import { LANGUAGE } from '../text/index.ts';
import type { Column } from './column.ts';

export interface Order {
  /** The id of the column. */
  readonly by: string;
  readonly direction: 'ascending' | 'descending';
}

const TEXTS = new Intl.Collator(LANGUAGE, { numeric: true });
const NUMBER = /^(-?\d+(?:\.\d+)?)(?: (\w+))?$/;

/** The rows in the order of a column: amounts by asset and size, and what has no number last. */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  order: Order | undefined,
): readonly T[] {
  const column = columns.find(({ id }) => id === order?.by);
  if (order === undefined || column === undefined) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, text: column.text(row) }));
  return keyed.toSorted((a, b) => sign * compare(a.text, b.text)).map(({ row }) => row);
}

function compare(a: string, b: string): number {
  const [one, other] = [NUMBER.exec(a), NUMBER.exec(b)];
  if (one === null || other === null) {
    return one === other ? TEXTS.compare(a, b) : one === null ? 1 : -1;
  }
  // Amounts of different assets have no common order.
  const [, size = '0', unit = ''] = one;
  const [, otherSize = '0', otherUnit = ''] = other;
  return unit === otherUnit ? compareDecimals(size, otherSize) : TEXTS.compare(unit, otherUnit);
}

/** Exact decimals as whole numbers of their smallest digit. */
function compareDecimals(a: string, b: string): number {
  const [[whole = '', fraction = ''], [otherWhole = '', otherFraction = '']] = [a.split('.'), b.split('.')];
  const places = Math.max(fraction.length, otherFraction.length);
  const difference =
    BigInt(whole + fraction.padEnd(places, '0')) - BigInt(otherWhole + otherFraction.padEnd(places, '0'));
  return Number(difference > 0n) - Number(difference < 0n);
}

/** What a click on the heading of a column does: ascending, then descending, then as the server has them. */
export function nextOrder(order: Order | undefined, by: string): Order | undefined {
  if (order?.by !== by) return { by, direction: 'ascending' };
  return order.direction === 'ascending' ? { by, direction: 'descending' } : undefined;
}
