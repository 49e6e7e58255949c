import type { CompiledQuery } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../platform/postgres/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { sumCreated, sumDeparted } from './store.ts';
import { CREATED, Sums } from './sums.ts';
import { Valuation } from './valuation.ts';

const database = await createTestDatabase();

beforeAll(async () => {
  await database.sql`
    insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
      approvals_required, venue_transfer_id, sent_at, created_at, updated_at)
    select gen_random_uuid(), 'acme', 'venue' || n % 3, 'ASSET' || n % 5, 1, '{}', 'r' || n,
      case when n % 4 > 0 then 'SUBMITTED' else 'PENDING' end, 'desk', 0, 't',
      case when n % 4 > 0 or n = 16 then at end, at, now()
    from generate_series(1, 20000) as n, lateral (select timestamptz '2026-01-31T00:00:00Z' - n * interval '10 minutes') as t (at)`;
  await database.sql`vacuum analyze withdrawal`;
});

const AFTER = new Date('2026-01-30T00:00:00Z');

async function planOf(query: { compile(): CompiledQuery }): Promise<string> {
  const { sql, parameters } = query.compile();
  const plan = await database.sql.unsafe(`explain (analyze, costs off, timing off, summary off) ${sql}`, [
    ...parameters,
  ] as never[]);
  return plan.map((row) => String(row['QUERY PLAN'])).join('\n');
}

it('the sum of what was created reads from an index what is of its asset and window, and nothing else', async () => {
  const query = sumCreated(database.db, 'acme', 'ASSET1', 'venue1', AFTER);
  const plan = await planOf(query);
  expect(plan).toContain('Index Only Scan using withdrawal_newest_by_asset');
  // Of 20,000: those of the asset within the window, a third of them at the venue.
  expect(plan).toContain('Rows Removed by Filter: 19');
  expect((await query.executeTakeFirstOrThrow()).total).toBe('10');
});

it('the sum of what left reads from an index what left within the window or is leaving, and nothing else', async () => {
  const query = sumDeparted(database.db, 'acme', 'ASSET1', 'venue1', AFTER);
  const plan = await planOf(query);
  expect(plan).toContain('Index Only Scan using withdrawal_sent');
  expect(plan.match(/Scan (using|on) withdrawal_sent/g)).toHaveLength(2);
  const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
  expect(removed.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(20);
  const [naive] = await database.sql<{ total: string }[]>`
    select count(*)::text as total from withdrawal where asset = 'ASSET1' and venue = 'venue1' and sent_at is not null
      and (status = 'PENDING' or sent_at > ${AFTER})`;
  expect((await query.executeTakeFirstOrThrow()).total).toBe(naive?.total);
});

const lock = (tx: Tx, currency: string | null) =>
  Sums.lock(tx, {
    tenant: 'acme',
    scopes: [{ asset: 'ETH', window: '24h', venue: null, currency }],
    now: AFTER,
    counted: CREATED,
    valuation: Valuation.NONE,
  });

it('a transaction that reads the sum of one asset waits for one that reads the sum of all and withdraws that asset', async () => {
  const order: string[] = [];
  let second: Promise<void> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await lock(tx, 'EUR');
    second = database.db.transaction().execute(async (other) => {
      await lock(other, null);
      order.push('read');
    });
    await expect
      .poll(
        () => database.sql`
          select from pg_locks join pg_database on pg_database.oid = database
          where not granted and locktype = 'advisory' and datname = current_database()`,
      )
      .toHaveLength(1);
    order.push('committed');
  });
  await second;
  expect(order).toEqual(['committed', 'read']);
});
