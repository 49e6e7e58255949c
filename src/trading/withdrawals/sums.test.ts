import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { sumAmounts } from './store.ts';

const database = await createTestDatabase();

it('a rolling sum reads from an index what is of its asset and window, and nothing else', async () => {
  await database.sql`
    insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
      approvals_required, created_at, updated_at)
    select gen_random_uuid(), 'acme', 'venue' || n % 3, 'ASSET' || n % 5, 1, '{}', 'r' || n, 'PENDING', 'desk', 0,
      timestamptz '2026-01-31T00:00:00Z' - n * interval '10 minutes', now()
    from generate_series(1, 20000) as n`;
  await database.sql`vacuum analyze withdrawal`;
  const query = sumAmounts(database.db, 'acme', 'ASSET1', 'venue1', new Date('2026-01-30T00:00:00Z'));
  const { sql, parameters } = query.compile();
  const plan = await database.sql.unsafe(`explain (analyze, costs off, timing off, summary off) ${sql}`, [
    ...parameters,
  ] as never[]);
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(text).toContain('Index Only Scan using withdrawal_newest_by_asset');
  // Of 20,000: those of the asset within the window, a third of them at the venue.
  expect(text).toContain('Rows Removed by Filter: 19');
  expect((await query.executeTakeFirstOrThrow()).sum).toBe('10');
});
