import { describe, expect, test } from 'vitest';
import { ALL, openBureau, type Partner } from '../disbursements/testing/bureau.ts';
import { put } from '../testing/facts.ts';
import type { Refusal } from '../wallets/testing/office.ts';
import type { Proposal } from './proposals/index.ts';

const BANK = { code: 'main', format: 'csv', name: 'Firm Ltd', iban: 'DE75512108001245126199' } as const;
const { office, ready, join, credit, request, approve, show, balance } = await openBureau([BANK]);

const BONUS = { kind: 'bonus', amount: '12.50', reason: 'Campaign of the spring' };

const propose = ({ uid, account }: Partner, entry: object, actor = 'manager:ada') =>
  office.send<Proposal & Refusal>(actor, 'POST', `/api/manage/partners/${uid}/entries`, {
    body: { account_id: account, ...entry },
  });
const confirm = (id: string, actor = 'manager:grace') =>
  office.send<Proposal & Refusal>(actor, 'POST', `/api/manage/proposals/${id}/confirm`);

const end = (id: string, how: string, actor: string) =>
  office.send(actor, 'POST', `/api/manage/proposals/${id}/${how}`);

async function enter(partner: Partner, entry: object): Promise<void> {
  const { status, body } = await propose(partner, entry);
  expect(status).toBe(201);
  expect((await confirm(body.id)).status).toBe(200);
}

async function ledger({ uid, account }: Partner) {
  const { body } = await office.send<{ entries: { kind: string; amount: number; reason: string }[] }>(
    uid,
    'GET',
    `/api/wallet/accounts/${account}/entries/`,
  );
  return body.entries.map(({ kind, amount, reason }) => ({ kind, amount, reason }));
}

