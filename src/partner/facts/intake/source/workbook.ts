import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import { Parser } from 'saxen';
import { Problem } from '../../../../kernel/index.ts';

const MAX_UNPACKED_BYTES = 64 << 20;
/** Sheets, and what belongs to each of them. */
const MAX_PARTS = 10_000;
/** What the reader of cells looks at. */
const READ = /\.xml(\.rels)?$/;
/** From the first cell to the last one of a sheet. Readers build all of them, also those that the file leaves out. */
const MAX_CELLS = 5_000_000;
/** Reading a longer one could take minutes: the time grows with its square. */
const MAX_FORMAT_CHARACTERS = 500;
const ADDRESS = /^([A-Z]{1,3})([0-9]{1,7})$/;
const ROW = /^[0-9]{1,7}$/;

/**
 * A workbook with the parts that are read, packed again. Refuses one that would take more memory than it declares. Readers of
 * archives disagree about where parts begin, so the reader of cells gets these parts instead of the file.
 */
export async function measuredWorkbook(path: string): Promise<Buffer> {
  const parts = new Map<string, Uint8Array[]>();
  let [bytes, count] = [0, 0];
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > MAX_PARTS)
      throw new Problem('payload_too_large', `A workbook has at most ${MAX_PARTS} parts.`);
    const isRead = READ.test(file.name);
    if (isRead) parts.set(file.name, []);
    // A workbook says itself which of its parts are sheets, whatever their names.
    const sheet = isRead ? new Extent(file.name) : undefined;
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      bytes += chunk.length;
      if (bytes > MAX_UNPACKED_BYTES)
        throw new Problem(
          'payload_too_large',
          `A workbook has at most ${MAX_UNPACKED_BYTES} bytes when it is unpacked. Send larger tables as CSV or Parquet.`,
        );
      sheet?.add(chunk, isLast);
      parts.get(file.name)?.push(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) unzip.push(chunk);
  unzip.push(new Uint8Array(), true);
  const whole = [...parts].map(([name, chunks]) => [name, Buffer.concat(chunks)] as const);
  return Buffer.from(zipSync(Object.fromEntries(whole), { level: 0 }));
}

/** How far the cells of a sheet reach, and how long the formats of cells are. */
class Extent {
  readonly #name: string;
  readonly #decoder = new StringDecoder();
  readonly #parser = new Parser();
  #isInData = false;
  #row = 0;
  #column = 0;
  #rows = 0;
  #columns = 0;

  constructor(name: string) {
    this.#name = name;
    this.#parser.on('error', (error) => {
      throw error;
    });
    this.#parser.on('openTag', (element, attributes) => this.#open(localName(element), attributes));
  }

  add(chunk: Uint8Array, isLast: boolean): void {
    this.#parser.write(this.#decoder.write(chunk));
    if (isLast) this.#parser.end();
  }

  #open(element: string, attributes: () => Record<string, string>): void {
    if (element === 'sheetData') this.#isInData = true;
    if (element === 'numFmt') checkFormat(attributes());
    if (!this.#isInData || (element !== 'row' && element !== 'c')) return;
    const places = valuesOf('r', attributes());
    if (element === 'row') {
      this.#row = places.length === 0 ? this.#row + 1 : Math.max(...places.map(rowOf));
      this.#column = 0;
    } else {
      const cells = places.map(addressOf);
      this.#column = cells.length === 0 ? this.#column + 1 : Math.max(...cells.map(({ column }) => column));
      this.#row = Math.max(this.#row, ...cells.map(({ row }) => row));
    }
    this.#rows = Math.max(this.#rows, this.#row);
    this.#columns = Math.max(this.#columns, this.#column);
    if (this.#rows * this.#columns <= MAX_CELLS) return;
    throw new Problem(
      'payload_too_large',
      `${this.#name} reaches to row ${this.#rows} and column ${this.#columns}; a sheet has at most ${MAX_CELLS} cells, ` +
        'empty ones between others included. Delete what is beside and below the table, or send it as CSV or Parquet.',
    );
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Of an attribute with and without a prefix. */
const valuesOf = (wanted: string, attributes: Readonly<Record<string, string>>): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => (localName(name) === wanted ? [value] : []));

function checkFormat(attributes: Readonly<Record<string, string>>): void {
  if (valuesOf('formatCode', attributes).every((format) => format.length <= MAX_FORMAT_CHARACTERS)) return;
  throw new Problem(
    'payload_too_large',
    `A workbook has a format of cells of more than ${MAX_FORMAT_CHARACTERS} characters. Send the table as CSV or Parquet.`,
  );
}

function rowOf(text: string): number {
  if (!ROW.test(text)) throw new Error(`${text} is no row.`);
  return Number(text);
}

function addressOf(text: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = ADDRESS.exec(text) ?? [];
  if (letters === '') throw new Error(`${text} is no cell.`);
  let column = 0;
  for (const code of Buffer.from(letters)) column = column * 26 + code - 64;
  return { row: Number(digits), column };
}
