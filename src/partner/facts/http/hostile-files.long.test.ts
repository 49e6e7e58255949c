import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { contextOf } from '../../testing/facts.ts';
import '../../../testing/product.ts';
import { selectToParquet } from '../testing/examples.ts';
import { serveFacts } from '../testing/serve.ts';

const { facts, url } = await serveFacts();
const context = contextOf(facts);
beforeEach(() => facts.database.write((session) => session.run('delete from rates')));

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

async function send(
  format: keyof typeof TYPES,
  body: Uint8Array,
  { kind = 'rates', headers = {} }: { kind?: string; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${url}/api/facts/${kind}/`, {
    method: 'POST',
    headers: { authorization: 'Bearer facts:write', 'content-type': TYPES[format], ...headers },
    body: body as Uint8Array<ArrayBuffer>,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A workbook whose first sheet has this content, and further parts. */
function workbook(
  sheetData: string,
  sheetPath = 'worksheets/sheet1.xml',
  further: Record<string, string> = {},
): Uint8Array {
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="${sheetPath}"/><Relationship Id="r2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    [`xl/${sheetPath}`]: `<worksheet xmlns="${NAMESPACE}" xmlns:x="${NAMESPACE}">${sheetData}</worksheet>`,
    ...further,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

/** With one format of cells. */
const styles = (format: string) =>
  `<styleSheet xmlns="${NAMESPACE}"><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;

const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER = `<row r="1">${cell('A1', 'currency')}${cell('B1', 'rate_date')}${cell('C1', 'per_usd')}</row>`;
const sheet = (rows: string) => `<sheetData>${HEADER}${rows}</sheetData>`;
const FIRST = `<row r="2">${cell('A2', 'EUR')}${cell('B2', '2024-03-01')}<c r="C2"><v>0.9</v></c></row>`;

/**
 * Two archives in one file: readers that follow the headers skip the comment of an entry and find the second one, and readers
 * that look for headers find a part in the comment that has the second one as its content.
 */
function hidden(second: Uint8Array): Uint8Array {
  const first = Buffer.from(zipSync({ 'a.txt': strToU8('a') }));
  const entry = first.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const header = Buffer.alloc(31);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt32LE(second.length, 18);
  header.writeUInt32LE(second.length, 22);
  header.writeUInt16LE(1, 26);
  header.write('x', 30);
  const listed = Buffer.from(first.subarray(entry, entry + 46 + 'a.txt'.length));
  listed.writeUInt16LE(header.length, 32);
  return Buffer.concat([first.subarray(0, entry), listed, header, second]);
}

describe('a workbook', () => {
  test('is read with gaps between its rows', async () => {
    const third = `<row r="900">${cell('A900', 'JPY')}${cell('B900', '2024-03-01')}<c r="C900"><v>150.5</v></c></row>`;
    expect(await send('xlsx', workbook(sheet(FIRST + third)))).toMatchObject({
      status: 200,
      body: { accepted: 2 },
    });
    expect(
      await facts.database.query('select currency, per_usd::varchar as rate from rates order by all'),
    ).toEqual([
      { currency: 'EUR', rate: '0.90000000' },
      { currency: 'JPY', rate: '150.50000000' },
    ]);
  });

  test.each<[string, Uint8Array, number, string]>([
    [
      'one far cell',
      workbook(sheet(`${FIRST}<row r="1048576">${cell('XFD1048576', 'x')}</row>`)),
      413,
      'row 1048576 and column 16384',
    ],
    [
      'a far column and a far row',
      workbook(sheet(`<row r="2">${cell('XFD2', 'x')}</row><row r="400000">${cell('A400000', 'x')}</row>`)),
      413,
      'Delete what is beside and below the table',
    ],
    [
      'a far cell in a sheet with another name',
      workbook(sheet(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`), 'other.xml'),
      413,
      'xl/other.xml reaches to row',
    ],
    [
      'a far cell in a sheet with the name of relationships',
      workbook(
        sheet(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`),
        'worksheets/_rels/sheet1.xml.rels',
      ),
      413,
      'xl/worksheets/_rels/sheet1.xml.rels reaches to row',
    ],
    [
      'a far cell under a prefix',
      workbook(sheet(`<x:row x:r="1048576"><x:c x:r="XFD1048576"><x:v>1</x:v></x:c></x:row>`)),
      413,
      'row 1048576',
    ],
    [
      'a row beyond all rows',
      workbook(sheet(`<row r="1e12">${cell('A2', 'x')}</row>`)),
      400,
      'not a readable XLSX workbook',
    ],
    [
      'a column beyond all columns',
      workbook(sheet(`<row r="2">${cell('ZZZZZZ2', 'x')}</row>`)),
      400,
      'not a readable XLSX workbook',
    ],
    [
      'an address in entities',
      workbook(sheet(`<row r="2">${cell('&#88;&#70;&#68;1048576', 'x')}</row>`)),
      400,
      'not a readable XLSX workbook',
    ],
    [
      'all of its parts hidden from one way of reading archives',
      hidden(workbook(sheet(FIRST))),
      400,
      'not a readable XLSX workbook',
    ],
    [
      'very many parts',
      workbook(
        sheet(FIRST),
        undefined,
        Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, ''])),
      ),
      413,
      'at most 10000 parts',
    ],
    [
      'a format of very many brackets',
      workbook(sheet(FIRST.replace('<c r="C2">', '<c r="C2" s="0">')), undefined, {
        'xl/styles.xml': styles('['.repeat(2_000_000)),
      }),
      413,
      'a format of cells of more than 500 characters',
    ],
    [
      'a cell longer than a line',
      workbook(sheet(`<row r="2">${cell('A2', 'x'.repeat(70_000))}</row>`)),
      400,
      'Line 2 is longer',
    ],
  ])('with %s is refused, and the process goes on', async (_what, body, status, detail) => {
    expect(await send('xlsx', body)).toMatchObject({
      status,
      body: { detail: expect.stringContaining(detail) as string },
    });
    expect(await send('xlsx', workbook(sheet(FIRST)))).toMatchObject({ status: 200 });
  });

  test('of nothing but open tags is refused, and the process goes on', async () => {
    const nested = workbook(`<sheetData>${'<a>'.repeat(2_000_000)}</sheetData>`);
    const { status } = await send('xlsx', nested);
    expect([400, 413]).toContain(status);
    expect(await send('xlsx', workbook(sheet(FIRST)))).toMatchObject({ status: 200 });
  });
});

