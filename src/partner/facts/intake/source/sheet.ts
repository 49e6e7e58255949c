import { readSheet, type CellValue } from 'read-excel-file/node';
import { Problem } from '../../../../kernel/index.ts';
import type { Blocks } from '../../../../platform/threads/index.ts';
import type { FieldType } from '../../kinds/index.ts';
import { fieldOf } from './csv.ts';
import { MAX_LINE_BYTES, tooLong } from './lines.ts';
import { quoted } from './line-records.ts';
import { measuredWorkbook } from './workbook.ts';
import type { SheetRefusal, SheetTask } from './xlsx.ts';

const BLOCK_CHARACTERS = 1 << 18;
const DATE_CHARACTERS = 10;

/**
 * The first sheet as CSV. A number is written with the digits that a spreadsheet shows, and a date in the form of its
 * field.
 */
export async function* readFirstSheet(task: SheetTask): Blocks<SheetRefusal> {
  try {
    yield* lines(task);
    return undefined;
  } catch (error) {
    if (
      error instanceof Problem &&
      (error.code === 'payload_too_large' || error.code === 'validation_failed')
    )
      return { code: error.code, detail: error.message };
    return { code: 'validation_failed', detail: 'The file is not a readable XLSX workbook.' };
  }
}

async function* lines({ path, types: typeOf, tableFormat }: SheetTask): AsyncGenerator<Uint8Array> {
  const workbook = await measuredWorkbook(path);
  const rows = await readSheet(workbook, 1, { parseNumber: plainNumber, trim: false });
  const [header = []] = rows;
  const types = header.map((name) => typeOf[fieldOf(tableFormat, textOf(name)) ?? '']);
  let block = '';
  for (const [index, row] of rows.entries()) {
    if (row.some((cell) => cell !== null)) block += lineOf(row, index, index === 0 ? [] : types);
    block += '\n';
    if (block.length < BLOCK_CHARACTERS) continue;
    yield Buffer.from(block);
    block = '';
  }
  yield Buffer.from(block);
}

function lineOf(
  row: readonly (CellValue | string | null)[],
  index: number,
  types: readonly (FieldType['is'] | undefined)[],
): string {
  let line = '';
  for (const [column, cell] of row.entries()) {
    line += `${column === 0 ? '' : ','}${quoted(textOf(cell, types[column]))}`;
    if (line.length > MAX_LINE_BYTES) throw tooLong(index + 1);
  }
  return line;
}

function textOf(cell: CellValue | string | null, type: FieldType['is'] = 'text'): string {
  if (cell === null) return '';
  if (cell instanceof Date) return dateText(wholeSecond(cell), type);
  return String(cell).replaceAll(/[\r\n]+/g, ' ');
}

/** Cells count days in binary fractions, which the reader rounds down: a whole second can lack a millisecond. */
function wholeSecond(cell: Date): Date {
  return cell.getUTCMilliseconds() === 999 ? new Date(cell.getTime() + 1) : cell;
}

/** Cells have dates without a zone; they are taken for UTC. */
function dateText(cell: Date, type: FieldType['is']): string {
  const text = cell.toISOString();
  const isMidnight = text.endsWith('T00:00:00.000Z');
  return type !== 'datetime' && isMidnight ? text.slice(0, DATE_CHARACTERS) : text;
}

/** Cells have binary numbers: the shortest decimal that stands for one is what was typed. */
function plainNumber(text: string): string {
  const shortest = String(Number(text));
  return /e-/.test(shortest) ? Number(text).toFixed(20).replace(/0+$/, '') : shortest;
}
