import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { connect, migrate, startEmbedded } from '../../../platform/postgres/index.ts';
import { startProxy } from '../../../platform/postgres/testing/proxy.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { startTestExchange } from '../../venues/testing/start.ts';
import { compare } from '../testing/compare.ts';
import { ask } from '../testing/load.ts';
import { Random } from '../testing/random.ts';
import { allowAll, rest } from '../testing/rest.ts';
import { serveWithdrawals } from '../testing/serve.ts';

const dataFolder = makeFolder();
const postgres = await startEmbedded({ dataFolder, say: () => {}, settings: { fsync: 'off' } });
await migrate({ url: postgres.url });
const database = connect({
  url: postgres.url,
  poolSize: 2,
  statementTimeoutMs: 10_000,
  applicationName: 'test',
});
await allowAll(database.db);
const exchange = await startTestExchange();
await exchange.control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
const line = await startProxy(postgres.url);
const server = await serveWithdrawals({
  databaseUrl: line.url,
  exchangeUrl: exchange.baseUrl,
  callTimeoutMs: 1_000,
});
afterAll(async () => {
  await server.stop();
  await exchange.stop();
  await database.close();
  await line.cut();
  await postgres.stop();
  for (const folder of [postgres.folder, dataFolder]) await removeFolder(folder);
});

const accepted = new Set<string>();
const statuses = new Set<number>();

const sawFailures = async (): Promise<void> => {
  statuses.clear();
  while (!statuses.has(503)) await sleep(10);
};
const goesOn = async (): Promise<void> => {
  const before = accepted.size;
  while (accepted.size < before + 10) await sleep(10);
};

/** Its owner brings it back on the same port. */
async function stopPostgres(): Promise<void> {
  const [pid] = (await readFile(join(postgres.folder, 'cluster/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGINT');
}

it('while the database is restarted or out of reach requests are answered 503, nothing is lost, and all goes on by itself', async () => {
  const stopping = new AbortController();
  const clients = Array.from({ length: 4 }, (_, client) =>
    ask({
      client,
      random: new Random(client),
      ports: () => [server.port],
      accepted,
      statuses,
      signal: stopping.signal,
    }),
  );
  await goesOn();
  await stopPostgres();
  await sawFailures();
  await goesOn();
  await line.cut();
  await sawFailures();
  const problem = await fetch(`http://127.0.0.1:${server.port}/trade/v1/venues/withdrawals`);
  expect([problem.status, problem.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await problem.json()).toMatchObject({ code: 'unavailable', status: 503 });
  await line.restore();
  await goesOn();
  stopping.abort();
  await Promise.all(clients);
  await rest(database.db);
  const report = await compare(database.db, exchange.control, accepted);
  expect(report).toMatchObject({ faults: [], endings: { COMPLETED: expect.any(Number) as number } });
  expect([...statuses].every((status) => status < 500 || status === 503)).toBe(true);
}, 60_000);
