import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';
import { VERSION } from '../../version.ts';

const { url, sql } = await createTestDatabase();
const folder = makeFolder();
const config = join(folder, 'quaestor.yaml');
const port = await newPort();
const address = `http://127.0.0.1:${port}`;
let worker: Quaestor;

beforeAll(async () => {
  await sql`
    insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      select gen_random_uuid(), tenant, 'north', 'BTC', 1, '{}', 'r', status, 'desk', 0,
        now() - age * interval '1 second', now()
      from (values ('acme', 'PENDING', 100), ('acme', 'PENDING', 5000), ('acme', 'CANCELLED', 90000),
        ('other', 'APPROVAL_REQUESTED', 7000)) as given (tenant, status, age)`;
  await sql`
    insert into conversion (id, tenant, reference, status, executor, from_asset, to_asset, from_amount, to_amount,
        fixed_side, fixed_amount, path, allowed_venues, venues, requested_by, leg, round, fruitless, created_at,
        updated_at)
      select gen_random_uuid(), 'acme', 'r', status, 'MARKET', 'BTC', 'EUR', 1, 1, 'from', 1, '{BTC,EUR}', '{}', '{}',
        'desk', 0, 0, 0, now() - age * interval '1 second', now()
      from (values ('PENDING_CANCEL', 3000), ('COMPLETED', 90000)) as given (status, age)`;
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'key.json'), JSON.stringify({ key: 'k', secret: 's' }));
  writeFileSync(
    config,
    JSON.stringify({
      secret: 's'.repeat(32),
      data: join(folder, 'data'),
      roles: ['worker'],
      metrics: { port },
      venues: [
        {
          code: 'nowhere',
          kind: 'simulated',
          exchange: 'http://127.0.0.1:1',
          credentials: `file:${join(folder, 'key.json')}`,
        },
      ],
      log: { level: 'fatal' },
    }),
  );
  worker = quaestor(['serve', '--config', config], { DATABASE_URL: url });
  await worker.until('Press Ctrl-C to stop.');
}, 120_000);

afterAll(async () => {
  worker.child.kill('SIGTERM');
  await worker.ended;
  await removeFolder(folder);
});

/** The value of a series as it stands in the text. */
async function read(series: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

it('a worker serves health, readiness and metrics on its metrics port', async () => {
  const answers = await Promise.all(
    ['/healthz', '/readyz'].map(async (path) => (await fetch(address + path)).json()),
  );
  expect(answers).toEqual([{ status: 'ok' }, { status: 'ready', checks: { clock: 'ok', database: 'ok' } }]);
});

it('names the version, Node and roles of the process', async () => {
  expect(
    await read(`quaestor_build_info{version="${VERSION}",node="${process.version}",roles="worker"}`),
  ).toBe(1);
});

it('shows what is not finished by tenant and status, and how old the oldest is', async () => {
  expect(await read('quaestor_withdrawals_open{tenant="acme",venue="north",status="PENDING"}')).toBe(2);
  const age = await read('quaestor_withdrawals_oldest_seconds{tenant="acme",venue="north",status="PENDING"}');
  expect(age).toBeGreaterThan(4_999);
  expect(age).toBeLessThan(5_600);
  expect(await read('quaestor_withdrawals_open{tenant="acme",venue="north",status="CANCELLED"}')).toBeNaN();
  expect(
    await read(
      'quaestor_withdrawals_oldest_seconds{tenant="other",venue="north",status="APPROVAL_REQUESTED"}',
    ),
  ).toBeGreaterThan(6_999);
  expect(await read('quaestor_conversions_open{tenant="acme",status="PENDING_CANCEL"}')).toBe(1);
  expect(
    await read('quaestor_conversions_oldest_seconds{tenant="acme",status="PENDING_CANCEL"}'),
  ).toBeGreaterThan(2_999);
});

it.each(['withdrawal', 'conversion'])('finds open %ss among many by an index of their own', async (table) => {
  const statuses =
    table === 'withdrawal'
      ? `'APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED'`
      : `'PENDING', 'PROCESSING', 'PENDING_CANCEL'`;
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return tx.unsafe(`explain select tenant, status, count(*), min(created_at) from ${table}
      where status in (${statuses}) group by 1, 2`);
  });
  expect(JSON.stringify(plan)).toContain(`${table}_open`);
});

it('counts calls to venues by outcome, unsealed audit rows, the space of the disk and its own failures', async () => {
  const calls =
    'quaestor_venue_calls_total{tenant="default",venue="nowhere",call="describe",outcome="notSent"}';
  await expect.poll(() => read(calls), { timeout: 10_000 }).toBeGreaterThan(0);
  expect(await read('quaestor_venue_live{tenant="default",venue="nowhere"}')).toBe(0);
  expect(await read('quaestor_audit_unsealed')).toBe(0);
  const [free, size] = [await read('quaestor_data_free_bytes'), await read('quaestor_data_size_bytes')];
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
  await sql`alter table withdrawal rename to hidden`;
  try {
    const failures = 'quaestor_metric_failures_total{metric="quaestor_withdrawals_open"}';
    await expect.poll(() => read(failures), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(await read('quaestor_withdrawals_open{tenant="acme",venue="north",status="PENDING"}')).toBeNaN();
    expect(await read('quaestor_conversions_open{tenant="acme",status="PENDING_CANCEL"}')).toBe(1);
  } finally {
    await sql`alter table hidden rename to withdrawal`;
  }
});
