import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { constantFrom, oneof, sample, string } from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { readEvents } from '../../platform/events/testing/read-events.ts';
import { StorageError, type Storage } from '../../platform/storage/index.ts';
import { createMetrics } from '../../platform/telemetry/index.ts';
import { thorough } from '../../testing/effort.ts';
import { exportEvents, measureExports } from './index.ts';
import { openExportService, plant, readJson, readWithDuckdb, type Body } from './testing/service.ts';

const service = await openExportService();
const { sql } = service.database;

beforeEach(async () => {
  await sql`truncate export, withdrawal, withdrawal_vote, withdrawal_attempt, outbox cascade`;
});

const READ = {
  CSV: "read_csv(?, all_varchar = true, delim = ',', quote = '\"', escape = '\"', header = true, nullstr = '', allow_quoted_nulls = false)",
  PARQUET: '(select * exclude ("createdAt", "updatedAt") from read_parquet(?))',
};

const pathOf = ({ id }: Body, attempt = 1): string => join(service.files, `${id}-${attempt}`);

async function rowsOf(body: object, type = 'withdrawal'): Promise<Record<string, unknown>[]> {
  const done = await service.exportAll(body, type);
  expect([done.status, done.failureMessage]).toEqual(['COMPLETED', null]);
  const { format } = done.inputParameters;
  const rows = await (format === 'JSON'
    ? readJson(pathOf(done))
    : readWithDuckdb(pathOf(done), READ[format]));
  expect([done.rowsWritten, done.rowsExpected]).toEqual([rows.length, rows.length]);
  return rows;
}

const references = async (body: object): Promise<unknown[]> =>
  (await rowsOf(body)).map(({ reference }) => reference);

// What a spreadsheet must not take for a formula, written a second time.
const neutralised = (text: string): string =>
  /^[=+\-@＝＋－＠\u0001-\u001f\u007f-\u009f]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;

const messages = async (format: string): Promise<unknown[]> =>
  (await rowsOf({ format })).map(({ failureMessage }) => failureMessage);

describe('whatever a text holds', () => {
  const nasty = oneof(
    constantFrom(
      '=1+1',
      '+1',
      '-1',
      '-1.50',
      '-1+1',
      '@SUM(A1)',
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(A1)',
      '\t=1',
      '\r\n=1',
      '',
      '""',
      '\\.',
      '\\N',
    ),
    constantFrom('a,b', 'say "no"', 'two\nlines', 'Ünïcødé', '日本語', '👩‍🚀', ' padded ', 'null', 'NULL', "'"),
    string({ unit: 'binary', maxLength: 20 }).filter((text) => !text.includes('\0')),
  );

  test('it comes out of a CSV reader, a Parquet reader and a JSON parser as it went in', async () => {
    const texts = sample(nasty, { numRuns: 300, seed: 42 });
    await plant(
      sql,
      ...[...texts, null].map((text, index) => ({ failureMessage: text, createdAt: timeOf(index) })),
    );
    expect(await messages('PARQUET')).toEqual([...texts, null]);
    expect(await messages('JSON')).toEqual([...texts, null]);
    expect(await messages('CSV')).toEqual([...texts.map(neutralised), null]);
  });

  test('amounts are exact and times are times', async () => {
    const amounts = [
      '0.123456789012345678',
      '12345678901234567890.123456789012345678',
      '1.50',
      '0.000000000000000001',
    ];
    await plant(sql, ...amounts.map((amount, index) => ({ amount, createdAt: timeOf(index) })));
    for (const format of ['CSV', 'JSON']) {
      const rows = await rowsOf({ format });
      expect(rows.map(({ amount }) => amount)).toEqual(amounts);
      expect(rows.map(({ createdAt }) => createdAt)).toEqual(amounts.map((_, index) => timeOf(index)));
    }
    const done = await service.exportAll({ format: 'PARQUET' });
    const columns = await readWithDuckdb(
      pathOf(done),
      '(select typeof(amount) a, typeof("createdAt") t, amount, "createdAt"::varchar as said from read_parquet(?) order by said)',
    );
    expect(columns.map(({ amount }) => String(amount))).toEqual(
      amounts.map((amount) => Decimal.parse(amount).plus(Decimal.of(0n, 18)).toString()),
    );
    expect(columns[1]).toMatchObject({
      a: 'DECIMAL(38,18)',
      t: 'TIMESTAMP WITH TIME ZONE',
      said: '2026-02-01 00:00:01+00',
    });
  });

  test('an amount that Parquet cannot hold fails the export with the way out', async () => {
    await plant(sql, { amount: '123456789012345678901234567890' });
    const done = await service.exportAll({ format: 'PARQUET' });
    expect([done.status, done.failureMessage]).toEqual(['FAILED', expect.stringContaining('CSV or JSON')]);
    expect(readdirSync(service.files)).not.toContain(`${done.id}-1`);
  });
});

