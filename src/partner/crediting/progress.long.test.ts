import { beforeAll, expect, test } from 'vitest';
import { put, type FactRow } from '../testing/facts.ts';
import { order, rate, rise, tariff } from '../testing/program.ts';
import { openOffice, SYSTEM } from '../wallets/testing/office.ts';
import { credit } from './index.ts';
import { checkBooks } from './testing/books.ts';

let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  office = await openOffice();
  await put(office.bringing, 'rates', rate('EUR', '2024-01-01', '0.9'), rate('JPY', '2024-01-01', '150'));
});

const forex = (reward_size: string, valid_from: string, further: FactRow = {}): FactRow =>
  tariff('P1', {
    formula_code: 'formula_forex',
    reward_size,
    reward_size_currency: 'USD',
    valid_from,
    ...further,
  });

const closed = (at: string, further: FactRow = {}): FactRow => ({ opened_at: at, closed_at: at, ...further });

test('each order of the period is topped up once by the rise of its reward size, exactly', async () => {
  const { bringing, facts, database } = office;
  await put(
    bringing,
    'tariffs',
    forex('7', '2024-01-01'),
    forex('9', '2024-03-05'),
    forex('12', '2024-03-10'),
    // Paid less than before, or by another formula: neither tops up.
    forex('20', '2024-01-01', { symbol: 'GOLD' }),
    forex('5', '2024-03-10', { symbol: 'GOLD' }),
    forex('8', '2024-01-01', { symbol: 'OIL' }),
    tariff('P1', {
      symbol: 'OIL',
      valid_from: '2024-03-10',
      formula_code: 'formula_ecn',
      rate_per_million: '50',
    }),
  );
  await put(
    bringing,
    'orders',
    order(1, closed('2024-03-01T00:00:00Z')),
    order(2, closed('2024-03-07T23:59:59.999Z', { volume_lots: '0.33' })),
    order(3, closed('2024-02-29T23:59:59.999Z')),
    order(4, closed('2024-03-08T00:00:00Z')),
    order(5, closed('2024-03-02T10:00:00Z', { symbol: 'GOLD' })),
    order(6, closed('2024-03-02T10:00:00Z', { symbol: 'OIL' })),
    order(7, closed('2024-03-02T10:00:00Z', { client_account: '9002' })),
  );
  await put(bringing, 'tier-changes', rise(501));
  const run = (through: string) => credit(office.as(SYSTEM), { through });

  expect((await run('2024-03-11')).map(({ kind }) => kind)).not.toContain('progress');
  expect(await run('2024-03-12')).toMatchObject([{ kind: 'progress', firstDay: '2024-03-12', rowCount: 2 }]);
  expect(await run('2024-03-31')).toEqual([]);

  const details = () =>
    facts.database.query(`
      select compensation_id, partner_uid, partner_no, client_account, account_type, reward_date, server, order_id,
        progress_reward_amount_usd::varchar as amount, initial_reward_usd::varchar as initial,
        initial_reward_size::varchar as initial_size, old_reward_size::varchar as old_size,
        new_reward_size::varchar as new_size
      from progress_reward_details order by id`);
  const same = {
    compensation_id: 501,
    partner_uid: 'P1',
    partner_no: 2,
    client_account: '9001',
    account_type: 'standard',
    server: 'real-1',
    old_size: '9.000000',
    new_size: '12.000000',
  };
  const paid = [
    // 7 USD × (12 − 9) ÷ 7
    {
      ...same,
      order_id: 1,
      reward_date: new Date('2024-03-01T00:00:00Z'),
      initial: '7.00000000',
      initial_size: '7.000000',
      amount: '3.00000000',
    },
    // 2.97 USD × (12 − 9) ÷ 9
    {
      ...same,
      order_id: 2,
      reward_date: new Date('2024-03-07T23:59:59.999Z'),
      initial: '2.97000000',
      initial_size: '9.000000',
      amount: '0.99000000',
    },
  ];
  expect(await details()).toEqual(paid);
  const [header] = await facts.database.query(`
    select * exclude (reward_order) replace (compensation_amount::varchar as compensation_amount,
      reward::varchar as reward, commission_percentage::varchar as commission_percentage) from progress_rewards`);
  expect(header).toEqual({
    compensation_id: 501,
    partner_uid: 'P1',
    partner_no: 2,
    partner_account: '700001',
    currency: 'EUR',
    old_tier_group_id: 1,
    new_tier_group_id: 2,
    payment_date: new Date('2024-03-12T09:00:00Z'),
    compensation_period_start: new Date('2024-03-01T00:00:00Z'),
    compensation_period_end: new Date('2024-03-07T23:59:59.999Z'),
    commission_percentage: '40.00',
    compensation_amount: '3.99000000',
    reward: '3.59100000',
  });
  const entries = () =>
    database.sql`select kind, amount from wallet_entry where kind = 'progress' order by id`;
  expect(await entries()).toEqual([{ kind: 'progress', amount: '3.59100000' }]);

  await put(bringing, 'orders', order(2, closed('2024-03-07T23:59:59.999Z', { volume_lots: '0.11' })));
  expect((await run('2024-03-31')).map(({ kind }) => kind)).toEqual(['adjustments', 'progress']);
  expect(await details()).toEqual([
    ...paid,
    { ...paid[1], amount: '-0.99000000' },
    { ...paid[1], initial: '0.99000000', amount: '0.33000000' },
  ]);
  expect(await entries()).toEqual([
    { kind: 'progress', amount: '3.59100000' },
    { kind: 'progress', amount: '-0.59400000' },
  ]);
  await checkBooks(database.sql, facts, '2024-03-31');
});

