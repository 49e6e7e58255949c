import type { PoolClient } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { openConnections } from './connections.ts';
import { SILENT } from './testing/jobs.ts';

const database = await createTestDatabase();

it('a connection that is lost and released twice is replaced, and nothing is thrown', async () => {
  const pool = openConnections({ database, concurrency: 1, logger: SILENT });
  onTestFinished(() => pool.end());
  const { client, release } = await new Promise<{ client: PoolClient; release: () => void }>(
    (resolve, reject) =>
      pool.connect((error, client, release) => (client ? resolve({ client, release }) : reject(error))),
  );
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = new Promise((resolve) => client.once('end', resolve));
  await database.sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`;
  await lost;
  release();
  expect(() => release()).not.toThrow();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(pool.totalCount).toBe(1);
});
