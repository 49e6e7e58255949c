import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { contextOf, openTestStore, put, textSource } from '../../testing/facts.ts';
import { order, putProgram } from '../../testing/program.ts';
import { fileSource } from './source/source.ts';
import { ingest } from './ingest.ts';
import { kindNamed } from '../kinds/index.ts';
import { selectToParquet } from '../testing/examples.ts';

const folder = makeFolder();
const context = contextOf(await openTestStore(folder));
await putProgram(context);
afterAll(async () => {
  await context.facts.close();
  await removeFolder(folder);
});
beforeEach(() =>
  context.facts.database.write((session) => session.run('delete from rates; delete from orders')),
);

const rates = () =>
  context.facts.database.query(
    'select currency, rate_date::varchar as day, per_usd::varchar as rate from rates order by all',
  );
const EUR = [{ currency: 'EUR', day: '2024-03-01', rate: '0.90000000' }];

const AT = '2024-03-04T15:30:00.000Z';

/** Takes in an order from a file that tells in this way when it was closed. */
async function takeClosed(closedAt: string) {
  await put(context, 'orders', order(1));
  const fields = Object.keys(kindNamed('orders').fields).join(', ');
  const source = await selectToParquet(
    context,
    `select * exclude (closed_at), ${closedAt} as closed_at from (select ${fields} from orders)`,
  );
  await context.facts.database.write((session) => session.run('delete from orders'));
  const { accepted, refused, errors } = await ingest(context, { kind: 'orders', source });
  const [stored] = await context.facts.database.query<{ closed_at: Date }>('select closed_at from orders');
  return { accepted, refused, field: errors[0]?.field, at: stored?.closed_at.toISOString() };
}

function file(name: string, bytes: Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return fileSource(path);
}

const takeCsv = (text: string | Uint8Array) =>
  ingest(context, { kind: 'rates', source: textSource(text, 'csv') });

const takeParquet = async (sql: string) =>
  ingest(context, { kind: 'rates', source: await selectToParquet(context, sql) });
const rate = (perUsd: string, day = "date '2024-03-01'") =>
  `select 'EUR' as currency, ${day} as rate_date, ${perUsd} as per_usd`;

