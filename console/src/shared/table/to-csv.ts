import type { Column } from './column.ts';

/** What a spreadsheet would run as a formula, also in the wide letters of East Asia. */
const FORMULA = /^[=+\-@＝＋－＠\x00-\x1f]/;

/** The rows as they are shown, in RFC 4180. */
export function toCsv<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ];
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function quote(text: string): string {
  const safe = FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
