import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordVerification } from '../../platform/audit/index.ts';
import { systemClock } from '../../kernel/index.ts';
import { startProxy } from '../../platform/postgres/testing/proxy.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';
import { getToken, until } from '../testing/partners.ts';
import { alertsOf, noScrape, readScrape, type Scrape } from '../../testing/promtool.ts';

const { url, sql, db } = await createTestDatabase();
const line = await startProxy(url);
const folder = makeFolder();
const [trading, partner, metrics] = [await newPort(), await newPort(), await newPort()];
let server: Quaestor;
let healthy: Scrape;

const scrape = async (): Promise<Scrape> =>
  readScrape(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text(), 'a');

async function start(roles: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  server = quaestor(['serve', '--config', join(folder, 'quaestor.yaml'), '--roles', roles], {
    DATABASE_URL: line.url,
    ...env,
  });
  await server.until('Press Ctrl-C to stop.');
}

async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  server.child.kill(signal);
  await server.ended;
}

beforeAll(async () => {
  const config = {
    secret: 's'.repeat(32),
    data: join(folder, 'data'),
    trading: { port: trading },
    partner: { port: partner },
    metrics: { port: metrics },
    log: { level: 'fatal' },
  };
  writeFileSync(join(folder, 'quaestor.yaml'), JSON.stringify(config));
  await start('trading,partner,worker');
  await until(async () => hasSeries(await scrape(), 'lease="worker'), 30_000);
  healthy = await settled();
}, 180_000);

afterAll(async () => {
  line.thaw();
  await stop('SIGKILL');
  await line.cut();
  await removeFolder(folder);
}, 60_000);

/** A process answers with the same text for a second, so a fault may be seen a little later. */
const POLL = { timeout: 60_000, interval: 500 };

const hasSeries = (found: Scrape, part: string): boolean =>
  [...found.keys()].some((name) => name.includes(part));

/**
 * A scrape while this process writes facts and runs jobs, and has sealed what it did: on a busy machine it may have lost
 * a lease for a moment.
 */
async function settled(): Promise<Scrape> {
  let found = await scrape();
  await until(async () => {
    found = await scrape();
    const writes = found.get('quaestor_facts_writer{instance="a",job="quaestor"}') === 1;
    const isSealed = found.get('quaestor_audit_unsealed{instance="a",job="quaestor"}') === 0;
    return writes && isSealed && hasSeries(found, 'lease="worker');
  }, 30_000);
  return found;
}

/** The alerts that fire when all was well and then became as it is found. */
const firing = async (found: Scrape): Promise<string[]> => alertsOf(folder, healthy, found);

test('nothing fires while all is well', async () => {
  expect(await firing(healthy)).toEqual([]);
});

test('withdrawals and conversions that do not end', async () => {
  await sql`
    insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      values (gen_random_uuid(), 'acme', 'north', 'BTC', 1, '{}', 'r', 'PENDING', 'desk', 0, now() - interval '2 hours', now())`;
  await sql`
    insert into conversion (id, tenant, reference, status, executor, from_asset, to_asset, from_amount, to_amount,
        fixed_side, fixed_amount, path, allowed_venues, venues, requested_by, leg, round, fruitless, created_at,
        updated_at)
      select gen_random_uuid(), 'acme', status, status, 'MARKET', 'BTC', 'EUR', 1, 1, 'from', 1, '{BTC,EUR}', '{}', '{}',
        'desk', 0, 0, 0, now() - interval '7 hours', now()
      from (values ('PENDING_CANCEL'), ('PROCESSING')) as given (status)`;
  try {
    await expect
      .poll(async () => firing(await settled()), POLL)
      .toEqual(['ConversionsStuck', 'ConversionsUnfinished', 'WithdrawalsStuck']);
  } finally {
    await sql`delete from withdrawal`;
    await sql`delete from conversion`;
  }
});

