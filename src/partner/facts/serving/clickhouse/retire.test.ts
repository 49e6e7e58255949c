import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openCluster } from '../../../../platform/clickhouse/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { openTestDatabase } from '../../../../testing/database.ts';
import { retire } from './retire.ts';
import { publishVersion } from './store.ts';

/** Version 1, which is served by a server that has rows to delete, and does something before it deletes them. */
async function serve(beforeDelete: (db: Db) => Promise<void>) {
  const database = await openTestDatabase();
  const { db } = database;
  const deleted: string[] = [];
  async function answer(request: IncomingMessage): Promise<string> {
    const statement = await text(request);
    if (statement.startsWith('alter table')) {
      await beforeDelete(db);
      deleted.push(statement);
    }
    return request.url === '/ping' ? 'Ok.\n' : '["rows"]\n["UInt8"]\n[1]\n';
  }
  const server = createServer((request, response) => {
    void answer(request).then((body) => response.end(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const nodes = [[`http://127.0.0.1:${(server.address() as AddressInfo).port}`]];
  const cluster = openCluster({
    nodes,
    name: '',
    isReplicated: false,
    username: 'default',
    password: '',
    database: 'default',
    connections: 1,
  });
  onTestFinished(async () => {
    await cluster.close();
    await database.drop();
    server.closeAllConnections();
    server.close();
  });
  await publishAs(db, 1);
  return { db, cluster, deleted };
}

async function publishAs(db: Db, version: number): Promise<void> {
  await db
    .updateTable('served_facts')
    .set({ begun: String(version) })
    .execute();
  const columns = { orders: ['order_no', 'since', 'until'] };
  const published = { generation: 1, layout: '', columns, nodes: [], applied: version, asOf: null };
  await publishVersion(db, { version, ...published }).execute();
}

async function now(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date(NaN);
}

const retired = (db: Db) =>
  db.selectFrom('served_facts').select(['retiring', 'retiring_since']).executeTakeFirstOrThrow();

test('readers of a version have their time from when another writer has replaced it, while rows were deleted', async () => {
  let publishedAt = new Date(NaN);
  const { db, cluster, deleted } = await serve(async () => {
    await publishAs(db, 2);
    publishedAt = await now(db);
  });
  await retire({ cluster, db });
  expect(deleted).toHaveLength(1);
  const { retiring, retiring_since } = await retired(db);
  expect(retiring).toBe('2');
  expect(retiring_since.getTime()).toBeGreaterThanOrEqual(publishedAt.getTime());
});

test.each([
  ['ahead of', 3_600_000],
  ['behind', -3_600_000],
])('a version retires by the clock of the database where that of the process is %s it', async (_, byMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  onTestFinished(() => void vi.useRealTimers());
  const { db, cluster, deleted } = await serve(async () => {});
  const before = await now(db);
  await retire({ cluster, db });
  expect((await retired(db)).retiring_since.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect((await retired(db)).retiring_since.getTime()).toBeLessThanOrEqual((await now(db)).getTime());
  // The next writer has the same clock, and readers may still be using version 0.
  expect(deleted).toHaveLength(1);
  await retire({ cluster, db });
  expect(deleted).toHaveLength(1);
  await db
    .updateTable('served_facts')
    .set({ retiring_since: new Date(before.getTime() - 900_000) })
    .execute();
  await retire({ cluster, db });
  expect(deleted).toHaveLength(2);
});
