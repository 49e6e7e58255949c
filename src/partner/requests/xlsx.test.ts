import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import type { Value } from '../../platform/duckdb/index.ts';
import { xlsxFile, type TextColumns } from './index.ts';

const NAMES = ['value'];
const DAYS: TextColumns = new Map([['value', 'day']]);

async function bookOf(values: readonly Value[], columns: TextColumns = new Map()): Promise<Buffer> {
  async function* blocks() {
    yield await Promise.resolve([NAMES]);
    for (const value of values) yield [[value]];
  }
  return buffer(xlsxFile(blocks(), columns));
}

const cellsOf = async (book: Buffer) => (await readSheet(book)).slice(1).map(([cell]) => cell);

test('a number keeps every digit: as a number up to 15 of them, as text with more', async () => {
  const digits = [
    '0',
    '-0.00000001',
    '123456789012.345',
    '-999999999999999',
    '1234567890123.456',
    '12345678901234567890.12345678',
    '0.1234567890123456',
  ];
  const book = await bookOf(digits.map((each) => Decimal.parse(each)));
  expect((await cellsOf(book)).map((cell) => [typeof cell, JSON.stringify(cell)])).toEqual([
    ['number', '0'],
    ['number', '-1e-8'],
    ['number', '123456789012.345'],
    ['number', '-999999999999999'],
    ['string', '"1234567890123.456"'],
    ['string', '"12345678901234567890.12345678"'],
    ['string', '"0.1234567890123456"'],
  ]);
  const sheet = strFromU8(unzipSync(book)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  for (const each of digits) expect(sheet).toContain(`>${each}<`);
});

test('texts are texts, whatever they look like, and days and moments are days and moments', async () => {
  const words = ['=1+1', '@a', '<b>&"\'', ' spaced ', 'a\nb', '2024-03-04', '007', 'Ünï 😀'];
  expect(await cellsOf(await bookOf(words))).toEqual(words.map((word) => word.trim()));
  const sheet = unzipSync(await bookOf(['a\u0001b', '_x0041_', 'a\rb']))['xl/worksheets/sheet1.xml'];
  expect(strFromU8(sheet ?? new Uint8Array())).toMatch(/>a_x0001_b<.*>_x005F_x0041_<.*>a_x000D_b</);
  const moment = new Date('2024-02-29T23:59:59.987Z');
  const [, , read] = await cellsOf(await bookOf(['2024-02-29', null, moment], DAYS));
  // The reader cuts the fraction of a day where a spreadsheet rounds it.
  if (!(read instanceof Date)) throw new Error('It is no moment.');
  expect(Math.abs(read.getTime() - moment.getTime())).toBeLessThanOrEqual(1);
  expect(await cellsOf(await bookOf(['2024-02-29', null, true], DAYS))).toEqual([
    new Date('2024-02-29'),
    null,
    true,
  ]);
});

test('texts of a column of numbers are numbers, unless a digit would be lost', async () => {
  const digits = ['2.50', '100', '0', '1234567890123.456', 'none'];
  const book = await bookOf(digits, new Map([['value', 'number']]));
  expect(await cellsOf(book)).toEqual([2.5, 100, 0, '1234567890123.456', 'none']);
});

test('a workbook without rows has the names of its columns', async () => {
  expect(await readSheet(await bookOf([]))).toEqual([NAMES]);
});
