import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../../platform/storage/index.ts';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { contextOf, openTestFacts, put, testFacts, testStorage } from '../../testing/facts.ts';
import { order, putProgram, rate } from '../../testing/program.ts';
import { exportFacts } from './export.ts';
import { fileSource, ingest } from '../intake/index.ts';
import { kindNamed } from '../kinds/index.ts';
import { readStatus } from './status.ts';
import { verifyFacts } from './verify.ts';
import type { Facts } from '../handle/index.ts';

let database: TestDatabase;
let folder: string;
let facts: Facts;
let isDown: boolean;

beforeEach(async () => {
  const opened = await openTestDatabase();
  database = opened;
  folder = temporaryFolder();
  isDown = false;
  const local = testStorage(folder);
  const unreachable = await openStorage(
    {
      bucket: 'files',
      endpoint: 'http://127.0.0.1:1',
      region: 'us-east-1',
      prefix: '',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      pathStyle: true,
    },
    { folder, secret: Buffer.alloc(32), publicUrl: '' },
  );
  const storage = {
    ...local,
    put: (key: string, content: AsyncIterable<Uint8Array>) =>
      (isDown ? unreachable : local).put(key, content),
  };
  facts = await openTestFacts(folder, opened.db, { storage });
  await put(contextOf(facts), 'rates', rate('EUR', '2024-03-01', '0.9'), rate('EUR', '2024-03-02', '0.8'));
  await put(contextOf(facts), 'rates', rate('EUR', '2024-03-01', '0.7'));
  return async () => {
    await facts.close();
    await opened.drop();
  };
});

async function objectOf(number: number): Promise<string> {
  const [batch] = await database.sql<{ object: string }[]>`select object from batch where number = ${number}`;
  return join(folder, 'files', batch?.object ?? '');
}

const faults = async () => (await verifyFacts(contextOf(facts))).faults;

test('verify finds nothing wrong with what was stored, and says how much it compared', async () => {
  expect(await verifyFacts(contextOf(facts))).toEqual({ objects: 2, head: 2, faults: [] });
  expect(await readStatus(contextOf(facts))).toMatchObject({
    head: 2,
    applied: 2,
    objects: 2,
    kinds: [{ kind: 'rates', batches: 2, facts: 2 }],
  });
});

test('verify finds an object that was changed, one that is missing, and rows that the store lost', async () => {
  appendFileSync(await objectOf(1), 'x');
  rmSync(await objectOf(2));
  await facts.database.write((session) => session.run("delete from rates where rate_date = '2024-03-01'"));
  expect(await faults()).toEqual([
    expect.stringMatching(/content of facts\/rates\/.* is not what was stored/),
    expect.stringMatching(/storage has no file facts\/rates\//),
    'The store has 1 rows of rates, the log 2.',
  ]);
});

test('a damaged object of the log is answered with 503 and its name, and readiness warns of it until it is repaired', async () => {
  const path = await objectOf(1);
  const whole = readFileSync(path);
  const reason = expect.stringMatching(/content of facts\/rates\/\S+ is not what was stored/) as string;
  const local = testStorage(folder);
  let isDamaged = false;
  const download = async (key: string, to: string): Promise<void> => {
    await local.download(key, to);
    if (!isDamaged) return;
    // The copy may be a link to the object itself, which stays as it is.
    const bytes = readFileSync(to);
    rmSync(to);
    writeFileSync(to, Buffer.concat([bytes, Buffer.from('x')]));
  };
  const reader = await openTestFacts(temporaryFolder(), database.db, { storage: { ...local, download } });
  onTestFinished(() => reader.close());
  appendFileSync(path, 'x');
  await expect(facts.rebuild()).rejects.toMatchObject({ code: 'unavailable', message: reason });
  writeFileSync(path, whole);
  isDamaged = true;
  await put(contextOf(facts), 'rates', rate('JPY', '2024-03-01', '150'));
  await expect(reader.catchUp()).rejects.toMatchObject({ code: 'unavailable', message: reason });
  expect(reader.position.trouble).toEqual(reason);
  isDamaged = false;
  const followed = async (): Promise<string | undefined> => {
    // One that has begun before fails once more.
    await reader.catchUp().catch(() => {});
    return reader.position.trouble;
  };
  await expect.poll(followed).toBeUndefined();
  expect(reader.position.applied).toBe(facts.position.head);
});

test('a storage that cannot be reached keeps nothing and answers with an error, and everything works again when it can', async () => {
  isDown = true;
  const send = () => put(contextOf(facts), 'rates', rate('JPY', '2024-03-01', '150'));
  await expect(send()).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '60' },
    message: 'The storage of the facts failed, so nothing was stored.',
  });
  expect(await facts.database.query('select distinct currency from rates')).toEqual([{ currency: 'EUR' }]);
  expect(await database.sql`select number from batch order by number`).toHaveLength(2);
  isDown = false;
  expect(await send()).toMatchObject({ accepted: 1 });
  expect(await faults()).toEqual([]);
});

test.each(['parquet', 'csv'])('facts that are exported as %s can be imported elsewhere', async (format) => {
  const from = contextOf(facts);
  await putProgram(from);
  await put(from, 'orders', order(1), order(2, { volume_lots: '0.25' }));
  const to = await testFacts();
  await putProgram(to);
  const path = join(folder, `orders.${format}`);
  expect(await exportFacts(from, { kind: 'orders', path })).toBe(2);
  await ingest(to, { kind: 'orders', source: await fileSource(path) });
  const rows = `select ${Object.keys(kindNamed('orders').fields).join(', ')} from orders order by ticket`;
  expect(await to.facts.database.query(rows)).toEqual(await facts.database.query(rows));
  await expect(exportFacts(from, { kind: 'prices', path })).rejects.toThrow('no kind of facts named prices');
  await expect(exportFacts(from, { kind: 'orders', path: 'x.txt' })).rejects.toThrow('.parquet or .csv');
});

test('an export has the last content of each fact in the log, whatever the store has, and may be empty', async () => {
  await facts.database.write((session) => session.run('delete from rates'));
  const path = join(folder, 'rates.csv');
  expect(await exportFacts(contextOf(facts), { kind: 'rates', path })).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe(
    'currency,rate_date,per_usd\nEUR,2024-03-01,0.70000000\nEUR,2024-03-02,0.80000000\n',
  );
  const empty = join(folder, 'spend.csv');
  expect(await exportFacts(contextOf(facts), { kind: 'spend', path: empty })).toBe(0);
  expect(readFileSync(empty, 'utf8')).toMatch(/^spend_id,/);
});
