import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { testFacts } from '../testing/facts.ts';

const script = (name: string): string => join(import.meta.dirname, 'testing', `${name}.ts`);

test(
  'what was acknowledged is there after SIGKILL, and no batch is there in part',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    const acknowledged: string[] = [];
    for (const batches of [3, 8]) {
      const child = fork(script('crash'), [folder, String(acknowledged.length + 1)], {
        execArgv: ['--import', 'tsx'],
      });
      const before = acknowledged.length;
      child.on('message', (currency: string) => acknowledged.push(currency));
      while (acknowledged.length < before + batches) await once(child, 'message');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const { db } = await testFacts(folder);
      const counts = await db.database.query<{ currency: string; days: number }>(
        'select currency, count(*) as days from rates group by currency',
      );
      await db.database.close();
      expect(counts.map(({ currency }) => currency)).toEqual(expect.arrayContaining(acknowledged));
      expect(new Set(counts.map(({ days }) => days))).toEqual(new Set([28]));
    }
  },
);

test('a disk that is full leaves the state before, and the store goes on', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  // No file may grow past 4 MiB, which to the process is a disk that is full.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -f 8192 && exec "$@"',
    'sh',
    process.execPath,
    '--import',
    'tsx',
    script('full-disk'),
    folder,
  ]);
  expect(JSON.parse(stdout)).toEqual({ code: 'unavailable', counts: [{ campaigns: 0, rates: 1 }] });
  const { db } = await testFacts(folder);
  expect(await db.database.query('select currency from rates order by all')).toEqual([
    { currency: 'EUR' },
    { currency: 'JPY' },
  ]);
  expect(await db.database.query('select count(*) as count from campaigns')).toEqual([{ count: 0 }]);
});
