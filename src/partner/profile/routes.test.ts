import { beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../kernel/index.ts';
import { put } from '../testing/facts.ts';
import { order, rise } from '../testing/program.ts';
import { post } from '../wallets/index.ts';
import { openOffice } from '../wallets/testing/office.ts';
import { profileEndpoints } from './index.ts';

const office = await openOffice(profileEndpoints);
const hash = (email: string): string => sha256(email).toString('hex');
const client = (
  client_uid: string,
  link_code: string,
  email: string,
  registered_at = '2024-05-31T23:59:59Z',
) => ({
  client_uid,
  link_code,
  registered_at,
  country: 'PT',
  platform: 'web',
  email_sha256: hash(email),
});

beforeAll(async () => {
  await put(
    office.bringing,
    'clients',
    client('u1', 'L1', 'ada@example.com'),
    client('u2', 'L2', 'grace@example.com'),
    client('u3', 'L1', 'ada@example.com', '2024-06-01T00:00:00Z'),
  );
});

const check = (partner: string, body: unknown) =>
  office.send<object>(partner, 'POST', '/api/partner/affiliation/', { body });

const ACCOUNT = {
  account_id: '700001',
  partner_uid: 'P1',
  name: 'Main',
  currency: 'EUR',
  type: 'reward',
} as const;
const NOT_YOURS = { affiliated: false, clients: [] };

test('a client is found by uid, by account and by e-mail address in whatever letters, with its real accounts', async () => {
  const mine = { affiliated: true, clients: [{ client_uid: 'u1', client_accounts: ['9001'] }] };
  expect((await check('P1', { client_uid: 'u1' })).body).toEqual(mine);
  expect((await check('P1', { client_account: '9001' })).body).toEqual(mine);
  // A trial account leads to its client too.
  expect((await check('P1', { client_account: '9009' })).body).toEqual(mine);
  expect((await check('P1', { email: ' Ada@Example.COM ' })).body).toEqual({
    affiliated: true,
    clients: [...mine.clients, { client_uid: 'u3', client_accounts: [] }],
  });
});

test("nothing tells another partner's client from an unknown one", async () => {
  for (const [known, unknown] of [
    [{ client_uid: 'u1' }, { client_uid: 'u9' }],
    [{ client_account: '9001' }, { client_account: '9999' }],
    [{ email: 'ada@example.com' }, { email: 'nobody@example.com' }],
  ]) {
    // P0 is above P1: its second level is not its own.
    for (const partner of ['P0', 'P2', 'stranger']) {
      const answers = await Promise.all([check(partner, known), check(partner, unknown)]);
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [200, NOT_YOURS],
        [200, NOT_YOURS],
      ]);
    }
  }
});

test.each([
  [{}, { client_uid: /^must be the only one of email, client_uid, client_account, one is required$/ }],
  [{ client_uid: 'u1', client_account: '9001' }, { client_account: /^must be the only one/ }],
  [{ email: 'ada' }, { email: /^must be an e-mail address such as ada@example.com$/ }],
  [{ colour: 'red' }, { colour: /^is not known here/ }],
])('a check of %j is refused with the field at fault', async (body, errors) => {
  const answer = await office.send('P1', 'POST', '/api/partner/affiliation/', { body });
  expect(answer.status).toBe(400);
  for (const [name, reason] of Object.entries(errors)) {
    expect(answer.body.errors?.[name]?.join()).toMatch(reason);
  }
});

