import { buffer } from 'node:stream/consumers';
import type { Decimal } from '../../kernel/index.ts';

const MARGIN = 48;
const INK = '#1b2430';
const MUTED = '#66717f';
const LINE = '#d5dbe2';
const TEXT_SIZE = 8;
const FACT_SIZE = 10;
/** Between the texts of two columns, and of two lines. */
const GAP = 8;
const LEAST_NUMBER_WIDTH = 70;
const FACT_TITLE_WIDTH = 110;

interface Column {
  readonly title: string;
  /** Of a column of numbers, all that it has: it gets the room they need. Absent for a text, which wraps in the rest. */
  readonly numbers?: readonly string[];
  readonly width?: number;
}

interface Placed {
  readonly title: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Characters that the fonts of every PDF reader have; the others become question marks. */
const plain = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/gu, '?');

/** At least two decimals, and all that there are. */
export function money(amount: Decimal): string {
  const [whole = '0', fraction = ''] = amount.toString().split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** A PDF of A4 pages, written from the top. */
export class Paper {
  readonly #document: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  readonly #width: number;
  #columns: readonly Placed[] = [];
  #y = MARGIN;

  private constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#bytes = buffer(document);
    this.#width = document.page.width - 2 * MARGIN;
  }

  static async open(title: string, made: Date): Promise<Paper> {
    const { default: PDFDocument } = await import('pdfkit');
    return new Paper(
      new PDFDocument({
        size: 'A4',
        margin: MARGIN,
        bufferPages: true,
        info: { Title: plain(title), CreationDate: made },
      }),
    );
  }

  heading(title: string, aside: string): void {
    const document = this.#document;
    document.fillColor(INK).font('Helvetica-Bold').fontSize(20).text(title, MARGIN, this.#y);
    document.font('Helvetica').fontSize(FACT_SIZE).fillColor(MUTED);
    document.text(aside, MARGIN, this.#y + 6, { width: this.#width, align: 'right' });
    this.#y += 38;
  }

  facts(facts: readonly (readonly [title: string, value: string])[]): void {
    const options = { width: this.#width - FACT_TITLE_WIDTH };
    for (const [title, given] of facts) {
      const value = plain(given);
      const document = this.#document.font('Helvetica-Bold').fontSize(FACT_SIZE);
      const height = document.heightOfString(value, options);
      this.#makeRoom(height);
      document.font('Helvetica').fillColor(MUTED).text(title, MARGIN, this.#y);
      document
        .font('Helvetica-Bold')
        .fillColor(INK)
        .text(value, MARGIN + FACT_TITLE_WIDTH, this.#y, options);
      this.#y += height + 2;
    }
    this.#y += 2 * GAP;
  }

  /** Begins a table, whose head is on every page. */
  table(columns: readonly Column[]): void {
    this.#document.font('Helvetica-Bold').fontSize(TEXT_SIZE);
    const widths = columns.map(
      ({ width, numbers }) =>
        width ??
        (numbers &&
          Math.max(LEAST_NUMBER_WIDTH, ...numbers.map((number) => this.#document.widthOfString(number))) +
            GAP),
    );
    const rest = this.#width - widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
    this.#columns = columns.map(({ title, numbers }, index) => ({
      title,
      width: widths[index] ?? rest,
      align: numbers ? 'right' : 'left',
    }));
    this.#tableHead();
  }

  row(given: readonly string[], isBold = false): void {
    const texts = given.map(plain);
    const font = isBold ? 'Helvetica-Bold' : 'Helvetica';
    const document = this.#document.font(font).fontSize(TEXT_SIZE);
    if (this.#makeRoom(this.#heightOf(texts))) this.#tableHead();
    document.font(font).fontSize(TEXT_SIZE).fillColor(INK);
    this.#cells(texts);
  }

  /** Numbers the pages, with a line at the foot of each. */
  end(footer: string): Promise<Buffer> {
    const document = this.#document;
    const { count } = document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      // Text below the margin would begin another page.
      document.page.margins.bottom = 0;
      document.font('Helvetica').fontSize(TEXT_SIZE).fillColor(MUTED);
      const foot = document.page.height - MARGIN;
      document.text(plain(footer), MARGIN, foot, { width: this.#width, lineBreak: false });
      document.text(`Page ${page + 1} of ${count}`, MARGIN, foot, {
        width: this.#width,
        align: 'right',
        lineBreak: false,
      });
    }
    document.end();
    return this.#bytes;
  }

  /** Begins another page where this one has no room; whether it did. */
  #makeRoom(height: number): boolean {
    if (this.#y + height <= this.#document.page.height - MARGIN - 2 * GAP) return false;
    this.#document.addPage();
    this.#y = MARGIN;
    return true;
  }

  #tableHead(): void {
    this.#document.font('Helvetica-Bold').fontSize(TEXT_SIZE).fillColor(MUTED);
    this.#cells(this.#columns.map(({ title }) => title));
  }

  #cells(texts: readonly string[]): void {
    let x = MARGIN;
    const height = this.#heightOf(texts);
    for (const [index, column] of this.#columns.entries()) {
      this.#document.text(texts[index] ?? '', x, this.#y, optionsOf(column));
      x += column.width;
    }
    this.#y += height + GAP / 2;
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
    this.#y += GAP / 2;
  }

  #heightOf(texts: readonly string[]): number {
    return Math.max(
      ...this.#columns.map((column, index) =>
        this.#document.heightOfString(texts[index] ?? '', optionsOf(column)),
      ),
    );
  }
}

// The last column ends at the margin.
const optionsOf = ({ width, align }: Placed) => ({ width: align === 'left' ? width - GAP : width, align });
