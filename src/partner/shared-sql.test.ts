import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { credit, ledgerGuard, tidyPayouts } from './crediting/index.ts';
import { KINDS, readVersion } from './facts/index.ts';
import { rebateEndpoints, runRebates } from './rebates/index.ts';
import { reportEndpoints } from './reports/index.ts';
import { orderDetailEndpoints, rewardDerivation } from './rewards/index.ts';
import { put } from './testing/facts.ts';
import { order, putTerms, rise } from './testing/program.ts';
import { Shadow } from './testing/shadow.ts';
import { walletEndpoints, walletJobs } from './wallets/index.ts';
import { openOffice, SYSTEM } from './wallets/testing/office.ts';

/*
 * Every statement outside the fact store is to be one that PostgreSQL takes as well. Here each runs on both engines,
 * and both have to answer the same.
 */

const { url } = await createTestDatabase({ empty: true });
const shadows: Shadow[] = [];
const office = await openOffice((real) => {
  const shadow = new Shadow(real, url);
  shadows.push(shadow);
  const { facts } = shadow;
  return [
    ...rebateEndpoints(facts),
    ...walletEndpoints(facts),
    ...reportEndpoints(facts, 0),
    ...orderDetailEndpoints(facts),
  ];
});
const [shadow] = shadows as [Shadow];
afterAll(() => shadow.close());

const { bringing } = office;
const system = office.as(SYSTEM);
const on = (day: string) => ({ opened_at: `${day}T00:00:00Z`, closed_at: `${day}T12:00:00Z` });
const get = async (path: string) => {
  const { status, text } = await office.send('P1', 'GET', path);
  expect([path, status, text]).toEqual([path, 200, text]);
  return text;
};

beforeAll(async () => {
  await putTerms(bringing);
  await put(
    bringing,
    'orders',
    order(1),
    order(2, { volume_lots: '0.37', equity_usd: '3', credit_usd: '1' }),
    order(3, on('2024-03-05')),
    order(4, { client_account: '9002' }),
  );
  await put(bringing, 'tier-changes', rise(501));
  await shadow.copy();
});

const PAID = [
  `select reward_order, level, partner_uid, partner_account, subpartner_account, client_account, reward_date,
    orders_count, volume_lots, volume_mln_usd, reward, reward_usd from credited_rewards`,
  'select * from progress_rewards',
  'select order_id, progress_reward_amount_usd, old_reward_size, new_reward_size from progress_reward_details',
];

test('rewards, adjustments and compensations are found due and paid', async () => {
  const run = async (through: string) => {
    await shadow.copy();
    const payouts = await credit(system, shadow.facts, { through });
    for (const sql of PAID) await shadow.facts.database.query(sql);
    return payouts.map(({ kind }) => kind);
  };
  expect(await run('2024-03-31')).toEqual(['rewards', 'progress']);
  await put(bringing, 'orders', order(1, { volume_lots: '0.5' }), order(5, on('2024-03-07')));
  await put(bringing, 'clients', {
    client_uid: 'u2',
    link_code: 'L1',
    registered_at: '2024-02-01T00:00:00Z',
    country: 'ES',
    platform: 'web',
  });
  expect(await run('2024-03-31')).toEqual(['adjustments', 'rewards', 'progress']);
  await tidyPayouts({ ...bringing, db: shadow.facts });
  await readVersion({ ...bringing, db: shadow.facts });
});

test('what facts touch and what they may not change is found out', async () => {
  for (const { name } of KINDS) {
    const table = name.replaceAll('-', '_');
    const affected = rewardDerivation.affected(name) ?? 'false';
    const touched = await shadow.query(`
      create temp table former as select * from ${table}; create temp table latter as select * from ${table};
      select 1 from orders where ${affected}`);
    expect(touched.length > 0).toBe(affected !== 'false');
  }
  const refused = await shadow.query(`
    create temp table batch as select 1 as line, 'XXX' as currency, partner_uid, partner_account from partner_accounts;
    ${ledgerGuard.refuse}`);
  expect(refused.length).toBeGreaterThan(0);
});

test('wallets and rebates are read', async () => {
  await get('/api/wallet/accounts/');
  await office.send('P1', 'PATCH', '/api/wallet/accounts/700001/', {
    body: { account_name: 'A, "new" one' },
  });
  for (const handler of walletJobs(shadow.facts).handlers) await handler.run(system, {});
  await shadow.facts.database.query('select * from account_names');

  const groups = '/api/v2/autorebates/groups/';
  await get(groups);
  const made = await office.send<{ id: number }>('P1', 'POST', groups, {
    body: {
      group_title: 'A',
      group_type: 'auto',
      rebate_percent: 50,
      rebate_period: 'daily',
      link_code: 'L1',
    },
  });
  expect([made.text, made.status]).toEqual([made.text, 201]);
  await office.send('P1', 'PUT', `${groups}${made.body.id}/clients/u2/`);
  await get(`${groups}${made.body.id}/clients/`);
  await get(`${groups}${made.body.id}/`);
  office.time.now = new Date('2024-06-03T12:00:00.000Z');
  await runRebates(system, shadow.facts, '2024-06-02');
});

test('orders are explained and every report is told, grouped and ordered by all that there is', async () => {
  await shadow.copy();
  await get('/api/reports/orders/formula_usd_per_lot_avg/real-1:2/');
  const { data } = JSON.parse(await get('/api/reports/')) as { data: Entry[] };
  expect(data).toHaveLength(10);
  for (const { path, dimensions, filters, orderings } of data) {
    const url = path.replace('{compensation_id}', '501').replace('{cohort}', '2024-02');
    const isGrouped = filters.some(({ name }) => name === 'group_by');
    const groups = isGrouped ? dimensions.map(({ name }) => name) : [];
    const asked = orderings.filter((name) => !groups.includes(name));
    await get(asked.length === 0 ? url : `${url}?ordering=${asked.join(',')}`);
    for (let first = 0; first < groups.length; first += 2)
      await get(`${url}?group_by=${groups.slice(first, first + 2).join(',')}`);
  }
});

interface Entry {
  readonly path: string;
  readonly dimensions: readonly { name: string }[];
  readonly filters: readonly { name: string }[];
  readonly orderings: readonly string[];
}