const timeOf = (second: number): string =>
  new Date(Date.parse('2026-02-01T00:00:00.000Z') + second * 1000).toISOString();

thorough(
  'rows that are too large to be put into columns fail a Parquet export with the way out',
  async () => {
    await plant(sql, { failureMessage: 'x'.repeat(9 << 20) });
    const done = await service.exportAll({ format: 'PARQUET' });
    expect([done.status, done.failureMessage]).toEqual(['FAILED', expect.stringContaining('CSV or JSON')]);
  },
);

thorough('many long rows are put into columns in their order, however many megabytes they are', async () => {
  await plant(sql, ...Array.from({ length: 2000 }, (_, index) => ({ createdAt: timeOf(index) })));
  await sql`update withdrawal set failure_message = repeat(md5(reference), 750)`;
  const done = await service.exportAll({ format: 'PARQUET' });
  expect([done.status, done.failureMessage]).toEqual(['COMPLETED', null]);
  const [seen] = await readWithDuckdb(
    pathOf(done),
    `(select count(*)::integer as rows, bool_and("failureMessage" = repeat(md5(reference), 750)) as whole,
        bool_and(epoch("createdAt") - file_row_number = epoch('2026-02-01'::timestamptz)) as ordered
      from read_parquet(?, file_row_number = true))`,
  );
  expect(seen).toEqual({ rows: 2000, whole: true, ordered: true });
});

describe('the rows of an export', () => {
  test('lie between both ends, which belong to it, and meet the filter, oldest first', async () => {
    const at = (second: number, status = 'FAILED') => ({
      reference: `r${second}`,
      createdAt: timeOf(second),
      status,
    });
    await plant(sql, at(4), at(3), at(2, 'CANCELLED'), at(1));
    const range = { from: timeOf(1), to: timeOf(3) };
    expect(await references(range)).toEqual(['r1', 'r2', 'r3']);
    expect(await references({ ...range, query: 'status:FAILED AND r*' })).toEqual(['r1', 'r3']);
    expect(await references({ ...range, query: 'reference:"\'; drop table export; --"' })).toEqual([]);
    expect(await references({ query: 'amount:[1.5 TO 1.50] AND r~1' })).toEqual(['r1', 'r2', 'r3', 'r4']);
  });

  test.each(['CSV', 'JSON', 'PARQUET'])('may be none, in %s too', async (format) => {
    expect(await rowsOf({ format })).toEqual([]);
  });

  test("are never another tenant's, whatever the filter says", async () => {
    await plant(sql, { reference: 'theirs', tenant: 'other' }, { reference: 'ours' });
    expect(await references({ query: 'tenantId:other OR *:*' })).toEqual(['ours']);
  });

  test('are those of one moment, whatever happens while they are written', async () => {
    const rows = [1, 2, 3].map((second) => ({ reference: `r${second}`, createdAt: timeOf(second) }));
    await plant(sql, ...rows);
    const storage: Storage = {
      ...service.storage,
      async put(key, content) {
        await sql`update withdrawal set reference = 'changed'`;
        await plant(sql, { reference: 'late', createdAt: timeOf(2) });
        await service.storage.put(key, content);
      },
    };
    const done = await service.exportAll({ format: 'JSON' }, 'withdrawal', { storage });
    expect((await readJson(pathOf(done))).map(({ reference }) => reference)).toEqual(['r1', 'r2', 'r3']);
  });

  test('of the audit log are those of the tenant, with what was done as JSON', async () => {
    await service.exportAll();
    const rows = await rowsOf({ format: 'JSON', query: 'action:export.create' }, 'audit');
    expect(rows.at(-1)).toMatchObject({
      action: 'export.create',
      actorId: 'desk',
      subjectKind: 'export',
      details: { type: 'audit', format: 'JSON' },
    });
    const [row] = await rowsOf({ format: 'CSV', query: 'export.create' }, 'audit');
    expect(JSON.parse(row?.['details'] as string)).toHaveProperty('type');
  });
});

