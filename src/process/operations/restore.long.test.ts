import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test, vi } from 'vitest';
import { spawnExchange } from '../../../exchange/testing/spawn.ts';
import { CREDENTIALS } from '../../../exchange/testing/start.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { demand } from '../../testing/on-demand.ts';
import { quaestor } from '../../testing/process.ts';
import { allowAll } from '../../trading/withdrawals/testing/rest.ts';
import { until } from '../testing/partners.ts';
import { openTraders, type Trader } from '../testing/traders.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const folder = makeFolder();
const files = join(folder, 'files');
const exchange = await spawnExchange({ directory: join(folder, 'exchange'), profile: 'aurora', seed: '1' });
await exchange.control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
await exchange.control.tick(1);
afterAll(async () => {
  await exchange.kill('SIGKILL');
  await removeFolder(folder);
});

const transfers = async () =>
  (await exchange.control.state()).transfers
    .filter(({ kind }) => kind === 'withdrawal')
    .map(({ reference }) => reference ?? '');

/** An offer that nobody takes, so that the conversion is unfinished at the backup. */
const resting = () => ({
  from: { asset: 'BTC', amount: '0.5' },
  executor: 'MAKER',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
});

/** A copy of the database under another name, as a backup is. */
async function backUp(url: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const copy = new URL(url);
  const name = copy.pathname.slice(1);
  copy.pathname = `${name}_backup`;
  const admin = postgres(await demand('database'), { max: 1, onnotice: () => {} });
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  await admin`create database ${admin(`${name}_backup`)} template ${admin(name)}`;
  return {
    url: copy.href,
    async drop() {
      await admin`drop database ${admin(`${name}_backup`)} with (force)`;
      await admin.end();
    },
  };
}

async function end({ child, ended }: Trader): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

test('after a restore nothing is paid twice, and nothing leaves until the venue was compared and somebody releases it', async () => {
  const original = await openTestDatabase();
  await allowAll(original.db);
  const settings = { storage: { folder: files } };
  const venues = { aurora: exchange.baseUrl };
  const traders = openTraders({ databaseUrl: original.url, venues, settings });
  const statusOf = async (trader: Trader, id: string): Promise<string> => {
    const answer = await traders.ask(trader, 'GET', `/trade/v1/venues/withdrawals/${id}`);
    return ((await answer.json()) as { status: string }).status;
  };
  let backup: Awaited<ReturnType<typeof backUp>> | undefined;
  try {
    // At the time of the backup three withdrawals wait for a venue that is out of reach.
    const first = await traders.start({ roles: 'trading,worker' });
    const sent = await traders.withdraw(first, 'aurora');
    await until(async () => (await statusOf(first, sent)) === 'COMPLETED', 30_000);
    const conversion = await traders.convert(first, resting());
    await until(async () => (await traders.conversionStatus(first, conversion)) === 'PROCESSING', 30_000);
    await exchange.control.goOffline();
    const waiting = [];
    for (let index = 0; index < 3; index += 1) waiting.push(await traders.withdraw(first, 'aurora'));
    await end(first);
    backup = await backUp(original.url);
    const since = new Date();

    // They are paid afterwards, and two more, which the backup does not know.
    await exchange.control.goOnline();
    const second = await traders.start({ roles: 'trading,worker' });
    const lost = [await traders.withdraw(second, 'aurora'), await traders.withdraw(second, 'aurora')];
    const paid = [sent, ...waiting, ...lost];
    await until(async () => (await transfers()).length === paid.length, 60_000);
    for (const id of paid) await until(async () => (await statusOf(second, id)) === 'COMPLETED', 60_000);
    await end(second);
    const anchor = readdirSync(join(files, 'anchors')).toSorted().at(-1) ?? '';
    expect(anchor).toMatch(/^\d{18}-[0-9a-f]{64}\.txt$/);

    const { url } = backup;
    const command = async (...args: string[]) => {
      const child = quaestor([...args, '--config', traders.config], {
        DATABASE_URL: url,
        VENUE_KEY: CREDENTIALS.key,
        VENUE_SECRET: CREDENTIALS.secret,
      });
      return { code: await child.ended, text: child.output() };
    };
    const third = await traders.start({ roles: 'trading,worker', databaseUrl: url });
    const readiness = await fetch(`${third.url}/readyz`);
    expect(readiness.status).toBe(200);
    expect(JSON.stringify(await readiness.json())).toContain('The database was restored from a backup');
    // What was paid is found at the venue; what is new waits.
    for (const id of waiting) await until(async () => (await statusOf(third, id)) === 'COMPLETED', 60_000);
    const fresh = await traders.withdraw(third, 'aurora');
    const sql = postgres(url, { max: 1 });
    const reasonOf = async (id: string) =>
      (await sql`select waiting_reason from withdrawal where id = ${id}`)[0]?.['waiting_reason'] as string;
    await until(async () => (await reasonOf(fresh))?.includes('restored from a backup') ?? false, 30_000);
    expect((await transfers()).toSorted()).toEqual(paid.toSorted());
    await sql.end();
    await until(async () => (await traders.conversionStatus(third, conversion)) === 'CANCELLED', 60_000);

    const missing = await command(
      'audit',
      'verify',
      '--anchor',
      anchor.replace(/^0*(\d+)-(.*)\.txt$/, '$1:$2'),
    );
    expect(missing.text).toMatch(/are missing/);
    expect(missing.text).not.toMatch(/^The audit log was tampered with/);
    expect(await command('reconcile', 'release', '--reason', 'too early')).toMatchObject({
      code: 1,
      text: expect.stringContaining('Not compared yet: aurora.') as unknown,
    });
    const before = new Date(since.getTime() - 600_000).toISOString().replace(/\.\d+/, '');
    const compared = await command('reconcile', 'withdrawals', '--since', before, '--json');
    expect(compared.code).toBe(1);
    const [{ differences } = { differences: [] }] = JSON.parse(compared.text) as {
      differences: { kind: string; there: { id: string } }[];
    }[];
    expect(differences.map(({ kind, there }) => `${kind} ${there.id}`).toSorted()).toEqual(
      lost.map((id) => `only at the venue ${id}`).toSorted(),
    );
    expect(await command('reconcile', 'release', '--reason', 'the two are booked by hand')).toMatchObject({
      code: 0,
      text: expect.stringContaining('accepted: 2') as unknown,
    });
    await until(async () => (await transfers()).length === paid.length + 1, 60_000);
    expect((await transfers()).toSorted()).toEqual([...paid, fresh].toSorted());
    await end(third);

    const fourth = await traders.start({ roles: 'trading,worker', databaseUrl: url });
    expect(fourth.output()).not.toContain('restored from a backup');
  } finally {
    await traders.close();
    await backup?.drop();
    await original.drop();
  }
});