describe('CSV', () => {
  const HEADER = 'currency,rate_date,per_usd';
  const LINE = 'EUR,2024-03-01,0.9';

  test.each<[string, string]>([
    ['as it is', `${HEADER}\n${LINE}\n`],
    ['without an end of the last line', `${HEADER}\n${LINE}`],
    ['with a byte order mark', `\uFEFF${HEADER}\n${LINE}\n`],
    ['with the line ends of another system', `${HEADER}\r\n${LINE}\r\n`],
    ['with blank lines', `${HEADER}\n\n  \n${LINE}\n\n`],
    ['with columns in another order', 'per_usd,currency,rate_date\n0.9,EUR,2024-03-01'],
    ['with quotes', '"currency","rate_date","per_usd"\n"EUR","2024-03-01","0.90"'],
    ['with semicolons', 'currency;rate_date;per_usd\nEUR;"2024-03-01";0.9'],
    ['with the same line twice', `${HEADER}\n${LINE}\n${LINE}`],
  ])('is read %s', async (_how, text) => {
    expect(await takeCsv(text)).toMatchObject({ accepted: 1, refused: 0 });
    expect(await rates()).toEqual(EUR);
  });

  test('keeps commas and quotes inside of quotes', async () => {
    const text = 'campaign_code,title\nq1,"Gold, ""silver"""\nq2,plain';
    await ingest(context, { kind: 'campaigns', source: textSource(text, 'csv') });
    const titles = "select title from campaigns where campaign_code like 'q%' order by campaign_code";
    expect(await context.facts.database.query(titles)).toEqual([
      { title: 'Gold, "silver"' },
      { title: 'plain' },
    ]);
  });

  test.each<[string, string]>([
    ['an empty file', ''],
    ['a header alone', HEADER],
    ['a header and blank lines', `${HEADER}\n\n\n`],
  ])('%s is a batch of nothing', async (_what, text) => {
    expect(await takeCsv(text)).toEqual({ accepted: 0, repeated: 0, replaced: 0, refused: 0, errors: [] });
  });

  test.each<[string, string, Record<string, string>]>([
    ['an unknown column', `${HEADER},colour\n${LINE},1`, { colour: 'is not a field of rates' }],
    ['a missing column', 'currency,per_usd\nEUR,0.9', { rate_date: 'is missing' }],
    ['a column given twice', `${HEADER},per_usd\n${LINE},1`, { per_usd: 'is given twice' }],
    ['no header', LINE, { EUR: 'is not a field', rate_date: 'is missing' }],
    ['an open quote', '"currency,rate_date\n', { '': 'quote that does not close' }],
  ])('a header with %s is refused', async (_what, text, errors) => {
    await expect(takeCsv(text)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, reason]) => [field, [expect.stringContaining(reason)]]),
      ),
    });
  });

  test('faults of lines are reported by line and field, and nothing is stored', async () => {
    const cases: [string | Buffer, string, string][] = [
      [',2024-03-01,1', 'currency', 'is missing'],
      ['"",2024-03-02,1', 'currency', 'is missing'],
      ['EUR,,1', 'rate_date', 'is missing'],
      ['EUR,01.03.2024,1', 'rate_date', 'must be a date'],
      ['EUR,1999-12-31,1', 'rate_date', 'from 2000-01-01'],
      ['EUR,2024-03-03,"0,9"', 'per_usd', 'plain decimal'],
      ['EUR,2024-03-04,NaN', 'per_usd', 'plain decimal'],
      ['EUR,2024-03-05,1e3', 'per_usd', 'plain decimal'],
      ['EUR,2024-03-06, 1', 'per_usd', 'plain decimal'],
      ['EUR,2024-03-07,1e999999999', 'per_usd', 'plain decimal'],
      ['EUR,2024-03-08,0.000000001', 'per_usd', 'plain decimal'],
      ['EUR,2024-03-09,-1', 'per_usd', 'plain decimal'],
      ['EUR,2024-03-10', '', '2 cells under 3'],
      ['EUR,2024-03-11,1,', '', '4 cells under 3'],
      ['"EUR"x,2024-03-13,1', '', 'quote that does not close'],
      ['E\u0007R,2024-03-14,1', 'currency', 'control characters'],
      [Buffer.from([0x45, 0xff, 0x52]), '', 'not valid UTF-8'],
      ['EUR,2024-03-12,"1', '', 'quote that does not close'],
    ];
    const lines = cases.flatMap(([line]) => [Buffer.from('\n'), Buffer.from(line)]);
    const summary = await takeCsv(Buffer.concat([Buffer.from(`${HEADER}\n${LINE}`), ...lines]));
    expect(summary).toMatchObject({ accepted: 0, refused: cases.length });
    expect(summary.errors).toMatchObject(
      cases.map(([, field, reason], index) => ({
        line: index + 3,
        field,
        reason: expect.stringContaining(reason) as string,
      })),
    );
    expect(await rates()).toEqual([]);
  });
});

