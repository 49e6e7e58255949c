import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { xlsxFile } from '../../partner/requests/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { quaestor } from '../../testing/process.ts';
import { startPartners, until } from '../testing/partners.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const { url, sql } = await createTestDatabase();
let group: Awaited<ReturnType<typeof startPartners>>;
beforeAll(async () => {
  group = await startPartners(url, 2);
  return () => group.close();
});

const HEADER = 'currency,rate_date,per_usd\n';

function file(name: string, content: string): string {
  const path = join(group.folder, name);
  writeFileSync(path, content);
  return path;
}

test('commands reach the process that writes from any folder, as the person who runs them', async () => {
  const { command, processes, folder } = group;
  const [writer, reader] = processes;
  const rates = file('rates.csv', `${HEADER}EUR,2024-03-01,0.9\nJPY,2024-03-01,150\n`);
  expect(await command('import', 'rates', rates)).toEqual({
    code: 0,
    output: 'accepted 2, repeated 0, replaced 0, refused 0\n',
  });
  const wrong = await command('import', 'rates', file('wrong.csv', `${HEADER}EUR,2024-03-01,NaN\n`));
  expect(wrong.code).toBe(1);
  expect(wrong.output).toMatch(/^line 2: per_usd must be a plain decimal/m);
  expect((await command('import', 'prices', rates)).output).toMatch(
    /^There is no kind of facts named prices/,
  );
  expect((await command('import', 'rate', rates)).output).toContain(' Did you mean rates? ');

  const refused = await command('demo', 'load', '--orders', '200');
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Add --into-production')]);
  const loaded = await command('demo', 'load', '--into-production', '--orders', '200');
  expect([loaded.code, loaded.output]).toEqual([0, expect.stringMatching(/^orders 200$/m)]);
  expect((await command('demo', 'load', '--into-production', '--orders', '200')).output).toContain(
    'All of it was already stored.',
  );
  for (const create of [
    ['credentials', 'create', 'jane'],
    ['people', 'invite', 'jane', '--roles', 'partner:partner'],
  ]) {
    const unknown = await command(...create, '--partner', 'NOPE');
    expect([unknown.code, unknown.output]).toEqual([
      1,
      expect.stringMatching(/partner.* NOPE is not a partner: import it with .* or find it with GET /),
    ]);
  }
  expect((await command('credentials', 'create', 'jane', '--partner', 'demo-partner')).code).toBe(0);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const credited = await command('credit', '--through', yesterday);
  expect(credited.output).toMatch(/^payout 1: rewards of \S+ to \S+, \d+ rows, \d+\.\d{8} USD\n/);
  expect((await command('credit', '--through', 'someday')).output).toBe(
    'someday is not a day: write it as 2024-03-04.\n',
  );

  const status = await command('facts', 'status');
  expect(status.output).toContain(`writer  ${writer?.url}\n`);
  expect((await command('facts', 'rebuild', '--address', reader?.url ?? '')).output).toBe(
    'The store was rebuilt.\n',
  );
  expect((await command('facts', 'verify', '--address', reader?.url ?? '')).output).toMatch(/ agree\.\n$/);
  const exported = join(folder, 'exported.csv');
  expect((await command('facts', 'export', 'orders', exported)).output).toBe('200 facts\n');
  expect(readFileSync(exported, 'utf8').split('\n')).toHaveLength(202);

  const actors = await sql`
    select distinct actor_kind, actor_id from audit_log where action in ('batch.append', 'payout.make')`;
  expect(actors).toEqual([{ actor_kind: 'operator', actor_id: expect.any(String) as string }]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
  expect(existsSync(join(folder, 'files/imports'))).toBe(true);
});

test('a dry run checks a file and counts its facts, workbooks too, and stores nothing', async () => {
  const { command, folder } = group;
  const rates = file('dry.csv', `${HEADER}CHF,2024-03-01,0.9\nEUR,2024-03-01,0.9\n`);
  const batches = async () =>
    (JSON.parse((await command('facts', 'status', '--json')).output) as { head: number }).head;
  const before = await batches();
  const dry = await command('import', 'rates', rates, '--dry-run');
  expect(dry.code).toBe(0);
  expect(dry.output.split('\n').toSorted()).toEqual([
    '',
    'Nothing was stored: this was a dry run.',
    'accepted 1, repeated 1, replaced 0, refused 0',
  ]);
  const workbook = join(folder, 'rates.xlsx');
  const lines = [
    ['currency', 'rate_date', 'per_usd'],
    ['CHF', '2024-03-01', '0.9'],
    ['CHF', '2024-03-02', 'much'],
  ];
  await writeFile(workbook, xlsxFile([lines], new Map()));
  const refused = await command('import', 'rates', workbook, '--dry-run', '--json');
  expect([refused.code, JSON.parse(refused.output)]).toEqual([
    1,
    {
      accepted: 0,
      repeated: 0,
      replaced: 0,
      refused: 1,
      dryRun: true,
      errors: [expect.objectContaining({ line: 3, field: 'per_usd', value: 'much' })],
    },
  ]);
  expect(await batches()).toBe(before);
  expect((await command('import', 'rates', rates)).output).toContain('accepted 1, repeated 1');
  expect(await batches()).toBe(before + 1);
});

test('without a process that writes, a command takes the lease, and makes no store in a folder that has none', async () => {
  const { command, processes, folder } = group;
  for (const each of processes) await each.kill('SIGTERM');
  const rates = file('rates.csv', `${HEADER}GBP,2024-03-01,0.8\n`);
  const elsewhere = join(folder, 'elsewhere');
  expect(await command('import', 'rates', rates, '--data', elsewhere)).toEqual({
    code: 1,
    output: `No process writes facts, and there is no fact store in ${elsewhere}. Check --config and --data, or start quaestor serve.\n`,
  });
  expect(existsSync(elsewhere)).toBe(false);
  const [, second] = processes;
  expect(await command('import', 'rates', rates, '--data', second?.data ?? '')).toEqual({
    code: 0,
    output: 'accepted 1, repeated 0, replaced 0, refused 0\n',
  });
  expect((await command('facts', 'status', '--data', second?.data ?? '')).output).toMatch(/^rates \d+/m);
});

test('serve waits for a command that uses its store', async () => {
  const { folder, processes } = group;
  const [, second] = processes;
  if (!second) throw new Error('There must be two processes.');
  const facts = join(second.data, 'facts');
  const env = { DATABASE_URL: url, QUAESTOR_CONFIG: join(folder, 'quaestor.yaml') };
  const command = quaestor(['facts', 'rebuild', '--data', second.data], env);
  // It is stopped while both the present store and the next one are open.
  await until(async () => readdirSync(facts).some((name) => name.endsWith('.new.duckdb')), 60_000);
  command.child.kill('SIGSTOP');
  const starting = second.start();
  await until(async () => second.output().includes('Waiting for it.'), 30_000);
  expect(second.output()).toContain(`is in use by process ${command.child.pid}.`);
  command.child.kill('SIGCONT');
  expect([await command.ended, command.output()]).toEqual([0, 'The store was rebuilt.\n']);
  await starting;
});
