import { createReadStream } from 'node:fs';
import { Unzip, UnzipInflate } from 'fflate';
import { readSheet, type CellValue } from 'read-excel-file/node';
import { Problem } from '../../../kernel/index.ts';
import type { FieldType, Kind } from '../declare.ts';
import { fieldOf } from './csv.ts';
import type { Layout } from './layout.ts';
import { quoted } from './record.ts';

const MAX_UNPACKED_BYTES = 64 << 20;
const DATE_CHARACTERS = 10;

/**
 * The first sheet of a workbook as CSV, a line for each row. A number is written with the digits that a spreadsheet shows,
 * and a date in the form of its field.
 */
export async function* sheetLines(
  kind: Kind,
  path: string,
  layout: Layout,
): AsyncGenerator<Uint8Array, void, undefined> {
  await limitUnpacked(path);
  const rows = await readSheet(path, 1, { parseNumber: plainNumber, trim: false }).catch((error: unknown) => {
    throw new Problem('validation_failed', 'The file is not a readable XLSX workbook.', { cause: error });
  });
  const [header = []] = rows;
  const types = header.map((name) => kind.fields[fieldOf(layout, textOf(name)) ?? '']?.type.is);
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => quoted(textOf(cell, index === 0 ? 'text' : types[column])));
    const isBlank = row.every((cell) => cell === null);
    yield Buffer.from(`${isBlank ? '' : cells.join(',')}\n`);
  }
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

/** Refuses a file that would take more memory than it pretends. */
async function limitUnpacked(path: string): Promise<void> {
  let bytes = 0;
  const unzip = new Unzip((file) => {
    file.ondata = (error, chunk) => {
      if (error) throw error;
      bytes += chunk.length;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      unzip.push(chunk);
      if (bytes > MAX_UNPACKED_BYTES) break;
    }
  } catch (error) {
    throw new Problem('validation_failed', 'The file is not a readable XLSX workbook.', { cause: error });
  }
  if (bytes > MAX_UNPACKED_BYTES)
    throw new Problem(
      'payload_too_large',
      `A workbook has at most ${MAX_UNPACKED_BYTES} bytes when it is unpacked. Send larger tables as CSV or Parquet.`,
    );
}
