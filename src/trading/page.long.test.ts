import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { conversionEndpoints } from './conversions/index.ts';
import { BOUNDS, NO_MARKETS } from './conversions/testing/still-markets.ts';
import { openWithdrawalService } from './withdrawals/testing/service.ts';

const BUDGET_MS = 1000;
const ATTACKERS = 10;

const { database, send, create, decree } = await openWithdrawalService({
  pools: { poolSize: 2, readPoolSize: 2, readBudgetMs: BUDGET_MS },
  endpoints: conversionEndpoints(NO_MARKETS, BOUNDS),
});

beforeAll(async () => {
  await decree([{ verdict: 'ALLOW' }]);
  await database.sql`
    insert into conversion (id, tenant, reference, status, executor, from_asset, to_asset, from_amount, to_amount,
      fixed_side, fixed_amount, path, allowed_venues, venues, requested_by, leg, round, fruitless, created_at, updated_at)
    select gen_random_uuid(), 'acme', repeat('reference ', 20) || n, 'COMPLETED', 'MARKET', 'BTC', 'USDT', 1, 1,
      'from', 1, '{BTC,USDT}', '{}', array(select 'venue' || m from generate_series(1, 100) m), 'desk', 0, 0, 0, now(), now()
    from generate_series(1, 30000) n`;
});

const RANGES = `venues:(${Array.from({ length: 111 }, () => '[x TO y]').join(' ')})`;
const EXPRESSIONS = Array.from({ length: 16 }, (_, n) => `reference:/.*(a|b|c)*${n}x.*/`).join(' OR ');

describe.each([
  ['111 ranges of venues', RANGES],
  ['16 regular expressions', EXPRESSIONS],
])('a viewer who filters many times at once by %s', (_what, q) => {
  it('gets 504 with the way out, while others list, withdraw and find the service ready', async () => {
    const attack = () => send('viewer', 'GET', `conversions?${new URLSearchParams({ q }).toString()}`);
    const attacked = Promise.all(Array.from({ length: ATTACKERS }, attack));
    await expect.poll(() => database.readGauge().busy, { interval: 5 }).toBeGreaterThan(0);
    const [listed, created, ready] = await Promise.all([
      send('desk', 'GET', 'venues/withdrawals'),
      create(),
      sql`select 1`.execute(database.db),
    ]);
    expect([listed.status, created.status, ready.rows.length]).toEqual([200, 201, 1]);
    for (const { status, body } of await attacked) {
      expect([status, body.code]).toEqual([504, 'timed_out']);
      expect(body.detail).toMatch(/^The list was not read within 1 s\. Narrow the filter/);
    }
    await expect.poll(() => database.readGauge().busy).toBe(0);
    expect(database.gauge()).toMatchObject({ busy: 0, waiting: 0 });
  });
});