test('the summary has tier, balances, clients, partners below, and the rewards of this month and the last', async () => {
  await put(
    office.bringing,
    'tier-changes',
    rise(1),
    rise(2, { new_tier_group_id: 4, payment_date: '2024-06-02T00:00:00Z' }),
  );
  await office.facts.database.write((session) =>
    session.run(`insert into credited_rewards (id, reward_order, kind, partner_uid, partner_no, partner_account, level,
        reward_date, reward_datetime, client_account, client_account_type, client_uid, country, platform, currency,
        link_code, volume_lots, volume_mln_usd, reward, reward_usd, orders_count)
      select number, 1, 'reward', 'P1', (select partner_no from partners where partner_uid = 'P1'), '700001', 1, day::date, day,
        '9001', 'standard', 'u1', 'PT', 'mt5', 'EUR', 'L1', 1, 0.1, usd, usd, 1
      from (values (1, timestamp '2024-04-30', 1.5), (2, timestamp '2024-05-01', 2.25), (3, timestamp '2024-05-31', 3),
        (4, timestamp '2024-06-01', 0.125)) row(number, day, usd)`),
  );
  await office.facts.database.write((session) =>
    session.run(`insert into progress_rewards (compensation_id, reward_order, partner_uid, partner_no, partner_account,
        currency, old_tier_group_id, new_tier_group_id, payment_date, compensation_period_start,
        compensation_period_end, commission_percentage, compensation_amount, reward)
      select 1, 2, 'P1', (select partner_no from partners where partner_uid = 'P1'), '700001', 'EUR', 1, 2,
        timestamp '2024-05-31 23:59:59', timestamp '2024-03-01', timestamp '2024-03-31', 40, 0.5, 0.45`),
  );
  await office.database.db.transaction().execute((tx) =>
    post(tx, {
      kind: 'reward',
      reference: 'payout:1',
      at: office.time.now,
      postings: [{ ...ACCOUNT, amount: '12.50' }],
    }),
  );
  const path = '/api/partner/summary/';
  const { body, text } = await office.send<object>('P1', 'GET', path);
  expect(body).toEqual({
    partner_uid: 'P1',
    tier_group_id: 2,
    balances: [{ currency: 'EUR', balance: 12.5, reserved_rebates_amount: 0 }],
    clients_count: 2,
    client_accounts_count: 1,
    subpartners_count: 0,
    this_month: { month: '2024-06', registration_count: 1, reward_usd: 0.125 },
    last_month: { month: '2024-05', registration_count: 1, reward_usd: 5.75 },
  });
  expect(text).toContain('"balance":12.5,');
  expect(text).toContain('"reward_usd":0.125}');
  expect(text).toContain('"reward_usd":5.75}');
  expect((await office.send('P0', 'GET', path)).body).toMatchObject({
    tier_group_id: null,
    clients_count: 0,
    subpartners_count: 1,
    balances: [{ currency: 'JPY', balance: 0 }],
    last_month: { reward_usd: 0 },
  });
  expect((await office.send('stranger', 'GET', path)).body).toMatchObject({ clients_count: 0, balances: [] });
});

test('the tier says what is missing for the next, exactly and for the partner alone', async () => {
  const path = '/api/partner/tier/';
  const nothing = { next: null, reached: null, missing: null };
  // P1 rose to tier 2 in the test of the summary; there are no levels yet.
  expect((await office.send('P1', 'GET', path)).body).toEqual({
    tier: { tier_group_id: 2, name: null, since: '2024-03-12T09:00:00.000Z' },
    ...nothing,
  });
  const level = { valid_from: '2024-01-01', measure: 'volume_mln_usd', window_days: 30 };
  await put(
    office.bringing,
    'tier-levels',
    { ...level, tier_group_id: 2, name: 'Silver', threshold: '0' },
    { ...level, tier_group_id: 3, name: 'Gold', threshold: '1' },
  );
  await put(
    office.bringing,
    'orders',
    order(1, { closed_at: '2024-05-03T00:00:00Z', volume_mln_usd: '0.10000001' }),
    order(2, { closed_at: '2024-05-02T23:59:59Z', volume_mln_usd: '5' }),
    order(3, { closed_at: '2024-06-01T12:00:00Z', volume_mln_usd: '0.2' }),
    order(4, { client_account: '9009', closed_at: '2024-05-20T00:00:00Z', volume_mln_usd: '5' }),
    order(5, { client_account: '9002', closed_at: '2024-05-20T00:00:00Z', volume_mln_usd: '5' }),
  );
  const gold = {
    tier_group_id: 3,
    name: 'Gold',
    measure: 'volume_mln_usd',
    threshold: 1,
    window_days: 30,
    window_from: '2024-05-03',
    window_to: '2024-06-01',
  };
  const { body, text } = await office.send('P1', 'GET', path);
  expect(body).toEqual({
    tier: { tier_group_id: 2, name: 'Silver', since: '2024-03-12T09:00:00.000Z' },
    next: gold,
    reached: 0.30000001,
    missing: 0.69999999,
  });
  expect(text).toContain('"reached":0.30000001,"missing":0.69999999');
  const silver = { ...gold, tier_group_id: 2, name: 'Silver', threshold: 0 };
  for (const other of ['P0', 'stranger'])
    expect((await office.send(other, 'GET', path)).body).toEqual({
      tier: null,
      next: silver,
      reached: 0,
      missing: 0,
    });
  await put(
    office.bringing,
    'tier-changes',
    rise(3, { new_tier_group_id: 3, payment_date: '2024-06-01T12:00:00Z' }),
  );
  expect((await office.send('P1', 'GET', path)).body).toEqual({
    tier: { tier_group_id: 3, name: 'Gold', since: '2024-06-01T12:00:00.000Z' },
    ...nothing,
  });
  const refused = await office.send('P1', 'GET', `${path}?day=2024-01-01`);
  expect([refused.status, refused.body.errors?.['day']?.join()]).toEqual([
    400,
    expect.stringMatching(/^is not known here/),
  ]);
  expect((await office.send('', 'GET', path)).status).toBe(403);
});