/** P1 is paid a compensation of 5 USD, 4.50 EUR, on its first account; then the rate of that day is corrected. */
async function openCorrected() {
  const other = await openOffice();
  const { bringing, facts, database } = other;
  await put(bringing, 'rates', rate('EUR', '2024-01-01', '0.9'), rate('JPY', '2024-01-01', '150'));
  await put(bringing, 'tariffs', forex('10', '2024-01-01'), forex('15', '2024-03-10'));
  await put(bringing, 'orders', order(1, closed('2024-03-04T12:00:00Z')));
  await put(bringing, 'tier-changes', rise(501));
  const run = () => credit(other.as(SYSTEM), { through: '2024-03-31' });
  await run();
  await put(bringing, 'rates', rate('EUR', '2024-03-12', '0.96'));
  expect(await run()).toEqual([]);
  const entries = () =>
    database.sql`select account_id, amount from wallet_entry where kind = 'progress' order by id`;
  expect(await entries()).toEqual([{ account_id: '700001', amount: '4.50000000' }]);
  return { bringing, run, entries, check: () => checkBooks(database.sql, facts, '2024-03-31') };
}

test('a compensation that is taken back takes what it paid from where it was paid, whatever rate and first account are now', async () => {
  const { bringing, run, entries, check } = await openCorrected();
  await put(bringing, 'partner-accounts', {
    partner_account: '700011',
    partner_uid: 'P1',
    currency: 'USD',
    account_name: 'Older',
    opened_on: '2023-01-01',
  });
  const suspension = { partner_uid: 'P1', suspended_from: '2024-03-12' };
  await put(bringing, 'suspensions', { ...suspension, suspended_to: '2024-03-12' });
  await run();
  const [paid, taken] = [
    { account_id: '700001', amount: '4.50000000' },
    { account_id: '700001', amount: '-4.50000000' },
  ];
  expect(await entries()).toEqual([paid, taken]);
  expect(await run()).toEqual([]);
  await check();
});

test('a compensation that changes after a correction of its rate is what its orders earn at the rate of now', async () => {
  const { bringing, run, entries, check } = await openCorrected();
  await put(bringing, 'orders', order(1, closed('2024-03-04T12:00:00Z', { volume_lots: '0.5' })));
  await run();
  // 2.50 USD at 0.96 are 2.40 EUR.
  const changed = { account_id: '700001', amount: '-2.10000000' };
  expect((await entries()).at(-1)).toEqual(changed);
  await put(bringing, 'orders', order(2, closed('2024-03-05T12:00:00Z', { volume_lots: '0.5' })));
  await run();
  expect((await entries()).at(-1)).toEqual({ account_id: '700001', amount: '2.40000000' });
  await check();
});
