import { Problem } from '../../../../kernel/index.ts';
import type { Kind } from '../../kinds/index.ts';
import type { TableFormat, Separator } from './table-format.ts';
import { quoted, textFault, unknownField, type Fault, type LineReader } from './line-records.ts';

const CELLS: Readonly<Record<Separator, RegExp>> = {
  ',': /"((?:[^"]|"")*)"|([^",]*)/y,
  ';': /"((?:[^"]|"")*)"|([^";]*)/y,
  '\t': /"((?:[^"]|"")*)"|([^"\t]*)/y,
};
const SEPARATORS = Object.keys(CELLS) as Separator[];
const LINE_BREAKS = /\r\n|\r|\n/g;

/**
 * Reads records under a header that names the columns in any order. Without a separator in the format, it is the one of
 * comma, semicolon and tab that the header has most of. An empty cell is an absent value, and a line break in a quoted
 * cell becomes a space.
 */
export function csvReader(kind: Kind, header: string, tableFormat: TableFormat): LineReader {
  const separator = tableFormat.separator ?? guessSeparator(header);
  const names = splitCells(header, separator);
  if (names === undefined) throw badHeader({ '': ['has a quote that does not close'] });
  const columns = names.map((name) => fieldOf(tableFormat, name));
  const errors = headerFaults(kind, names, columns);
  if (Object.keys(errors).length > 0) throw badHeader(errors);
  const fields = Object.entries(kind.fields);
  const decimals = new Set(
    fields.filter(([, { type }]) => tableFormat.decimalComma && type.is === 'decimal').map(([name]) => name),
  );
  const order = fields.map(([name]) => ({ index: columns.indexOf(name), hasComma: decimals.has(name) }));

  return (line, records) => {
    const cells = splitCells(line.toString(), separator);
    if (cells === undefined) {
      return [{ field: '', reason: 'has a quote that does not close or has text after it' }];
    }
    if (cells.length !== names.length) {
      return [{ field: '', reason: `has ${cells.length} cells under ${names.length} column names` }];
    }
    const faults: Fault[] = [];
    for (const [index, cell] of cells.entries()) {
      const column = columns[index] ?? null;
      if (column === null) continue;
      const hasPoint = decimals.has(column) && cell.includes('.');
      const reason = hasPoint ? 'must have a comma before its decimals and no point' : textFault(cell);
      if (reason !== undefined) faults.push({ field: column, value: cell, reason });
    }
    if (faults.length > 0) return faults;
    const record = order.map(({ index, hasComma }) => {
      const cell = cells[index];
      if (!cell) return '';
      return quoted(hasComma ? cell.replace(',', '.') : cell);
    });
    records.append(record.join(','));
    return undefined;
  };
}

/** Whether a quoted cell begins or ends in the line, and not both. */
export function hasOddQuotes(text: Buffer): boolean {
  let quotes = 0;
  for (let at = text.indexOf(QUOTE); at >= 0; at = text.indexOf(QUOTE, at + 1)) quotes += 1;
  return quotes % 2 === 1;
}

const QUOTE = 34;

function guessSeparator(header: string): Separator {
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The field of a column; null for one that is left out. */
export function fieldOf({ columns = {} }: TableFormat, name: string): string | null {
  const field = Object.hasOwn(columns, name) ? columns[name] : name;
  return field ?? null;
}

function headerFaults(
  kind: Kind,
  names: readonly string[],
  columns: readonly (string | null)[],
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [index, column] of columns.entries()) {
    const name = names[index] ?? '';
    if (column === null) continue;
    if (!Object.hasOwn(kind.fields, column)) errors[name] = [unknownField(kind)];
    else if (columns.indexOf(column) !== index) errors[name] = ['is given twice'];
  }
  for (const [name, { required }] of Object.entries(kind.fields)) {
    if (required && !columns.includes(name)) errors[name] = ['is missing'];
  }
  return errors;
}

function badHeader(errors: Record<string, string[]>): Problem {
  return new Problem('validation_failed', 'The first line must name the fields of the columns below it.', {
    errors,
  });
}

function splitCells(line: string, separator: Separator): string[] | undefined {
  const cells: string[] = [];
  const cell = CELLS[separator];
  for (cell.lastIndex = 0; ; cell.lastIndex += 1) {
    const [, inQuotes, bare] = cell.exec(line) ?? [];
    cells.push(inQuotes?.replaceAll('""', '"').replaceAll(LINE_BREAKS, ' ') ?? bare ?? '');
    if (cell.lastIndex >= line.length) return cells;
    if (line[cell.lastIndex] !== separator) return undefined;
  }
}
