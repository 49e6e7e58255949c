import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../src/testing/database.ts';
import { clientCredentials, Trading } from '../src/index.ts';
import { startProduct, type Product } from '../testing/product.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const ROWS = 50_000;
const LIFETIME_S = 30;
const { url, sql } = await createTestDatabase();
let product: Product;

beforeAll(async () => {
  product = await startProduct({ DATABASE_URL: url, QUAESTOR_AUTH_TOKEN_LIFETIME_SECONDS: `${LIFETIME_S}` }, [
    '--roles',
    'trading',
  ]);
  const destination = {
    kind: 'blockchain',
    network: 'ETHEREUM',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    tag: null,
    alias: null,
  };
  // Seven rows have the same time.
  await sql`
    insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
      approvals_required, due_at, created_at, updated_at)
    select gen_random_uuid(), (select tenant from credential where name = 'operator'), 'aurora', 'USDT', 1,
      ${sql.json(destination)}, 'seed-' || n, 'APPROVAL_REQUESTED', 'operator', 1, now() + interval '1 day',
      now() - n / 7 * interval '1 second', now()
    from generate_series(1, ${ROWS}) n`;
  await sql`analyze withdrawal`;
});
afterAll(() => product.close());

/** A client of the operator whose requests can be watched and altered. */
function operator(fetch?: typeof globalThis.fetch): Trading {
  const { client_id, client_secret } = product.credentials.operator;
  return new Trading({ url: product.trading, auth: clientCredentials(client_id, client_secret), fetch });
}

const seeded = async (where = sql``): Promise<Set<string>> =>
  new Set(
    (await sql<{ id: string }[]>`select id from withdrawal where reference like 'seed-%' ${where}`).map(
      ({ id }) => id,
    ),
  );

/** Creates withdrawals and cancels others until stopped. */
function churn() {
  const stopping = new AbortController();
  const trading = operator();
  const work = async (): Promise<number> => {
    let created = 0;
    while (!stopping.signal.aborted) {
      created += 1;
      await trading.withdrawals.create({
        reference: `churn-${crypto.randomUUID()}`,
        venue: 'aurora',
        asset: { code: 'USDT' },
        amount: '25',
        blockchainDestination: {
          address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
          network: 'ETHEREUM',
        },
      });
      await sql`
        update withdrawal set status = 'CANCELLED', due_at = null
        where id in (select id from withdrawal tablesample bernoulli (0.3) where status = 'APPROVAL_REQUESTED')`;
    }
    return created;
  };
  const working = work();
  return () => {
    stopping.abort();
    return working;
  };
}

it('50,000 rows come exactly once each while rows are created and change their status', async () => {
  const expected = await seeded();
  const stop = churn();
  const trading = operator();
  const all: string[] = [];
  for await (const { id, reference } of trading.withdrawals.list()) {
    if (reference.startsWith('seed-')) all.push(id);
  }
  const open: string[] = [];
  for await (const { id } of trading.withdrawals.list({ status: 'APPROVAL_REQUESTED' })) open.push(id);
  expect(await stop()).toBeGreaterThan(10);
  expect(all).toHaveLength(ROWS);
  expect(new Set(all)).toEqual(expected);
  expect(new Set(open).size).toBe(open.length);
  // Whatever was open all the time is there.
  const found = new Set(open);
  const missing = [...(await seeded(sql`and status = 'APPROVAL_REQUESTED'`))].filter((id) => !found.has(id));
  expect(missing).toEqual([]);
});

/** Counts the rows, and pauses among them until the token has expired. */
const read = async (trading: Trading): Promise<number> => {
  const ids = new Set<string>();
  for await (const { id } of trading.withdrawals.list()) {
    ids.add(id);
    if (ids.size === 1_000) await sleep(LIFETIME_S * 1_000 + 1_000);
  }
  return ids.size;
};

it('a token that expires in the middle of an iteration is replaced, before or after the server refuses it', async () => {
  const answers: number[] = [];
  /** The client believes that tokens last longer than they do. */
  const believing: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    answers.push(response.status);
    if (!response.url.endsWith('/oauth/token')) return response;
    const grant = (await response.json()) as object;
    return Response.json({ ...grant, expires_in: 86_400 });
  };
  const [{ total } = { total: 0 }] = await sql<
    { total: number }[]
  >`select count(*)::int as total from withdrawal`;
  expect(await Promise.all([read(operator()), read(operator(believing))])).toEqual([total, total]);
  expect(answers).toContain(401);
});
