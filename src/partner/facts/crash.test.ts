import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../testing/bundle.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { testFacts } from '../testing/facts.ts';

async function script(name: string): Promise<string> {
  const program = await bundle(join(import.meta.dirname, 'testing', `${name}.ts`));
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
      const child = fork(program, [folder, String(acknowledged.length + 1)], { execArgv: [] });
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
    await script('full-disk'),
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
