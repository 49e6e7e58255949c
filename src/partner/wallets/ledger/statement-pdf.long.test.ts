import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import { findProgram } from '../../../testing/program.ts';
import { statementPdf } from './statement-pdf.ts';

/** What another program reads in the file, without line breaks. */
function read(bytes: Buffer): string {
  const pdftotext = findProgram(['pdftotext'], 'poppler-utils');
  const text = execFileSync(pdftotext, ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });
  return text.replaceAll(/\s+/g, ' ');
}

const HUGE = '-12345678901234567890.12345678';
const SHOWN = '-12,345,678,901,234,567,890.12345678';

test('no digit and no word of a statement is left out, however long numbers, reasons and names are', async () => {
  const amount = Decimal.parse(HUGE);
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
  const line = {
    id: '1',
    created: new Date('2024-03-05'),
    kind: 'reward',
    amount,
    balance: amount,
    reason: words.join(' '),
    payout: 1,
    rebate_group: null,
    period_start: null,
    reference: 'payout:1',
  } as const;
  const name = Array.from({ length: 12 }, (_, index) => `name${index}`).join(' ');
  const account = {
    id: '700001',
    name,
    currency: 'EUR',
    balance: amount,
    type: 'reward',
    reserved_rebates_amount: amount,
  } as const;
  const COUNT = 40;
  const text = read(
    await statementPdf(
      {
        account,
        month: '2024-03',
        opening_balance: amount,
        lines: Array.from({ length: COUNT }, () => line),
        closing_balance: amount,
      },
      new Date('2024-04-01'),
    ),
  );
  const times = (part: string): number =>
    text.split(new RegExp(`(?<![\\w.,-])${part}(?![\\w.,])`)).length - 1;
  // Of each line its amount and balance, and both balances in the heading and in the table.
  expect(times(SHOWN.replaceAll('.', '\\.'))).toBe(2 * COUNT + 4);
  expect(words.map(times)).toEqual(words.map(() => COUNT));
  for (const part of name.split(' ')) expect(times(part)).toBe(1);
  expect(text).not.toContain('…');
});