describe('a Parquet file', () => {
  const RATE = `'EUR' as currency, date '2024-03-01' as rate_date, 0.9 as per_usd`;

  test('of few bytes and millions of rows is refused before it is read', async () => {
    const { path } = await selectToParquet(context, `select ${RATE} from range(2000000)`);
    expect(await send('parquet', readFileSync(path))).toMatchObject({
      status: 413,
      body: { detail: 'A batch has at most 1000000 rows; the file has 2000000.' },
    });
  });

  test('that repeats a long text is refused by the field', async () => {
    const { path } = await selectToParquet(
      context,
      `select repeat('x', 1000000) as currency, date '2024-03-01' as rate_date, 0.9 as per_usd from range(50)`,
    );
    expect(await send('parquet', readFileSync(path))).toMatchObject({
      status: 400,
      body: { errors: { currency: ['has a text of more than 65536 bytes'] } },
    });
  });

  test('whose statistics deny a wrong value is refused by that value', async () => {
    const { path } = await selectToParquet(
      context,
      `select 'EUR' as currency, unnest([date '2024-03-01', date '2099-03-02', date '2024-03-03']) as rate_date, 1 as per_usd`,
    );
    const whole = readFileSync(path);
    const [days, wrong] = [Buffer.alloc(4), Buffer.alloc(4)];
    days.writeInt32LE(Date.UTC(2024, 2, 3) / DAY_MS);
    wrong.writeInt32LE(4_000_000);
    // The first one is the value itself, which the statistics do not tell: it is neither the least nor the greatest.
    wrong.copy(whole, whole.indexOf(days));
    expect(await send('parquet', whole)).toMatchObject({
      status: 400,
      body: { errors: { 'lines.3.rate_date': [expect.stringContaining('must be a date')] } },
    });
    expect(await facts.database.query('select * from rates')).toEqual([]);
  });

  test('that is damaged anywhere is stored, or refused as unreadable or by its values', async () => {
    const { path } = await selectToParquet(
      context,
      `select 'E' || chr(65 + (n % 26)::int) || 'R' as currency, date '2024-03-01' + (n % 300)::int as rate_date,
        (1 + n % 977)::decimal(18, 8) as per_usd from range(300) r(n)`,
    );
    const whole = readFileSync(path);
    const random = generator(7);
    const strange: unknown[] = [];
    for (let file = 0; file < 60; file += 1) {
      const spoilt = Buffer.from(whole);
      const at = Math.floor(random() * whole.length);
      for (let each = 0; each < 1 + (file % 3); each += 1)
        spoilt[(at + each) % whole.length] = Math.floor(random() * 256);
      const { status, body } = await send('parquet', spoilt);
      if (![200, 400, 413, 422].includes(status)) strange.push([file, status, body]);
    }
    expect(strange).toEqual([]);
  });
});

/** Numbers from 0 to 1, the same in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) / 0x7f_ff_ff_ff;
}

describe('a few bytes of gzip', () => {
  const PACKED = { 'content-encoding': 'gzip' };

  test.each<[keyof typeof TYPES, string, string]>([
    ['ndjson', '{}\n', ''],
    ['csv', ',,\n', 'currency,rate_date,per_usd\n'],
    ['csv', 'EUR,2024-03-01,x\n', 'currency,rate_date,per_usd\n'],
  ])('with faults in every line of %s (%j) are refused after few lines', async (format, line, header) => {
    const body = gzipSync(header + line.repeat(900_000));
    const { status, body: answer } = await send(format, body, { headers: PACKED });
    expect([status, answer['code']]).toEqual([400, 'validation_failed']);
    const [, last = ''] = /line (\d+)/i.exec(String(answer['detail'])) ?? [];
    expect(Number(last)).toBeGreaterThan(999);
    expect(Number(last)).toBeLessThan(10_000);
  });

  test('with good lines first are refused soon after the first faults', async () => {
    const good = Array.from({ length: 50_000 }, (_, n) => `EUR,${dayOf(n)},1\n`).join('');
    const body = gzipSync(`currency,rate_date,per_usd\n${good}${',,\n'.repeat(800_000)}`);
    const { status, body: answer } = await send('csv', body, { headers: PACKED });
    expect([status, answer['code']]).toEqual([400, 'validation_failed']);
    expect(Number(/line (\d+)/i.exec(String(answer['detail']))?.[1])).toBeLessThan(300_000);
  });

  test('with quoted cells of very many lines take the time of their bytes', async () => {
    const record = `"${'\n'.repeat(30_000)}",,\n`;
    const body = gzipSync(`currency,rate_date,per_usd\n${record.repeat(12)}`);
    expect(await send('csv', body, { headers: PACKED })).toMatchObject({ status: 400 });
  });
});

const DAY_MS = 86_400_000;
const dayOf = (n: number): string =>
  new Date(Date.UTC(2000, 0, 1) + (n % 30_000) * DAY_MS).toISOString().slice(0, 10);
