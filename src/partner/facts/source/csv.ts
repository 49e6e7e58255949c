import { Problem } from '../../../kernel/index.ts';
import type { Kind } from '../declare.ts';
import { quoted, textFault, unknownField, type Fault, type LineReader } from './record.ts';

type Separator = ',' | ';';
const CELLS: Readonly<Record<Separator, RegExp>> = {
  ',': /"((?:[^"]|"")*)"|([^",]*)/y,
  ';': /"((?:[^"]|"")*)"|([^";]*)/y,
};

/**
 * Reads lines under a header that names fields in any order, separated by commas, or by semicolons if the header has no
 * comma. An empty cell is an absent value.
 */
export function csvReader(kind: Kind, header: string): LineReader {
  const separator = header.includes(';') && !header.includes(',') ? ';' : ',';
  const columns = splitCells(header, separator);
  if (columns === undefined) throw badHeader({ '': ['has a quote that does not close'] });
  const errors = headerFaults(kind, columns);
  if (Object.keys(errors).length > 0) throw badHeader(errors);
  const order = Object.keys(kind.fields).map((name) => columns.indexOf(name));

  return (line, records) => {
    const cells = splitCells(line.toString(), separator);
    if (cells === undefined) {
      return [{ field: '', reason: 'has a quote that does not close on the line' }];
    }
    if (cells.length !== columns.length) {
      return [{ field: '', reason: `has ${cells.length} cells under ${columns.length} column names` }];
    }
    const faults: Fault[] = [];
    for (const [index, cell] of cells.entries()) {
      const reason = textFault(cell);
      if (reason !== undefined) faults.push({ field: columns[index] ?? '', reason });
    }
    if (faults.length > 0) return faults;
    records.append(order.map((index) => (cells[index] ? quoted(cells[index]) : '')).join(','));
    return undefined;
  };
}

function headerFaults(kind: Kind, columns: readonly string[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [index, column] of columns.entries()) {
    if (!Object.hasOwn(kind.fields, column)) errors[column] = [unknownField(kind)];
    else if (columns.indexOf(column) !== index) errors[column] = ['is given twice'];
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
    cells.push(inQuotes?.replaceAll('""', '"') ?? bare ?? '');
    if (cell.lastIndex >= line.length) return cells;
    if (line[cell.lastIndex] !== separator) return undefined;
  }
}
