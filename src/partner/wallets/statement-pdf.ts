import { buffer } from 'node:stream/consumers';
import type { Decimal } from '../../kernel/index.ts';
import type { Statement } from './statement.ts';

const MARGIN = 48;
const INK = '#1b2430';
const MUTED = '#66717f';
const LINE = '#d5dbe2';
const ROW = 17;
const COLUMNS = [
  { title: 'Date (UTC)', width: 92, align: 'left' },
  { title: 'Reason', width: 227, align: 'left' },
  { title: 'Amount', width: 90, align: 'right' },
  { title: 'Balance', width: 90, align: 'right' },
] as const;
const WIDTH = COLUMNS.reduce((sum, { width }) => sum + width, 0);

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
  const bottom = document.page.height - MARGIN - 2 * ROW;
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

  function heading(): void {
    document.fillColor(INK).font('Helvetica-Bold').fontSize(20).text('Account statement', MARGIN, y);
    document.font('Helvetica').fontSize(10).fillColor(MUTED);
    document.text(monthName(month), MARGIN, y + 6, { width: WIDTH, align: 'right' });
    y += 38;
    const facts = [
      ['Account', `${plain(account.name)} (${plain(account.id)})`],
      ['Currency', account.currency],
      ['Opening balance', money(opening_balance)],
      ['Closing balance', money(closing_balance)],
    ] as const;
    const width = WIDTH / facts.length;
    for (const [index, [title, value]] of facts.entries()) {
      const x = MARGIN + index * width;
      document.font('Helvetica').fontSize(8).fillColor(MUTED).text(title, x, y, { width });
      document.font('Helvetica-Bold').fontSize(10).fillColor(INK);
      document.text(value, x, y + 12, { width: width - 8, height: 12, ellipsis: true });
    }
    y += 44;
  }

  function tableHead(): void {
    document.font('Helvetica-Bold').fontSize(8).fillColor(MUTED);
    cells(COLUMNS.map(({ title }) => title));
    y += ROW - 3;
    rule();
    y += 5;
  }

  function row(texts: readonly string[], isBold = false): void {
    if (y > bottom) {
      document.addPage();
      y = MARGIN;
      tableHead();
    }
    document
      .font(isBold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(8)
      .fillColor(INK);
    cells(texts);
    y += ROW - 4;
    rule();
    y += 4;
  }

  function cells(texts: readonly string[]): void {
    let x = MARGIN;
    for (const [index, { width, align }] of COLUMNS.entries()) {
      const options = { width: width - 6, height: 10, align, ellipsis: true, lineBreak: false };
      document.text(texts[index] ?? '', x, y, options);
      x += width;
    }
  }

  function rule(): void {
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }

  function numberPages(): void {
    const { count } = document.bufferedPageRange();
    const footer = `Made ${made.toISOString().slice(0, 10)}. The lines add up from the opening to the closing balance.`;
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      // Text below the margin would begin another page.
      document.page.margins.bottom = 0;
      document.font('Helvetica').fontSize(8).fillColor(MUTED);
      document.text(footer, MARGIN, document.page.height - MARGIN, { width: WIDTH, lineBreak: false });
      document.text(`Page ${page + 1} of ${count}`, MARGIN, document.page.height - MARGIN, {
        width: WIDTH,
        align: 'right',
        lineBreak: false,
      });
    }
  }
}

const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