test('conversions are exported with what was given and got', async () => {
  await sql`insert into conversion (id, tenant, reference, status, executor, from_asset, to_asset, from_amount,
      to_amount, fixed_side, fixed_amount, path, allowed_venues, venues, metadata, requested_by, leg, round, fruitless,
      created_at, updated_at)
    values (gen_random_uuid(), 'acme', '=cmd', 'COMPLETED', 'MARKET', 'BTC', 'USDT', 0.5, 33333.333333333333333333,
      'from', 0.5, '{BTC,USDT}', '{}', '{aurora,borealis}', '{"desk": 7}', 'desk', 0, 0, 0, '2026-02-01Z',
      '2026-02-01Z')`;
  const given = { query: 'venues:borealis AND to:33333.333333333333333333' };
  expect(await rowsOf({ ...given, format: 'JSON' }, 'conversion')).toMatchObject([
    {
      reference: '=cmd',
      fromAsset: 'BTC',
      fromAmount: '0.5',
      toAmount: '33333.333333333333333333',
      venues: 'aurora borealis',
      metadata: { desk: 7 },
      createdAt: '2026-02-01T00:00:00.000Z',
    },
  ]);
  const [row] = await rowsOf(given, 'conversion');
  expect(row).toMatchObject({ reference: "'=cmd", toAmount: '33333.333333333333333333' });
});

test('how far it has come is shown in the export and in the log while it is written', async () => {
  await plant(sql, ...Array.from({ length: 3 }, () => ({})));
  const lines: object[] = [];
  const logger = { info: (line: object) => lines.push(line), error: () => {} } as never;
  const { body } = await service.create({ format: 'JSON' });
  let meanwhile: Body | undefined;
  const storage = slowly(async () => {
    while ((await service.get(body.id)).rowsExpected === null) await sql`select pg_sleep(0.01)`;
    meanwhile = await service.get(body.id);
  });
  await service.work('export.write', { id: body.id }, { storage, logger });
  expect(meanwhile).toMatchObject({ status: 'PROCESSING', url: null, rowsWritten: 3, rowsExpected: 3 });
  expect(lines).toEqual([expect.objectContaining({ export: body.id, written: 3, expected: 3 })]);
});

/** The same content, with an action between its blocks. */
async function* watched(
  content: AsyncIterable<Uint8Array>,
  then: () => PromiseLike<unknown>,
): AsyncGenerator<Uint8Array> {
  for await (const block of content) {
    yield block;
    if (block.length > 2) await then();
  }
}

test('one that is not done in its time is given up in the middle, and leaves no file', async () => {
  const failureMessage = 'x'.repeat(100_000);
  await plant(sql, ...Array.from({ length: 20 }, () => ({ failureMessage })));
  expect(await exportTooSlowly()).toEqual(GIVEN_UP);
});

const GIVEN_UP = {
  status: 'FAILED',
  url: null,
  failureMessage: expect.stringContaining('too long') as string,
  files: [],
};

async function exportTooSlowly() {
  const { body } = await service.create();
  await sql`update export set ends_at = ${new Date(service.clock.now().getTime() + 100)}`;
  await service.work('export.write', { id: body.id }, { storage: slowly(() => sql`select pg_sleep(0.2)`) });
  const { status, url, failureMessage } = await service.get(body.id);
  return { status, url, failureMessage, files: filesOf(body) };
}

const filesOf = ({ id }: Body): string[] => readdirSync(service.files).filter((name) => name.startsWith(id));

/** Runs an action between two blocks. */
const slowly = (then: () => PromiseLike<unknown>): Storage => ({
  ...service.storage,
  put: (key, content) => service.storage.put(key, watched(content, then)),
});

