import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { xlsxFile } from './index.ts';

/** One more than a sheet has room for below the names. */
const ROWS = 1_048_576;
const AT_ONCE = 2048;

test('rows that a sheet has no room for are on a further one, and memory does not grow with them', async () => {
  async function* blocks() {
    yield await Promise.resolve([['id', 'text']]);
    for (let first = 0; first < ROWS; first += AT_ONCE)
      yield Array.from({ length: AT_ONCE }, (_, index) => [first + index, 'some text of a row']);
  }
  const parts: Uint8Array[] = [];
  let largest = 0;
  for await (const bytes of xlsxFile(blocks(), new Map())) {
    parts.push(bytes);
    largest = Math.max(largest, bytes.length);
  }
  // What is not sent yet is the work of a few blocks.
  expect(largest).toBeLessThan(1_000_000);
  const files = unzipSync(Buffer.concat(parts));
  const sheet = (number: number): string =>
    strFromU8(files[`xl/worksheets/sheet${number}.xml`] ?? new Uint8Array());
  expect(sheet(1).endsWith(`<row r="${ROWS}">${cells(ROWS, ROWS - 2)}</row></sheetData></worksheet>`)).toBe(
    true,
  );
  const names = '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">id</t></is></c>';
  expect(sheet(2)).toContain(names);
  expect(sheet(2)).toContain(`<row r="2">${cells(2, ROWS - 1)}</row></sheetData>`);
  expect(Object.keys(files)).toContain('xl/worksheets/sheet2.xml');
  expect(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="Sheet2"');
}, 300_000);

const cells = (line: number, id: number): string =>
  `<c r="A${line}"><v>${id}</v></c><c r="B${line}" t="inlineStr"><is><t xml:space="preserve">some text of a row</t></is></c>`;
