import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase, openTestDatabase } from '../testing/database.ts';
import { makeFolder, removeFolder, temporaryFolder } from '../testing/folder.ts';
import { quaestor } from '../testing/process.ts';

async function run(url: string, ...args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const process = quaestor(args, { DATABASE_URL: url });
  const code = await process.ended;
  return { code, text: process.output() };
}

const HEADER = 'currency,rate_date,per_usd\n';
const RATES = `${HEADER}EUR,2024-03-01,0.9\nJPY,2024-03-01,150\n`;

describe.concurrent('an import ends with 1 and says why:', () => {
  test.each<[string, string, string, string | Buffer | undefined, string]>([
    [
      'invalid lines are reported one by one',
      'rates',
      'rates.csv',
      `${RATES}EUR,2024-03-02,NaN\n`,
      'line 4: per_usd must be a plain decimal, more than zero, with at most 10 digits before the point and 8 after it\n' +
        'accepted 0, repeated 0, replaced 0, refused 1\n' +
        'Nothing was stored: fix the lines above and import the file again.\n',
    ],
    ['an unknown kind is reported', 'prices', 'rates.csv', RATES, 'no kind of facts named prices'],
    ['a missing file is reported', 'rates', 'none.csv', undefined, 'There is no file'],
    [
      'a truncated gzip file is reported',
      'rates',
      'rates.csv.gz',
      gzipSync(RATES).subarray(0, -9),
      'The gzip stream ends too early: send it whole.\n',
    ],
  ])('%s', async (_what, kind, name, content, said) => {
    const folder = makeFolder();
    const file = join(folder, name);
    if (content !== undefined) writeFileSync(file, content);
    mkdirSync(join(folder, 'data/facts'), { recursive: true });
    const database = await openTestDatabase();
    const { text, ...ended } = await run(database.url, 'import', kind, file, '--data', join(folder, 'data'));
    await removeFolder(folder);
    await database.drop();
    expect(ended).toEqual({ code: 1 });
    // Standard output and standard error may arrive in either order.
    for (const line of said.split('\n')) expect(text).toContain(line);
    expect(text.split('\n').length).toBeLessThan(5);
  });
});

test('an import that is under way keeps another process out, and interrupted it leaves the state before', async () => {
  const folder = temporaryFolder();
  const { url } = await createTestDatabase();
  const [many, one, data] = [join(folder, 'many.csv'), join(folder, 'one.csv.gz'), join(folder, 'data')];
  const lines = Array.from({ length: 400_000 }, (_, index) => `c${index},Campaign ${index}\n`);
  writeFileSync(many, `campaign_code,title\n${lines.join('')}`);
  writeFileSync(one, gzipSync('campaign_code,title\nc1,Campaign 1\n'));
  const spill = join(data, 'facts', 'spill');
  mkdirSync(join(data, 'facts'), { recursive: true });

  const first = quaestor(['import', 'campaigns', many, '--data', data], { DATABASE_URL: url });
  await vi.waitUntil(() => existsSync(spill) && readdirSync(spill).some((name) => name.endsWith('.csv')), {
    timeout: 120_000,
    interval: 2,
  });
  first.child.kill('SIGSTOP');
  const second = await run(url, 'import', 'campaigns', one, '--data', data);
  expect(second).toMatchObject({
    code: 1,
    text: expect.stringContaining(`is in use by process ${first.child.pid}`) as string,
  });
  first.child.kill('SIGINT');
  first.child.kill('SIGCONT');
  await first.ended;
  expect(first.child.signalCode).toBe('SIGINT');
  expect(await run(url, 'import', 'campaigns', one, '--data', data)).toEqual({
    code: 0,
    text: 'accepted 1, repeated 0, replaced 0, refused 0\n',
  });
  expect(readdirSync(spill)).toEqual([]);
});
