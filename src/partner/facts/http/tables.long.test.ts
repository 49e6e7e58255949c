import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import '../../../testing/product.ts';
import { KINDS } from '../kinds/index.ts';
import { serveFacts } from '../testing/serve.ts';

const { folder, facts, url } = await serveFacts();

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function send(
  kind: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  query: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/api/facts/${kind}/?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { authorization: 'Bearer facts:write', 'content-type': type },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

async function get(path: string, token = 'program:view'): Promise<Answer> {
  const answer = await fetch(`${url}/api/manage/facts/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PARQUET = 'application/vnd.apache.parquet';
const stored = { status: 200, body: { accepted: 1, repeated: 0, replaced: 0, refused: 0 } };
const rateOf = async (currency: string) =>
  facts.database.query(
    `select rate_date, per_usd::varchar as per_usd from rates where currency = '${currency}' order by all`,
  );

test.each([
  ['commas', 'text/csv', 'currency,rate_date,per_usd\nAAA,2024-03-01,0.9\n', {}],
  ['semicolons', 'text/csv; charset=utf-8', 'currency;rate_date;per_usd\nAAA;2024-03-02;0.9\n', {}],
  ['tabs', 'text/tab-separated-values', 'currency\trate_date\tper_usd\nAAA\t2024-03-03\t0.9\n', {}],
  ['decimal commas', 'text/csv', 'currency;rate_date;per_usd\nAAA;2024-03-04;0,9\n', { decimal: 'comma' }],
  [
    'columns of other names, one of them left out, with line breaks in cells',
    'text/csv',
    '"Währung, kurz";Tag;Kurs;"Be\nmerkung"\nAAA;2024-03-05;0.9;"a\nb ""c"""\n',
    {
      separator: 'semicolon',
      columns: JSON.stringify({
        'Währung, kurz': 'currency',
        Tag: 'rate_date',
        Kurs: 'per_usd',
        'Be merkung': null,
      }),
    },
  ],
])('CSV with %s is taken over HTTP', async (_how, type, text, query) => {
  expect(await send('rates', type, text, query as unknown as Record<string, string>)).toEqual(stored);
});

test('what was sent as CSV is what NDJSON would have stored', async () => {
  expect(await rateOf('AAA')).toEqual(
    [1, 2, 3, 4, 5].map((day) => ({ rate_date: `2024-03-0${day}`, per_usd: '0.90000000' })),
  );
});

test('a line break in a quoted text becomes a space', async () => {
  await send('campaigns', 'text/csv', 'campaign_code,title\nbreak,"two\r\nlines"\nnext,plain\n');
  expect(
    await facts.database.query('select campaign_code, title from campaigns order by campaign_code'),
  ).toEqual([
    { campaign_code: 'break', title: 'two lines' },
    { campaign_code: 'next', title: 'plain' },
  ]);
});

test('a fault names the line, the field, the value and what it must be, of the line where its record begins', async () => {
  const text = 'currency;rate_date;per_usd\nAAA;"01.03.\n2024";1,5\nAAA;2024-03-06;1.5\nUSD;2024-03-07;1\n';
  expect(await send('rates', 'text/csv', text, { decimal: 'comma' })).toMatchObject({
    status: 400,
    body: {
      refused: 3,
      faults: [
        {
          line: 2,
          field: 'rate_date',
          value: '01.03. 2024',
          reason: expect.stringContaining('such as 2024-03-01') as string,
        },
        {
          line: 4,
          field: 'per_usd',
          value: '1.5',
          reason: 'must have a comma before its decimals and no point',
        },
        { line: 5, field: 'currency', value: 'USD', reason: 'must not be USD, which is always 1' },
      ],
    },
  });
  const unknown = JSON.stringify({ link_code: 'new', partner_account: 'nowhere' });
  expect((await send('links', 'application/x-ndjson', unknown)).body).toMatchObject({
    faults: [{ line: 1, field: 'partner_account', value: 'nowhere' }],
  });
});

test('a dry run tells what would be stored and what is refused, and stores nothing', async () => {
  const head = facts.position.head;
  const text = 'currency,rate_date,per_usd\nAAA,2024-03-01,0.9\nAAA,2024-03-02,1\nBBB,2024-03-01,1\n';
  expect(await send('rates', 'text/csv', text, { dry_run: 'true' })).toEqual({
    status: 200,
    body: { accepted: 1, repeated: 1, replaced: 1, refused: 0 },
  });
  expect(await send('rates', 'text/csv', `${text}BBB,2024-03-02,x\n`, { dry_run: 'true' })).toMatchObject({
    status: 400,
    body: { refused: 1 },
  });
  expect(facts.position.head).toBe(head);
  expect(await rateOf('BBB')).toEqual([]);
});

/** A workbook with one sheet; style 1 is a date. */
function workbook(rows: string): Uint8Array<ArrayBuffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Rates" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  return new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

const label = (cell: string, text: string): string =>
  `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HEADER = `<row r="1">${label('A1', 'currency')}${label('B1', 'rate_date')}${label('C1', 'Kurs')}</row>`;
const MAPPING = { columns: '{"Kurs":"per_usd"}' };

test('the first sheet of a workbook is taken, with its dates and the decimals that were typed', async () => {
  // 45352 is 2024-03-01; the second number is how a spreadsheet stores 0.1 + 0.2.
  const rows = `${HEADER}
    <row r="2">${label('A2', 'XLS')}<c r="B2" s="1"><v>45352</v></c><c r="C2"><v>0.92349999999999999</v></c></row>
    <row r="4">${label('A4', 'XLS')}${label('B4', '2024-03-02')}<c r="C4"><v>1.0000000000000001E-7</v></c></row>`;
  expect(await send('rates', XLSX, workbook(rows), MAPPING)).toMatchObject({ body: { accepted: 2 } });
  expect(await rateOf('XLS')).toEqual([
    { rate_date: '2024-03-01', per_usd: '0.92350000' },
    { rate_date: '2024-03-02', per_usd: '0.00000010' },
  ]);
});

test('times of a workbook are those that were typed, to the second', async () => {
  const before = [
    ['partners', 'partner_uid\nXLS'],
    [
      'partner-accounts',
      'partner_account,partner_uid,currency,account_name,opened_on\nXLS,XLS,USD,Main,2024-01-01',
    ],
    ['links', 'link_code,partner_account\nXLS,XLS'],
  ] as const;
  for (const [kind, text] of before) expect(await send(kind, 'text/csv', text)).toEqual(stored);
  const first = Date.parse('2024-03-01T08:59:58Z');
  const times = Array.from({ length: 60 }, (_, place) => first + place * 61_000);
  const names = ['client_uid', 'link_code', 'registered_at', 'country', 'platform'];
  const header = names.map((name, place) => label(`${'ABCDE'[place]}1`, name)).join('');
  const lines = times.map((at, place) => {
    const row = place + 2;
    const time = `<c r="C${row}" s="1"><v>${at / 86_400_000 + 25_569}</v></c>`;
    const texts = [`A${row}`, `B${row}`, `D${row}`, `E${row}`];
    const [uid, link, country, platform] = [`xls-${place + 100}`, 'XLS', 'PT', 'web'].map((text, of) =>
      label(texts[of] ?? '', text),
    );
    return `<row r="${row}">${uid}${link}${time}${country}${platform}</row>`;
  });
  const sheet = workbook(`<row r="1">${header}</row>${lines.join('')}`);
  expect(await send('clients', XLSX, sheet)).toMatchObject({ body: { accepted: times.length } });
  const rows = await facts.database.query<{ at: Date }>(
    "select registered_at as at from clients where client_uid like 'xls-%' order by client_uid",
  );
  expect(rows.map(({ at }) => at.getTime())).toEqual(times);
});

test('a fault of a workbook names the row of the sheet', async () => {
  const rows = `${HEADER}<row r="3">${label('A3', 'XLS')}${label('B3', 'soon')}<c r="C3"><v>1</v></c></row>`;
  expect((await send('rates', XLSX, workbook(rows), MAPPING)).body).toMatchObject({
    faults: [{ line: 3, field: 'rate_date', value: 'soon' }],
  });
});

test.each([
  ['that is none', Buffer.from('PK or not'), 400],
  ['that is cut off', workbook(HEADER).slice(0, 300), 400],
  ['that unpacks to too much', workbook(`${HEADER}${' '.repeat(70 << 20)}`), 413],
])('a workbook %s is refused, and no file is left', async (_what, bytes, status) => {
  expect((await send('rates', XLSX, new Uint8Array(bytes))).status).toBe(status);
  expect(readdirSync(facts.spillFolder)).toEqual([]);
});

test('Parquet is taken over HTTP, also with columns of other names', async () => {
  const path = join(folder, 'rates.parquet');
  const select = `select 'PAR' as "Cur ""x""", date '2024-03-01' as rate_date, 0.9::decimal(18, 8) as per_usd, 1 as more`;
  await facts.database.query(`copy (${select}) to '${path}' (format parquet)`);
  const columns = JSON.stringify({ 'Cur "x"': 'currency', more: null });
  expect(await send('rates', PARQUET, new Uint8Array(readFileSync(path)), { columns })).toEqual(stored);
  expect(await rateOf('PAR')).toEqual([{ rate_date: '2024-03-01', per_usd: '0.90000000' }]);
});

test.each([
  ['columns that are no JSON object', { columns: '[1]' }],
  ['an unknown separator', { separator: 'pipe' }],
  ['an unknown parameter', { colour: 'red' }],
])('%s are refused by name', async (_what, query) => {
  const { status, body } = await send('rates', 'text/csv', 'currency', query);
  expect(status).toBe(400);
  expect(Object.keys(body['errors'] as object)).toEqual(Object.keys(query));
});

test('kinds are described with type, unit, values and references of their fields', async () => {
  const { body } = await get('kinds');
  const kinds = body['kinds'] as { kind: string; fields: { name: string }[] }[];
  expect(kinds.map(({ kind }) => kind)).toEqual(KINDS.map(({ name }) => name));
  expect(kinds.find(({ kind }) => kind === 'tariffs')?.fields).toMatchObject([
    { name: 'partner_uid', type: 'text', required: true, is_key: true, refers_to: ['partners'] },
    {},
    {},
    { name: 'valid_from', type: 'date', example: '2024-01-01' },
    {},
    { name: 'formula_code', type: 'enum', values: expect.arrayContaining(['formula_ecn']) as string[] },
    {},
    {},
    {},
    { name: 'reward_percentage', type: 'decimal', required: false, unit: '%' },
    {},
    {},
    {},
    { name: 'clearing_days', type: 'int', required: false },
  ]);
});

test('facts are read back by filters and pages, in the form in which they can be sent', async () => {
  const filter = 'filter=currency%3DAAA&filter=rate_date%3E%3D2024-03-02';
  expect(await get(`kinds/rates/rows?${filter}&limit=1&offset=1`)).toEqual({
    status: 200,
    body: { count: 4, rows: [{ currency: 'AAA', rate_date: '2024-03-03', per_usd: '0.90000000' }] },
  });
  expect((await get('kinds/rates/rows?filter=colour%3Dred&filter=per_usd%3E%3Dmuch')).body).toMatchObject({
    errors: {
      'filter.0': ['colour is not a field of rates'],
      'filter.1': [expect.stringContaining('per_usd must be compared with a plain decimal') as string],
    },
  });
  expect((await get('kinds/colours/rows')).status).toBe(404);
});

test('facts that were sent after a time are found by it, and withdrawn ones leave no row', async () => {
  await send('rates', 'text/csv', 'currency,rate_date,per_usd\nYYY,2024-03-01,1\nYYY,2024-03-02,1\n', {});
  const { body } = await get('batches?kind=rates&limit=1');
  const [{ created_at: before }] = body['batches'] as [{ created_at: string }];
  const since = (time: string) => get(`kinds/rates/rows?updated_since=${time}`);
  expect(await since(before)).toEqual({ status: 200, body: { count: 0, rows: [] } });
  await send('rates', 'text/csv', 'currency,rate_date,per_usd\nYYY,2024-03-02,2\n', {});
  const changed = { currency: 'YYY', rate_date: '2024-03-02', per_usd: '2.00000000' };
  expect(await since(before)).toEqual({ status: 200, body: { count: 1, rows: [changed] } });
  expect((await since('then')).body).toMatchObject({ errors: { updated_since: [expect.any(String)] } });
});

test('the history of batches tells who sent which file, newest first', async () => {
  await send('rates', 'text/csv', 'currency,rate_date,per_usd\nZZZ,2024-03-01,1\n', {
    file_name: 'März.csv',
  });
  const { body } = await get('batches?kind=rates&limit=1');
  expect(body).toMatchObject({
    batches: [
      {
        kind: 'rates',
        source: 'csv',
        file_name: 'März.csv',
        actor: 'jane',
        accepted: 1,
        voids: null,
        voided_by: null,
      },
    ],
  });
  expect(body['count']).toBeGreaterThan(5);
});

test.each(['kinds', 'kinds/rates/rows', 'batches'])('%s is for managers alone', async (path) => {
  expect((await get(path, 'program:view@P1')).status).toBe(403);
  expect((await get(path, 'facts:write')).status).toBe(403);
});
