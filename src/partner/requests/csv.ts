import { Decimal, exactJson } from '../../kernel/index.ts';
import type { Value } from '../../platform/duckdb/index.ts';

/** One line of RFC 4180. */
export const csvLine = (values: readonly Value[]): string => `${values.map(cell).join(',')}\r\n`;

/** A spreadsheet would take a cell that begins so for a formula. */
const FORMULA = /^[=+\-@＝＋－＠\x00-\x1f]/;

function cell(value: Value): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Decimal || typeof value === 'number') return value.toString();
  const text = typeof value === 'string' ? value : exactJson(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