describe('a clawback, a bonus or a write-off', () => {
  test('is an entry once a second person confirms it, and the partner sees why in ledger and statement', async () => {
    const partner = await ready('100');
    const { status, body } = await propose(partner, BONUS);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ status: 'PROPOSED', kind: 'ledger-entries', reason: BONUS.reason }),
    ]);
    expect((await balance(partner))?.balance).toBe(100);
    expect((await confirm(body.id)).body).toMatchObject({ status: 'CONFIRMED', ended_by: 'manager:grace' });
    // Confirming it again gives the same answer, and no second entry.
    expect((await confirm(body.id)).status).toBe(200);
    await enter(partner, { kind: 'clawback', amount: '150.00000001', reason: 'Clients of their own' });
    expect(await balance(partner)).toMatchObject({
      balance: -37.50000001,
      available: 0,
      debt: 37.50000001,
      paid: 0,
    });
    await enter(partner, { kind: 'write_off', amount: '7.5', reason: 'As agreed' });
    expect(await balance(partner)).toMatchObject({ balance: -30.00000001, debt: 30.00000001 });
    expect((await ledger(partner)).slice(0, 3)).toEqual([
      { kind: 'write_off', amount: 7.5, reason: 'Write-off: As agreed' },
      { kind: 'clawback', amount: -150.00000001, reason: 'Clawback: Clients of their own' },
      { kind: 'bonus', amount: 12.5, reason: 'Bonus: Campaign of the spring' },
    ]);
    const statement = `/api/wallet/accounts/${partner.account}/statements/2024-06/?format=csv`;
    const { text } = await office.send(partner.uid, 'GET', statement);
    expect(text).toContain(',write_off,Write-off: As agreed,');
    // Later credits fill the debt first.
    await credit(partner, '40');
    expect(await balance(partner)).toMatchObject({ available: 9.99, debt: 0 });
  });

  test('opens a ledger, so that the account keeps its currency and its owner', async () => {
    const account = { partner_account: '810001', account_name: 'Main', opened_on: '2024-01-01' };
    await put(office.bringing, 'partners', { partner_uid: 'E1' }, { partner_uid: 'E2' });
    await put(office.bringing, 'partner-accounts', { ...account, partner_uid: 'E1', currency: 'EUR' });
    await enter({ uid: 'E1', account: '810001', currency: 'EUR' }, BONUS);
    await office.facts.refresh();
    const change = (partner_uid: string, currency: string) =>
      put(office.bringing, 'partner-accounts', { ...account, partner_uid, currency });
    const reason = 'cannot change, because the account has a ledger: open another account';
    await expect(change('E1', 'USD')).rejects.toThrow(`currency ${reason}`);
    await expect(change('E2', 'EUR')).rejects.toThrow(`partner_uid ${reason}`);
  });

  test('is never the act of one person, whatever credentials they use', async () => {
    const partner = await join('10');
    await office.database.sql`
      insert into credential (id, kind, name, tenant, scopes, secret_id, created_at, owner) values
        (gen_random_uuid(), 'person', 'manager:owner', 'default', '{}', gen_random_uuid(), now(), null),
        (gen_random_uuid(), 'client', 'manager:bot', 'default', '{}', gen_random_uuid(), now(), 'manager:owner')`;
    const pairs = [
      ['manager:ada', 'manager:ada'],
      ['manager:bot', 'manager:owner'],
      ['manager:owner', 'manager:bot'],
    ] as const;
    for (const [one, other] of pairs) {
      const { body } = await propose(partner, BONUS, one);
      const { status, body: refused } = await confirm(body.id, other);
      expect([status, refused.detail]).toEqual([422, expect.stringContaining('second person')]);
    }
    expect((await balance(partner))?.balance).toBe(10);
  });

  test('is not proposed or confirmed by partners, nor confirmed after it was refused or withdrawn', async () => {
    const partner = await join('10');
    expect((await propose(partner, BONUS, partner.uid)).status).toBe(403);
    const { body } = await propose(partner, BONUS);
    expect((await confirm(body.id, partner.uid)).status).toBe(403);
    expect((await end(body.id, 'refuse', 'manager:grace')).status).toBe(200);
    expect((await confirm(body.id)).status).toBe(409);
    const { id } = (await propose(partner, BONUS)).body;
    expect((await end(id, 'withdraw', 'manager:ada')).status).toBe(200);
    expect((await confirm(id)).status).toBe(409);
    expect(await ledger(partner)).toHaveLength(1);
  });

  test.each([
    ['of nothing', { amount: '0' }, 400, 'amount'],
    ['of less than nothing', { amount: '-1' }, 400, 'amount'],
    ['of what is no number', { amount: '1e3' }, 400, 'amount'],
    ['of too many decimals', { amount: '0.000000001' }, 400, 'amount'],
    ['of too much', { amount: '1000000000000' }, 400, 'amount'],
    ['without a reason', { reason: undefined }, 400, 'reason'],
    ['with an empty reason', { reason: '' }, 400, 'reason'],
    ['of another kind', { kind: 'reward' }, 400, 'kind'],
    ['for an account of nobody', { account_id: 'nothing' }, 422, 'account_id'],
    ['for an account of another partner', { account_id: '700001' }, 422, 'account_id'],
    ['of a debt that is not there', { kind: 'write_off', amount: '0.01' }, 422, 'amount'],
  ])('is refused %s', async (_what, given, wanted, field) => {
    const partner = await join('10');
    const { status, body } = await propose(partner, { ...BONUS, ...given });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([wanted, [field]]);
  });

  test('is refused for a partner that is not there', async () => {
    expect((await propose({ uid: 'nobody', account: '1', currency: 'EUR' }, BONUS)).status).toBe(404);
  });

  test('of a debt is limited to what is owed when it is confirmed', async () => {
    const partner = await join('-10');
    const { body } = await propose(partner, { ...BONUS, kind: 'write_off', amount: '10' });
    await credit(partner, '0.01');
    const late = await confirm(body.id);
    expect([late.status, late.body.errors]).toEqual([
      422,
      { amount: ['must be at most 9.99 EUR, which the account owes'] },
    ]);
  });
});

test('what a clawback leaves uncovered is not sent: the newest disbursements wait for an approval again', async () => {
  const partner = await ready('100');
  const numbers: number[] = [];
  for (const amount of ['30', '20', '10']) numbers.push((await request(partner, amount)).body.number);
  expect((await approve(numbers)).status).toBe(204);
  await enter(partner, { kind: 'clawback', amount: '60', reason: 'Fraud' });
  const { body } = await office.send<{ file: { total: string }; left_out: { number: number }[] }>(
    'manager:ada',
    'POST',
    `${ALL}/files`,
    { body: { bank: 'main' } },
  );
  expect(body.file.total).toBe(30);
  const statuses = [];
  for (const number of numbers) statuses.push((await show(number)).status);
  expect(statuses).toEqual(['SEALED', 'REQUESTED', 'REQUESTED']);
  const reason = 'The balance fell after it was approved.';
  expect(body.left_out).toEqual(numbers.slice(1).map((number) => ({ number, reason })));
});

test('entries of the ledger without a reason are refused by the database', async () => {
  const partner = await join('10');
  await expect(
    office.database.sql`
      insert into wallet_entry (account_id, currency, kind, amount, reference, created_at)
      values (${partner.account}, 'EUR', 'bonus', 1, 'x', now())`,
  ).rejects.toThrow('wallet_entry_reason_check');
});