describe('many rows, which are read apart', () => {
  const ROWS = 10_000;

  // They are read by a program that is built.
  beforeAll(async () => {
    await import('../../testing/product.ts');
  });

  beforeEach(async () => {
    await plant(sql, {});
    await sql`insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      select gen_random_uuid(), tenant, venue, asset, amount, destination, n, status, requested_by, 0,
        created_at + n * interval '1 s', updated_at
      from withdrawal, generate_series(2, ${ROWS}::int) n`;
    await sql`update withdrawal set reference = '1' where created_at = ${timeOf(0)}`;
  });

  thorough('are those of one moment, in their order', async () => {
    const storage = slowly(() => sql`delete from withdrawal`);
    const done = await service.exportAll({ format: 'JSON' }, 'withdrawal', { storage });
    expect((await readJson(pathOf(done))).map(({ reference }) => Number(reference))).toEqual(
      Array.from({ length: ROWS }, (_, index) => index + 1),
    );
  });

  thorough('are given up when their time is over', async () => {
    expect(await exportTooSlowly()).toEqual(GIVEN_UP);
  });

  thorough('are begun again when their connection is cut', async () => {
    const storage = slowly(
      () => sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'quaestor: copy'`,
    );
    const { body } = await service.create();
    await expect(service.work('export.write', { id: body.id }, { storage })).rejects.toThrow(
      /terminat|connection/i,
    );
    expect((await service.get(body.id)).status).toBe('PROCESSING');
    expect(filesOf(body)).toEqual([]);
  });
});

test('exports are counted by what became of them, with their rows', async () => {
  await plant(sql, {}, {});
  await service.exportAll();
  await service.exportAll({ format: 'JSON' });
  await service.exportAll({ format: 'PARQUET' }, 'withdrawal', { storage: refusing(() => new Error('no')) });
  await service.create({}, 'audit');
  const metrics = createMetrics();
  measureExports(metrics, service.database.db);
  const text = await metrics.registry.metrics();
  expect(text.split('\n').filter((line) => line.startsWith('quaestor_export'))).toEqual([
    'quaestor_exports_processing 1',
    'quaestor_exports_ended_total{outcome="completed"} 2',
    'quaestor_exports_ended_total{outcome="failed"} 1',
    'quaestor_export_rows_total 4',
  ]);
});

test('the event at the end of an export has its last state and no link', async () => {
  const done = await service.exportAll();
  const { url, ...summary } = done;
  expect(url).not.toBeNull();
  const events = await sql`select type, resource_id, payload from outbox`;
  expect(events).toEqual([
    { type: 'export.completed', resource_id: done.id, payload: { id: done.id, export: summary } },
  ]);
  expect(await readEvents(sql, done.id, exportEvents)).toEqual([['export.completed', {}]]);
});

const refusing = (fault: () => Error): Storage => ({
  ...service.storage,
  async put(_key, content) {
    for await (const _block of content) throw fault();
  },
});

describe('a file that cannot be kept', () => {
  test('fails the export with a readable reason, and sends the event', async () => {
    const storage = refusing(() => Object.assign(new Error('write'), { code: 'ENOSPC' }));
    const done = await service.exportAll({}, 'withdrawal', { storage });
    expect([done.status, done.url]).toEqual(['FAILED', null]);
    expect(done.failureMessage).toMatch(/disk is full/);
    expect(await readEvents(sql, done.id, exportEvents)).toEqual([['export.failed', {}]]);
  });

  test('says what the store says', async () => {
    const storage = refusing(() => new StorageError('The file store is closed.', new Error('inside')));
    const done = await service.exportAll({}, 'withdrawal', { storage });
    expect(done.failureMessage).toBe('The file store is closed.');
  });

  test('shows no internals when the reason is unknown', async () => {
    const storage = refusing(() => new Error('secret at line 7'));
    const done = await service.exportAll({}, 'withdrawal', { storage });
    expect(done.failureMessage).toMatch(/internal error.*report [0-9a-f]{32}/);
  });

  test('because the database went away is begun again', async () => {
    const gone = refusing(() => Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    const { body } = await service.create();
    const work = service.work('export.write', { id: body.id }, { storage: gone });
    await expect(work).rejects.toThrow('gone');
    expect((await service.get(body.id)).status).toBe('PROCESSING');
    await service.work('export.write', { id: body.id });
    expect((await service.get(body.id)).status).toBe('COMPLETED');
    expect(readdirSync(service.files)).toContain(`${body.id}-2`);
  });

  test('is given up after some attempts', async () => {
    const { body } = await service.create();
    await sql`update export set attempts = 5`;
    await service.work('export.write', { id: body.id });
    expect((await service.get(body.id)).failureMessage).toMatch(/interrupted 5 times/);
  });
});

test('of two who write the same export only the later one ends it, and the other leaves no file', async () => {
  const { body } = await service.create();
  const storage: Storage = {
    ...service.storage,
    async put(key, content) {
      await service.storage.put(key, content);
      await service.work('export.write', { id: body.id });
    },
  };
  await service.work('export.write', { id: body.id }, { storage });
  expect((await service.get(body.id)).status).toBe('COMPLETED');
  expect(filesOf(body)).toEqual([`${body.id}-2`]);
  expect(await sql`select type from outbox`).toHaveLength(1);
});

describe('the sweep', () => {
  const DAY_MS = 24 * 3_600_000;

  test('removes files after 7 days and keeps the export without a link', async () => {
    const done = await service.exportAll();
    service.clock.advance(7 * DAY_MS - 1);
    await service.work('export.sweep', {});
    expect((await service.get(done.id)).url).not.toBeNull();
    service.clock.advance(1);
    await service.work('export.sweep', {});
    const { status, url, expiresAt } = await service.get(done.id);
    expect([status, url, expiresAt]).toEqual(['COMPLETED', null, null]);
    expect(readdirSync(service.files)).not.toContain(`${done.id}-1`);
  });

  test('gives up what has not ended after 6 hours', async () => {
    const { body } = await service.create();
    service.clock.advance(DAY_MS / 4);
    await service.work('export.sweep', {});
    expect(await service.get(body.id)).toMatchObject({
      status: 'FAILED',
      failureMessage: expect.any(String) as string,
    });
    expect(await sql`select tenant, type from outbox`).toEqual([{ tenant: 'acme', type: 'export.failed' }]);
  });
});
