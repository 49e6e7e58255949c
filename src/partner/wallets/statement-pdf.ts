import { buffer } from 'node:stream/consumers';
import type { Decimal } from '../../kernel/index.ts';
import type { Statement } from './statement.ts';

const MARGIN = 48;
const INK = '#1b2430';
const MUTED = '#66717f';
const LINE = '#d5dbe2';
const TEXT_SIZE = 8;
/** Between the texts of two columns, and of two lines. */
const GAP = 8;
const DATE_WIDTH = 84;
const LEAST_NUMBER_WIDTH = 70;
const FACT_TITLE_WIDTH = 110;

interface Column {
  readonly title: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Characters that the fonts of every PDF reader have; the others become question marks. */
const plain = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/gu, '?');

/** At least two decimals, and all that there are. */
function money(amount: Decimal): string {
  const [whole = '0', fraction = ''] = amount.toString().split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`;
}

/** The statement on A4 pages. */
export async function statementPdf(statement: Statement, made: Date): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const { account, month, opening_balance, lines, closing_balance } = statement;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: `Statement ${plain(account.id)} ${month}`, CreationDate: made },
  });
  const bytes = buffer(document);
  const width = document.page.width - 2 * MARGIN;
  const bottom = document.page.height - MARGIN - 2 * GAP;
  const columns = columnsFor();
  let y = MARGIN;

  heading();
  tableHead();
  row(['', 'Opening balance', '', money(opening_balance)], true);
  for (const { created, reason, amount, balance } of lines) {
    const date = created.toISOString().slice(0, 16).replace('T', ' ');
    row([date, plain(reason), money(amount), money(balance)]);
  }
  row(['', 'Closing balance', '', money(closing_balance)], true);
  numberPages();
  document.end();
  return bytes;

  /** Numbers get the room they need, so that none is broken or shortened; reasons wrap in the rest. */
  function columnsFor(): readonly Column[] {
    document.font('Helvetica-Bold').fontSize(TEXT_SIZE);
    const widest = (numbers: readonly Decimal[]): number =>
      Math.max(LEAST_NUMBER_WIDTH, ...numbers.map((number) => document.widthOfString(money(number)))) + GAP;
    const amounts = widest(lines.map(({ amount }) => amount));
    const balances = widest([opening_balance, closing_balance, ...lines.map(({ balance }) => balance)]);
    return [
      { title: 'Date (UTC)', width: DATE_WIDTH, align: 'left' },
      { title: 'Reason', width: width - DATE_WIDTH - amounts - balances, align: 'left' },
      { title: 'Amount', width: amounts, align: 'right' },
      { title: 'Balance', width: balances, align: 'right' },
    ];
  }

  function heading(): void {
    document.fillColor(INK).font('Helvetica-Bold').fontSize(20).text('Account statement', MARGIN, y);
    document.font('Helvetica').fontSize(10).fillColor(MUTED);
    document.text(monthName(month), MARGIN, y + 6, { width, align: 'right' });
    y += 38;
    const facts = [
      ['Account', `${plain(account.name)} (${plain(account.id)})`],
      ['Currency', account.currency],
      ['Opening balance', money(opening_balance)],
      ['Closing balance', money(closing_balance)],
    ] as const;
    const options = { width: width - FACT_TITLE_WIDTH };
    for (const [title, value] of facts) {
      document.font('Helvetica').fontSize(10).fillColor(MUTED).text(title, MARGIN, y);
      document
        .font('Helvetica-Bold')
        .fillColor(INK)
        .text(value, MARGIN + FACT_TITLE_WIDTH, y, options);
      y += document.heightOfString(value, options) + 2;
    }
    y += 16;
  }

  function tableHead(): void {
    document.font('Helvetica-Bold').fontSize(TEXT_SIZE).fillColor(MUTED);
    cells(columns.map(({ title }) => title));
    rule();
  }

  function row(texts: readonly string[], isBold = false): void {
    const font = isBold ? 'Helvetica-Bold' : 'Helvetica';
    document.font(font).fontSize(TEXT_SIZE);
    if (y + heightOf(texts) > bottom) {
      document.addPage();
      y = MARGIN;
      tableHead();
    }
    document.font(font).fontSize(TEXT_SIZE).fillColor(INK);
    cells(texts);
    rule();
  }

  function cells(texts: readonly string[]): void {
    let x = MARGIN;
    const height = heightOf(texts);
    for (const [index, column] of columns.entries()) {
      document.text(texts[index] ?? '', x, y, optionsOf(column));
      x += column.width;
    }
    y += height + GAP / 2;
  }

  function heightOf(texts: readonly string[]): number {
    return Math.max(
      ...columns.map((column, index) => document.heightOfString(texts[index] ?? '', optionsOf(column))),
    );
  }

  function optionsOf({ width: whole, align }: Column) {
    // The last column ends at the margin.
    return { width: align === 'left' ? whole - GAP : whole, align };
  }

  function rule(): void {
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
    y += GAP / 2;
  }

  function numberPages(): void {
    const { count } = document.bufferedPageRange();
    const footer = `Made ${made.toISOString().slice(0, 10)}. The lines add up from the opening to the closing balance.`;
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      // Text below the margin would begin another page.
      document.page.margins.bottom = 0;
      document.font('Helvetica').fontSize(8).fillColor(MUTED);
      document.text(footer, MARGIN, document.page.height - MARGIN, { width, lineBreak: false });
      document.text(`Page ${page + 1} of ${count}`, MARGIN, document.page.height - MARGIN, {
        width,
        align: 'right',
        lineBreak: false,
      });
    }
  }
}

const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
