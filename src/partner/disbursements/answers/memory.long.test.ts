import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { bundle } from '../../../testing/bundle.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';

const HEAP_MIB = 128;
const FILE_BYTES = 16 * 2 ** 20;

const folder = makeFolder();
const reader = await bundle(join(import.meta.dirname, 'testing/reader.ts'));

afterAll(async () => {
  await reader.remove();
  await removeFolder(folder);
});

/** Reads it in a process that ends when it needs more memory than that. */
async function read(content: string | Buffer): Promise<string> {
  const path = join(folder, 'answer.xml');
  await writeFile(path, content);
  const limit = `--max-old-space-size=${HEAP_MIB}`;
  const { stdout } = await promisify(execFile)(process.execPath, [limit, reader.path, path]);
  return stdout.trim();
}

const OPEN = '<Document><BkToCstmrStmt><Stmt>';
const CLOSE = '</Stmt></BkToCstmrStmt></Document>';
const IBAN = 'DE75512108001245126199';
const account = (iban = IBAN) => `<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>`;
const entry = (content = '') =>
  `<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>${content}</Ntry>`;
const details = (index: number) =>
  `<NtryDtls><TxDtls><Refs><EndToEndId>D${index}</EndToEndId></Refs></TxDtls></NtryDtls>`;

/** As large as a file may be. */
function fill(head: string, unit: (index: number) => string, tail: string): string {
  const parts = [head];
  for (let length = head.length + tail.length, index = 0; ; index += 1) {
    const next = unit(index);
    length += next.length;
    if (length > FILE_BYTES) break;
    parts.push(next);
  }
  parts.push(tail);
  return parts.join('');
}

const statement = (unit: (index: number) => string, iban = IBAN) =>
  fill(`${OPEN}${account(iban)}`, unit, CLOSE);

const payment = (index: number) => entry(`${details(index)}<X>${'x'.repeat(100)}</X>`);

test('the largest statement is read', async () => {
  expect(Number(await read(statement(payment)))).toBeGreaterThan(50_000);
});

test('what is between entries takes no memory, however much it is', async () => {
  const empty = '<a/>'.repeat(50_000);
  expect(Number(await read(statement(() => `${empty}${entry()}`)))).toBeGreaterThan(70);
});

const NESTED = `${OPEN}<Ntry>`;
const ATTRIBUTES = Array.from({ length: 5_000 }, (_, index) => ` a${index}=""`).join('');
const ENTITIES = Array.from({ length: 30 }, (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`);

test.each([
  ['entities', `<!DOCTYPE a [<!ENTITY e0 "e">${ENTITIES.join('')}]><a>&e30;</a>`, 'a document type'],
  ['an entity from a file', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'a document type'],
  ['elements in elements', fill('', () => '<a>', ''), 'nested too deeply'],
  ['elements in one entry', fill(NESTED, () => '<a/>', ''), 'too many elements'],
  ['elements among entries in an entry', fill(NESTED, () => '<a/><Ntry/>', ''), 'too many elements'],
  ['attributes', fill(NESTED, () => `<a${ATTRIBUTES}/>`, ''), 'too many elements'],
  ['attributes in one element', fill(`${NESTED}<a`, (index) => ` a${index}=""`, '/>'), 'too long'],
  ['one attribute', fill(`${NESTED}<a b="`, () => 'x'.repeat(1024), '"/>'), 'too long'],
  ['one text', fill(`${NESTED}<a>`, () => 'x'.repeat(1024), '</a>'), 'too long'],
  ['one text in pieces', fill(`${NESTED}<a>`, () => 'x<!-- -->', '</a>'), 'too long'],
  ['one text of unknown entities', fill(`${NESTED}<a>`, () => '&b;', '</a>'), 'too long'],
  ['nothing in pieces', fill(`${NESTED}<a>x`, () => ' <!-- -->', '</a>'), 'unexpected end'],
  ['one comment', fill('<a><!--', () => '<a '.repeat(100), ''), 'message of a bank'],
  [
    'a long IBAN before many entries',
    statement((index) => entry(details(index)), 'D'.repeat(9000)),
    'a IBAN is too long',
  ],
  ['tiny entries', statement(() => entry()), 'too many payments'],
  ['small payments', statement((index) => entry(details(index))), 'too many payments'],
  ['another encoding', Buffer.from(fill(OPEN, () => entry(), CLOSE).slice(0, 2 ** 22), 'utf16le'), ''],
  ['compressed bytes', Buffer.alloc(FILE_BYTES, Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff])), ''],
])('%s cannot fill the memory: refused', async (_what, content, reason) => {
  const answer = await read(content);
  expect(answer).toMatch(/^The file /);
  expect(answer).toContain(reason);
});
