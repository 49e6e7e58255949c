import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../testing/bundle.ts';
import { openExportService, readJson } from './testing/service.ts';

// The processes live now.
const service = await openExportService(new Date().toISOString());
/** So few are read in place, and one more in a thread. */
const FEW = 9_999;
const MANY = FEW + 1;
const program = await bundle(join(import.meta.dirname, 'testing/crash.ts'));
afterAll(program.remove);

await service.database
  .sql`insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status,
    requested_by, approvals_required, created_at, updated_at)
  select gen_random_uuid(), 'acme', 'aurora', 'BTC', n, '{"kind": "blockchain"}', n::text, 'CANCELLED', 'desk', 0,
    day, day
  from generate_series(1, ${MANY}::int) n,
    lateral (select timestamptz '2026-02-01T00:00:00Z' + n / ${MANY}::int * interval '1 day') days (day)`;

/** A worker in a process of its own. No file of it may have more than so many blocks of 512 bytes. */
function startProcess(mode: 'stop' | 'live', fileBlocks: number | 'unlimited') {
  const command = `ulimit -f ${fileBlocks}; exec "$0" "$@"`;
  const args = [process.execPath, program.path, service.database.url, dirname(service.files), mode];
  const child = spawn('sh', ['-c', command, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ended(id: string) {
  for (;;) {
    const found = await service.get(id);
    if (found.status !== 'PROCESSING') return found;
    await service.database.sql`select pg_sleep(0.05)`;
  }
}

test.each([
  ['in place', FEW, '2026-02-01T00:00:00.000Z', 0],
  ['in a thread', MANY, '2026-02-02T00:00:00.000Z', 1],
])(
  'an export that is read %s when its process is killed shows nothing of it and is written whole by another, once',
  async (_where, rows, to, threads) => {
    const { sql } = service.database;
    const reading = () => sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'quaestor: copy' and xact_start is not null`;
    const { body } = await service.create({ format: 'JSON', to });
    const before = readdirSync(service.files);
    const killed = startProcess('stop', 'unlimited');
    await once(killed.stdout, 'data');
    expect(await reading()).toHaveLength(threads);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const left = readdirSync(service.files).filter((name) => !before.includes(name));
    expect(left).toEqual([expect.stringMatching(/\.part$/)]);
    expect(await service.get(body.id)).toMatchObject({ status: 'PROCESSING', url: null });
    await expect.poll(reading).toEqual([]);

    startProcess('live', 'unlimited');
    expect(await ended(body.id)).toMatchObject({ status: 'COMPLETED', rowsWritten: rows });
    const written = await readJson(join(service.files, `${body.id}-2`));
    const references = new Set(written.map(({ reference }) => reference));
    expect([written.length, references.size]).toEqual([rows, rows]);
    expect(await sql`select type from outbox where payload ->> 'id' = ${body.id}`).toEqual([
      { type: 'export.completed' },
    ]);
  },
);

test.each(['CSV', 'PARQUET'])(
  'a %s file for which there is no room fails the export with a reason, and no half of it stays',
  async (format) => {
    const { body } = await service.create({ format, to: '2026-02-01T00:00:00.000Z' });
    const before = readdirSync(service.files);
    startProcess('live', 400);
    const done = await ended(body.id);
    expect([done.status, done.url]).toEqual(['FAILED', null]);
    expect(done.failureMessage).toMatch(/larger than the system allows|disk is full/);
    expect(readdirSync(service.files)).toEqual(before);
    const work = join(dirname(service.files), 'work');
    expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
  },
  60_000,
);