describe('Parquet', () => {
  test.each<[string, string]>([
    ['as a decimal of its own type', rate('0.9::decimal(18, 8)')],
    ['as a narrower decimal', rate('0.9::decimal(3, 1)')],
    ['as a wider decimal', rate('0.9::decimal(38, 20)')],
    ['as text', rate("'0.90'")],
    ['under a date as text', rate('0.9', "'2024-03-01'")],
    ['beside others', `select * exclude (currency), currency from (${rate('0.9')})`],
  ])('holds a decimal %s', async (_how, sql) => {
    expect(await takeParquet(sql)).toMatchObject({ accepted: 1, refused: 0 });
    expect(await rates()).toEqual(EUR);
  });

  test.each(['tinyint', 'integer', 'ubigint', 'decimal(38, 0)'])('holds a decimal as %s', async (type) => {
    expect(await takeParquet(rate(`7::${type}`))).toMatchObject({ accepted: 1 });
    expect(await rates()).toMatchObject([{ rate: '7.00000000' }]);
  });

  test.each<[string, string, Record<string, string>]>([
    ['a double', rate('0.5::double'), { per_usd: 'is DOUBLE: write it as decimal(18, 8) or as text' }],
    ['a float', rate('0.5::float'), { per_usd: 'is FLOAT' }],
    ['a truth value', rate('true'), { per_usd: 'is BOOLEAN' }],
    ['bytes', rate("'1'::blob"), { per_usd: 'is BLOB' }],
    ['a list', rate('[1]'), { per_usd: 'is INTEGER[]' }],
    ['a time for a day', rate('1', "timestamp '2024-03-01'"), { rate_date: 'is TIMESTAMP' }],
    ['an unknown column', `${rate('1')}, 1 as colour`, { colour: 'is not a field of rates' }],
    ['a missing column', "select 'EUR' as currency, 1 as per_usd", { rate_date: 'is missing' }],
    ['a number of the line', `${rate('1')}, 1 as line`, { line: 'is not a field of rates' }],
  ])('with %s is refused by its columns', async (_what, sql, errors) => {
    await expect(takeParquet(sql)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, reason]) => [field, [expect.stringContaining(reason)]]),
      ),
    });
  });

  test('faults of rows are reported by their number and field, and nothing is stored', async () => {
    const values: [string, string, string, string][] = [
      ["'EUR'", "'2024-03-01'", 'null', 'per_usd is missing'],
      ['null', "'2024-03-02'", "'1'", 'currency is missing'],
      ["'EUR'", "'2024-03-03'", "'NaN'", 'per_usd must be a plain decimal'],
      ["'EUR'", "'2024-03-04'", "'1e3'", 'per_usd must be a plain decimal'],
      ["'EUR'", "'2024-03-05'", "'0.000000001'", 'per_usd must be a plain decimal'],
      ["'EUR'", "'2100-01-01'", "'1'", 'rate_date must be a date'],
      ["'EUR'", "'infinity'", "'1'", 'rate_date must be a date'],
      ["'eur'", "'2024-03-06'", "'1'", 'currency must be three'],
      ["'E' || chr(7) || 'R'", "'2024-03-07'", "'1'", 'currency must be three'],
    ];
    const rows = values.map(([currency, day, perUsd]) => `(${currency}, ${day}, ${perUsd})`);
    const summary = await takeParquet(
      `select * from (values ${rows.join(', ')}) v(currency, rate_date, per_usd)`,
    );
    expect(summary).toMatchObject({ accepted: 0, refused: values.length });
    expect(summary.errors.map(({ line, field, reason }) => `${line} ${field} ${reason}`)).toEqual(
      values.map(([, , , fault], index) => expect.stringContaining(`${index + 1} ${fault}`) as string),
    );
    expect(await rates()).toEqual([]);
  });

  test('a decimal with more digits than the field holds is refused, not rounded', async () => {
    const sql = rate('0.123456789::decimal(18, 9)');
    expect(await takeParquet(sql)).toMatchObject({ accepted: 0, refused: 1, errors: [{ field: 'per_usd' }] });
  });

  test.each([
    "timestamp '2024-03-04 15:30:00'",
    "timestamptz '2024-03-04 17:30:00+02'",
    "timestamp_s '2024-03-04 15:30:00'",
    "timestamp_ms '2024-03-04 15:30:00'",
    "timestamp_ns '2024-03-04 15:30:00'",
    `'${AT}'`,
  ])('holds a moment as %s', async (closedAt) => {
    expect(await takeClosed(closedAt)).toMatchObject({ accepted: 1, at: AT });
  });

  test.each([
    "'2024-03-04T15:30:00+00:00'",
    "'2024-03-04 15:30:00'",
    "timestamp '1999-12-31 23:59:59'",
    "timestamp '2100-01-01'",
    "timestamp 'infinity'",
    "timestamp_ns '2024-03-04 15:30:00.000000001'",
  ])('a moment such as %s is refused', async (closedAt) => {
    expect(await takeClosed(closedAt)).toEqual({
      accepted: 0,
      refused: 1,
      field: 'closed_at',
      at: undefined,
    });
  });

  test('without rows it is a batch of nothing', async () => {
    expect(await takeParquet(`${rate('1')} where false`)).toMatchObject({ accepted: 0, refused: 0 });
  });

  test.each<[string, (whole: Buffer) => Uint8Array]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut', (whole) => whole.subarray(0, whole.length >> 1)],
    ['something else', () => Buffer.from('currency,rate_date,per_usd\n')],
  ])('a file that is %s is refused as unreadable', async (_what, spoil) => {
    const { path } = await selectToParquet(context, rate('1'));
    const spoilt = await file('spoilt.parquet', spoil(readFileSync(path)));
    await expect(ingest(context, { kind: 'rates', source: spoilt })).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'The file is not a readable Parquet file.',
    });
  });

  test('text that is not valid UTF-8 is refused as unreadable', async () => {
    const { path } = await selectToParquet(context, rate("'1'"));
    const spoilt = Buffer.from(readFileSync(path, 'latin1').replaceAll('EUR', 'E\u00FFR'), 'latin1');
    await expect(
      ingest(context, { kind: 'rates', source: await file('bad.parquet', spoilt) }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await rates()).toEqual([]);
  });
});
