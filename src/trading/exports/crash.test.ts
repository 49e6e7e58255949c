import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../testing/bundle.ts';
import { openDesk, readJson } from './testing/desk.ts';

// The processes live now.
const desk = await openDesk(new Date().toISOString());
/** So few are read in place, which the bundled program can do. */
const ROWS = 9_999;
const program = await bundle(join(import.meta.dirname, 'testing/crash.ts'));
afterAll(program.remove);

await desk.database
  .sql`insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status,
    requested_by, approvals_required, created_at, updated_at)
  select gen_random_uuid(), 'acme', 'aurora', 'BTC', n, '{"kind": "blockchain"}', n::text, 'CANCELLED', 'client:desk', 0,
    '2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z'
  from generate_series(1, ${ROWS}::int) n`;

/** A worker in a process of its own. No file of it may have more than so many blocks of 512 bytes. */
function startProcess(fate: 'die' | 'live', fileBlocks: number | 'unlimited') {
  const command = `ulimit -f ${fileBlocks}; exec "$0" "$@"`;
  const args = [process.execPath, program.path, desk.database.url, dirname(desk.files), fate];
  const child = spawn('sh', ['-c', command, ...args], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ended(id: string) {
  for (;;) {
    const found = await desk.get(id);
    if (found.status !== 'PROCESSING') return found;
    await desk.database.sql`select pg_sleep(0.05)`;
  }
}

test('a process that is killed in the middle leaves nothing behind a link, and another takes the export up', async () => {
  const { body } = await desk.create({ format: 'JSON' });
  await once(startProcess('die', 'unlimited'), 'exit');
  expect(readdirSync(desk.files)).toEqual([expect.stringMatching(/\.part$/)]);
  expect(await desk.get(body.id)).toMatchObject({ status: 'PROCESSING', url: null });

  startProcess('live', 'unlimited');
  expect(await ended(body.id)).toMatchObject({ status: 'COMPLETED', rowsWritten: ROWS });
  expect(await readJson(join(desk.files, `${body.id}-2`))).toHaveLength(ROWS);
}, 60_000);

test.each(['CSV', 'PARQUET'])(
  'a %s file for which there is no room fails the export with a reason, and no half of it stays',
  async (format) => {
    const { body } = await desk.create({ format });
    const before = readdirSync(desk.files);
    startProcess('live', 400);
    const done = await ended(body.id);
    expect([done.status, done.url]).toEqual(['FAILED', null]);
    expect(done.failureMessage).toMatch(/larger than the system allows|disk is full/);
    expect(readdirSync(desk.files)).toEqual(before);
    const work = join(dirname(desk.files), 'work');
    expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
  },
  60_000,
);
