import { strToU8, Zip, ZipDeflate } from 'fflate';
import { Decimal, exactJson } from '../../kernel/index.ts';
import type { Value } from '../../platform/duckdb/index.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Line = readonly Value[];

/** The columns whose texts are days or numbers, by their names. */
export type TextColumns = ReadonlyMap<string, 'day' | 'number'>;

/** What a spreadsheet takes on one sheet. */
const MOST_LINES = 1_048_576;
/** Spreadsheets keep no more digits of a number: one with more is written as text. */
const MOST_DIGITS = 15;
const PLAIN = /^-?\d+(\.\d+)?$/;
const DAY_MS = 86_400_000;
/** 1 January 1970 in the days of a spreadsheet. */
const EPOCH = 25_569;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** By their places among the formats of cells in `STYLES`. */
const DATE = 1;
const DATE_TIME = 2;
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts>
<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs>
</styleSheet>`;

/**
 * Writes a workbook while its lines are read; the first line names the columns. Lines that a sheet has no room for go to
 * further sheets.
 */
export async function* xlsxFile(
  blocks: AsyncIterable<readonly Line[]> | Iterable<readonly Line[]>,
  columns: TextColumns,
): AsyncGenerator<Uint8Array, void, undefined> {
  const book = new Workbook(columns);
  for await (const lines of blocks) {
    for (const line of lines) book.add(line);
    const bytes = book.take();
    if (bytes.length > 0) yield bytes;
  }
  book.end();
  yield book.take();
}

class Workbook {
  readonly #columns: TextColumns;
  readonly #zip: Zip;
  #bytes: Uint8Array[] = [];
  #text = '';
  #sheet: ZipDeflate | undefined;
  #sheets = 0;
  #line = 0;
  #names: Line = [];

  constructor(columns: TextColumns) {
    this.#columns = columns;
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.#bytes.push(bytes);
    });
  }

  add(line: Line): void {
    if (this.#sheets === 0) this.#names = line;
    if (this.#sheet === undefined || this.#line === MOST_LINES) {
      const isFurther = this.#sheet !== undefined;
      this.#endSheet();
      this.#sheets += 1;
      this.#sheet = this.#open(`xl/worksheets/sheet${this.#sheets}.xml`);
      this.#line = 0;
      this.#text = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
      if (isFurther) this.#write(this.#names);
    }
    this.#write(line);
  }

  /** What is ready to be sent. */
  take(): Uint8Array {
    this.#sheet?.push(strToU8(this.#text));
    this.#text = '';
    const bytes = Buffer.concat(this.#bytes);
    this.#bytes = [];
    return bytes;
  }

  end(): void {
    this.#endSheet();
    const sheets = Array.from({ length: this.#sheets }, (_, index) => index + 1);
    const parts = {
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
        .map((number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relationships([
        ...sheets.map((number) => ({ type: 'worksheet', target: `worksheets/sheet${number}.xml` })),
        { type: 'styles', target: 'styles.xml' },
      ]),
      '_rels/.rels': relationships([{ type: 'officeDocument', target: 'xl/workbook.xml' }]),
      '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${contentType('workbook', `${PART}.sheet.main+xml`)}${contentType('styles', `${PART}.styles+xml`)}${sheets
        .map((number) => contentType(`worksheets/sheet${number}`, `${PART}.worksheet+xml`))
        .join('')}</Types>`,
    };
    this.#open('xl/styles.xml').push(strToU8(STYLES), true);
    for (const [name, xml] of Object.entries(parts)) this.#open(name).push(strToU8(DECLARATION + xml), true);
    this.#zip.end();
  }

  #open(name: string): ZipDeflate {
    const file = new ZipDeflate(name, { level: 1 });
    this.#zip.add(file);
    return file;
  }

  #endSheet(): void {
    this.#sheet?.push(strToU8(`${this.#text}</sheetData></worksheet>`), true);
    this.#sheet = undefined;
    this.#text = '';
  }

  #write(line: Line): void {
    const isHead = this.#line === 0;
    this.#line += 1;
    const cells = line.map((value, column) => {
      const name = this.#names[column];
      const kind = isHead || typeof name !== 'string' ? undefined : this.#columns.get(name);
      return cellOf(value, `${lettersOf(column)}${this.#line}`, kind);
    });
    this.#text += `<row r="${this.#line}">${cells.join('')}</row>`;
  }
}

function cellOf(value: Value, place: string, kind: 'day' | 'number' | undefined): string {
  if (value === null || value === '') return '';
  if (value instanceof Date) return serial(value, place, DATE_TIME);
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Decimal || typeof value === 'number') return numberCell(value.toString(), place);
  if (typeof value !== 'string') return textCell(exactJson(value), place);
  if (kind === 'day') return serial(new Date(value), place, DATE);
  return kind === 'number' && PLAIN.test(value) ? numberCell(value, place) : textCell(value, place);
}

const numberCell = (digits: string, place: string): string =>
  fits(digits) ? `<c r="${place}"><v>${digits}</v></c>` : textCell(digits, place);

const fits = (digits: string): boolean =>
  digits.replace(/^-?0*\.?0*/, '').replace('.', '').length <= MOST_DIGITS;

/** A moment in UTC as a spreadsheet counts it, which knows no time zones. */
const serial = (moment: Date, place: string, style: number): string =>
  `<c r="${place}" s="${style}"><v>${moment.getTime() / DAY_MS + EPOCH}</v></c>`;

/** A text is never a formula, whatever it begins with. */
const textCell = (text: string, place: string): string =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML does not take are written by their numbers, and so is what looks like such a number. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(
      /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');

function lettersOf(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : `${lettersOf(Math.floor(column / 26) - 1)}${letter}`;
}

const relationships = (all: readonly { type: string; target: string }[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(
      ({ type, target }, index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const contentType = (name: string, type: string): string =>
  `<Override PartName="/xl/${name}.xml" ContentType="${type}"/>`;
