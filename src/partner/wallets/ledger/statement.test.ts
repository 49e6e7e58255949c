import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import { post, walletEndpoints } from '../index.ts';
import { statementPdf } from './statement-pdf.ts';
import { statementXlsx } from './statement-table.ts';
import { makeStatement } from './statement.ts';
import { openOffice, SYSTEM } from '../testing/office.ts';

let office: Awaited<ReturnType<typeof openOffice>>;

const PARTNER = { ...SYSTEM, partnerUid: 'P1' };
const PATH = '/api/wallet/accounts/700001/';

beforeAll(async () => {
  office = await openOffice(walletEndpoints);
  const posting = {
    account_id: '700001',
    partner_uid: 'P1',
    name: 'Main',
    currency: 'EUR',
    type: 'reward',
  } as const;
  const enter = (kind: 'reward' | 'rebate', reference: string, at: string, amount: string) =>
    office.database.db
      .transaction()
      .execute((tx) => post(tx, { kind, reference, at: new Date(at), postings: [{ ...posting, amount }] }));
  await office.database.sql`
    insert into payout (number, kind, first_day, last_day, row_count, reward_usd, batch, created_at)
    values (1, 'rewards', '2024-03-01', '2024-03-30', 1, 1, 1, now()), (2, 'adjustments', '2024-03-04', '2024-03-04', 1, 1, 2, now())`;
  await enter('reward', 'payout:1', '2024-03-31T23:59:59.999Z', '12345.10000001');
  await enter('rebate', 'rebate:7:2024-03-04', '2024-04-01T00:00:00.000Z', '-0.1');
  await enter('reward', 'payout:2', '2024-04-01T00:00:00.000Z', '5');
});

test('the ledger shows the newest entry first, with its reason and the balance after it', async () => {
  const { body } = await office.send('P1', 'GET', `${PATH}entries`);
  expect(body).toMatchObject({
    entries: [
      { amount: 5, balance: 12350.00000001, reason: 'Rewards for 2024-03-04, payout 2', payout: 2 },
      {
        amount: -0.1,
        balance: 12345.00000001,
        reason: 'Rebates of group 7 for the period from 2024-03-04',
        rebate_group: 7,
        period_start: '2024-03-04',
      },
      {
        amount: 12345.10000001,
        reason: 'Rewards for 2024-03-01 to 2024-03-30, payout 1',
        reference: 'payout:1',
      },
    ],
    next_cursor: null,
  });
  const { body: rebates } = await office.send('P1', 'GET', `${PATH}entries?kind=rebate`);
  expect(rebates).toMatchObject({ entries: [{ kind: 'rebate', balance: 12345.00000001 }] });
});

test('the balance of a day is that of its end, and of a day before the first entry nothing', async () => {
  const balances = [];
  for (const day of ['2024-03-30', '2024-03-31', '2024-04-01']) {
    const { text } = await office.send('P1', 'GET', `${PATH}balance?day=${day}`);
    balances.push(/"balance":([\d.]+)/.exec(text)?.[1]);
  }
  expect(balances).toEqual(['0', '12345.10000001', '12350.00000001']);
});

test('a statement holds the entries of its month between two balances, in each format', async () => {
  const { body } = await office.send('P1', 'GET', `${PATH}statements/2024-04/`);
  expect(body).toMatchObject({
    account: { id: '700001', currency: 'EUR' },
    opening_balance: 12345.10000001,
    lines: [{ amount: -0.1 }, { amount: 5 }],
    closing_balance: 12350.00000001,
  });
  const csv = await office.send('P1', 'GET', `${PATH}statements/2024-04/`, {
    headers: { accept: 'text/csv' },
  });
  expect(csv.text.split('\r\n').map((line) => line.split(',').slice(-3).join(','))).toEqual([
    'amount,balance,currency',
    ',12345.10000001,EUR',
    '-0.1,12345.00000001,EUR',
    '5,12350.00000001,EUR',
    ',12350.00000001,EUR',
    '',
  ]);
  const pdf = await office.send('P1', 'GET', `${PATH}statements/2024-04/?format=pdf`);
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  const empty = await office.send('P1', 'GET', `${PATH}statements/2024-05/`);
  expect(empty.body).toMatchObject({
    opening_balance: 12350.00000001,
    lines: [],
    closing_balance: 12350.00000001,
  });
});

test('a workbook of a statement has the cells of the CSV', async () => {
  const statement = await makeStatement(office.as(PARTNER), '700001', '2024-04');
  const [head, ...rows] = await readSheet(await statementXlsx(statement));
  expect(head).toEqual(['created', 'id', 'kind', 'reason', 'reference', 'amount', 'balance', 'currency']);
  expect(rows.map((row) => row.slice(2))).toEqual([
    ['opening', 'Opening balance', null, null, 12345.10000001, 'EUR'],
    [
      'rebate',
      'Rebates of group 7 for the period from 2024-03-04',
      'rebate:7:2024-03-04',
      -0.1,
      12345.00000001,
      'EUR',
    ],
    ['reward', 'Rewards for 2024-03-04, payout 2', 'payout:2', 5, 12350.00000001, 'EUR'],
    ['closing', 'Closing balance', null, null, 12350.00000001, 'EUR'],
  ]);
  expect(rows[1]?.[0]).toEqual(new Date('2024-04-01T00:00:00.000Z'));
  const { status, text } = await office.send('P1', 'GET', `${PATH}statements/2024-04/?format=xlsx`);
  expect([status, text.slice(0, 2)]).toEqual([200, 'PK']);
});

test('a long statement goes over several pages', async () => {
  const amount = Decimal.parse('1.5');
  const line = {
    id: '1',
    created: new Date('2024-03-05'),
    kind: 'reward',
    amount,
    balance: amount,
    reason: 'Rewards \u{1F4B6}',
    payout: 1,
    rebate_group: null,
    period_start: null,
    reference: 'payout:1',
  } as const;
  const account = {
    id: '1',
    name: 'Main',
    currency: 'EUR',
    balance: amount,
    type: 'reward',
    reserved_rebates_amount: amount,
  } as const;
  const bytes = await statementPdf(
    {
      account,
      month: '2024-03',
      opening_balance: amount,
      lines: Array.from({ length: 100 }, () => line),
      closing_balance: amount,
    },
    new Date('2024-04-01'),
  );
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(3);
});

describe('refuses', () => {
  test.each([
    ['an account of another partner', 'P2', `${PATH}entries`, 404],
    ['the balance of another partner', 'P2', `${PATH}balance?day=2024-03-01`, 404],
    ['a statement of another partner', 'P2', `${PATH}statements/2024-03/?format=pdf`, 404],
    ['a cursor that it did not make', 'P1', `${PATH}entries?cursor=abc`, 400],
    ['a day that does not exist', 'P1', `${PATH}balance?day=2024-02-30`, 400],
    ['a month that does not exist', 'P1', `${PATH}statements/2024-13/`, 400],
    ['an unknown format', 'P1', `${PATH}statements/2024-03/?format=xml`, 400],
    ['a month that has not begun', 'P1', `${PATH}statements/2024-07/`, 422],
  ])('%s', async (_what, partner, url, status) => {
    expect((await office.send(partner, 'GET', url)).status).toBe(status);
  });
});