test('a restore that nobody has released', async () => {
  await sql`insert into restore (id, detected_at, head, anchors) values (gen_random_uuid(), now(), '1:ab', '{}')`;
  try {
    await expect.poll(async () => firing(await settled()), POLL).toEqual(['RestoreOpen']);
  } finally {
    await sql`delete from restore`;
  }
});

test('messages to people that five attempts have not sent, and not those that wait for the end of quiet hours', async () => {
  await sql`
    with occasion as (
      insert into notice (id, tenant, service, kind, subject, created_at)
        values (gen_random_uuid(), 'acme', 'trading', 'withdrawal.vote', 'w', now()) returning id)
    insert into notice_delivery (id, notice_id, person, channel, state, attempts, due_at, created_at)
      select gen_random_uuid(), id, person, 'mail', 'WAITING', attempts, now() + interval '1 hour', now()
      from occasion, (values ('ada', 0), ('grace', 4)) as given (person, attempts)`;
  try {
    await until(async () => hasSeries(await scrape(), 'quaestor_notice_failing{channel="mail"'), 30_000);
    expect(await firing(await settled())).toEqual([]);
    await sql`update notice_delivery set attempts = attempts + 1`;
    await expect.poll(async () => firing(await settled()), POLL).toEqual(['NoticesFail']);
  } finally {
    await sql`delete from notice`;
  }
});

async function sendRate(day: string): Promise<Response> {
  const token = await getToken(url, `http://127.0.0.1:${partner}`, 'sender', ['facts:write']);
  return fetch(`http://127.0.0.1:${partner}/api/facts/rates/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: `{"currency":"EUR","rate_date":"${day}","per_usd":"0.9"}\n`,
  });
}

test('a ClickHouse that is away, and so lacks a batch of the log', async () => {
  await stop('SIGTERM');
  await start('trading,partner,worker', {
    QUAESTOR_FACTS_ENGINE: 'clickhouse',
    QUAESTOR_FACTS_CLICKHOUSE_NODES: 'http://127.0.0.1:1',
  });
  await settled();
  expect((await sendRate('2024-03-01')).ok).toBe(true);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update batch set created_at = now() - interval '1 hour'`;
  });
  await expect.poll(async () => firing(await scrape()), POLL).toContain('FactsCopyBehind');
  await stop('SIGTERM');
  await start('trading,partner,worker');
  expect(await firing(await settled())).toEqual([]);
});

test('an audit entry that was changed', async () => {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit_log set actor_id = 'another' where seq = (select min(seq) from audit_log)`;
  });
  expect((await recordVerification(db, systemClock)).fault).toBeDefined();
  await expect.poll(async () => firing(await settled()), POLL).toEqual(['AuditChanged']);
  await sql`delete from audit_verification`;
});

test('a storage that takes no files', async () => {
  const files = join(folder, 'data/files');
  rmSync(files, { recursive: true, force: true });
  writeFileSync(files, 'not a folder');
  const answer = await sendRate('2024-03-02');
  expect(answer.status).toBe(503);
  await expect.poll(async () => firing(await scrape()), POLL).toContain('StorageFails');
  rmSync(files);
});

test('a database that does not answer', async () => {
  line.freeze();
  try {
    await expect
      .poll(
        async () => (await scrape()).get('quaestor_ready{check="database",instance="a",job="quaestor"}'),
        { timeout: 30_000 },
      )
      .toBe(0);
    expect(await firing(await scrape())).toContain('DatabaseLost');
  } finally {
    line.thaw();
  }
});

test('processes that are gone, of which one wrote facts and ran jobs', async () => {
  await stop('SIGKILL');
  expect(await firing(noScrape('a'))).toEqual(['FactsWithoutWriter', 'ProcessDown']);
  await sql`update lease set expires_at = now()`;
  await start('trading');
  await expect.poll(async () => firing(await scrape()), POLL).toEqual(['FactsWithoutWriter', 'NoWorker']);
});
