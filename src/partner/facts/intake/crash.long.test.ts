import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../testing/bundle.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { contextOf, ndjson, openTestFacts, put } from '../../testing/facts.ts';
import { ingest } from './index.ts';
import { rate } from '../../testing/program.ts';

const { db, url } = await createTestDatabase();

async function script(name: string): Promise<string> {
  const program = await bundle(join(import.meta.dirname, '../testing', `${name}.ts`));
  onTestFinished(program.remove);
  return program.path;
}

test(
  'what was acknowledged is there after SIGKILL, and no batch is there in part',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    const acknowledged: string[] = [];
    const program = await script('crash');
    for (const batches of [3, 8]) {
      const child = fork(program, [folder, url, String(acknowledged.length + 1)], { execArgv: [] });
      const before = acknowledged.length;
      child.on('message', (currency: string) => acknowledged.push(currency));
      while (acknowledged.length < before + batches) await once(child, 'message');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const facts = await openTestFacts(folder, db);
      const counts = await facts.database.query<{ currency: string; days: number }>(
        'select currency, count(*) as days from rates group by currency',
      );
      await facts.close();
      expect(counts.map(({ currency }) => currency)).toEqual(expect.arrayContaining(acknowledged));
      expect(new Set(counts.map(({ days }) => days))).toEqual(new Set([28]));
    }
  },
);

test('a batch is in the log with its key or not at all, wherever its process dies, and the next store follows the log', async () => {
  const folder = temporaryFolder();
  const { db: own, sql, url: ownUrl } = await createTestDatabase();
  const program = await script('crash-once');
  const expected: string[] = [];
  for (const [moment, currency, isLogged] of [
    ['before', 'AAA', false],
    ['object', 'BBB', false],
    ['append', 'CCC', true],
    ['commit', 'DDD', true],
  ] as const) {
    const child = fork(program, [folder, ownUrl, moment, currency], { execArgv: [] });
    await once(child, 'exit');
    expect([moment, child.signalCode]).toEqual([moment, 'SIGKILL']);
    if (isLogged) expected.push(currency);
    expect(await sql`select number from batch order by number`).toEqual(
      expected.map((_, index) => ({ number: String(index + 1) })),
    );
    const facts = await openTestFacts(folder, own);
    expect(await facts.database.query('select distinct currency from rates order by currency')).toEqual(
      expected.map((each) => ({ currency: each })),
    );
    const rows = [rate(currency, '2024-02-01', '1'), rate(currency, '2024-02-02', '2')];
    const again = { kind: 'rates', idempotencyKey: currency };
    for (const _time of [1, 2])
      expect(await ingest(contextOf(facts), { ...again, source: ndjson(rows) })).toMatchObject({
        accepted: 2,
      });
    await expect(ingest(contextOf(facts), { ...again, source: ndjson(rows.slice(1)) })).rejects.toMatchObject(
      { code: 'reference_reused' },
    );
    const withoutKey = await put(contextOf(facts), 'rates', ...rows);
    expect(withoutKey).toMatchObject({ repeated: 2 });
    if (!isLogged) expected.push(currency);
    await facts.close();
  }
});

test('a disk that is full leaves the state before, and the store goes on', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const full = await createTestDatabase();
  // No file may grow past 4 MiB, which to the process is a disk that is full.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -f 8192 && exec "$@"',
    'sh',
    process.execPath,
    await script('full-disk'),
    folder,
    full.url,
  ]);
  expect(JSON.parse(stdout)).toEqual({ code: 'unavailable', counts: [{ campaigns: 0, rates: 1 }] });
  const facts = await openTestFacts(folder, full.db);
  onTestFinished(() => facts.close());
  expect(await facts.database.query('select currency from rates order by all')).toEqual([
    { currency: 'EUR' },
    { currency: 'JPY' },
  ]);
  expect(await facts.database.query('select count(*) as count from campaigns')).toEqual([{ count: 0 }]);
});
