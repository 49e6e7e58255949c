import { beforeAll, describe, expect, test } from 'vitest';
import { post, walletEndpoints } from './index.ts';
import type { Posting } from './store.ts';
import { openOffice, type Refusal } from './testing/office.ts';

interface Account {
  readonly id: string;
  readonly name: string;
  readonly balance: number;
}

interface Accounts {
  readonly accounts: Account[];
}

let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  office = await openOffice(walletEndpoints);
});

const UNSTORABLE = 'must not contain the character U+0000 or half of a surrogate pair';
const PATH = '/api/wallet/accounts/';

const posting = (account_id: string, partner_uid: string, currency: string, amount: string): Posting => ({
  account_id,
  partner_uid,
  name: 'Main',
  currency,
  type: 'reward',
  amount,
});

const postTo = (reference: string, ...postings: Posting[]) =>
  office.database.db
    .transaction()
    .execute((tx) => post(tx, { kind: 'reward', reference, at: office.time.now, postings }));

test('an account that was never credited is listed with nothing on it', async () => {
  const { status, body } = await office.send('reader:P2', 'GET', PATH);
  expect(status).toBe(200);
  expect(body).toEqual({
    accounts: [
      {
        id: '700002',
        name: 'Main',
        currency: 'USD',
        balance: 0,
        type: 'reward',
        reserved_rebates_amount: 0,
      },
    ],
  });
});

test('a balance has all its digits, with and without the trailing slash', async () => {
  await postTo('payout:1', posting('700000', 'P0', 'JPY', '12345678901234567.12345678'));
  for (const path of [PATH, PATH.slice(0, -1)]) {
    const { text } = await office.send('P0', 'GET', path);
    expect(text).toContain('"balance":12345678901234567.12345678,');
  }
});

test('the balance is the sum of the entries after every posting', async () => {
  const account = posting('800000', 'P9', 'EUR', '0.1');
  for (const [index, amount] of ['0.1', '0.2', '-0.30000001'].entries()) {
    await postTo(`payout:${index + 1}`, { ...account, amount });
    const [{ balance, sum } = {}] = await office.database.sql<{ balance: string; sum: string }[]>`
      select balance, (select sum(amount) from wallet_entry where account_id = '800000') from wallet_account
      where id = '800000'`;
    expect(balance).toBe(sum);
  }
});

test('the same reference is posted once, also when many try at once', async () => {
  const tries = Array.from({ length: 6 }, () => postTo('payout:7', posting('810000', 'P9', 'EUR', '5')));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [account] = await office.database.sql`select balance from wallet_account where id = '810000'`;
  expect(account).toEqual({ balance: '5' });
});

test('nothing is posted to an account that belongs to another or has another currency', async () => {
  await postTo('payout:8', posting('820000', 'P9', 'EUR', '5'));
  await expect(postTo('payout:9', posting('820000', 'P8', 'EUR', '5'))).rejects.toThrow('belongs to P9');
  await expect(postTo('payout:9', posting('820000', 'P9', 'USD', '5'))).rejects.toThrow('a ledger in EUR');
});

describe('the database itself refuses', () => {
  test.each([
    ['a change of an entry', 'update wallet_entry set amount = amount + 1'],
    ['the removal of an entry', 'delete from wallet_entry'],
    ['the removal of all entries', 'truncate wallet_entry'],
    ['a balance that no entry explains', 'update wallet_account set balance = balance + 1'],
    [
      'an account that begins with a balance',
      "insert into wallet_account values ('830000', 'P9', 'x', false, 'EUR', 'reward', 1, now())",
    ],
    ['another currency of an account', "update wallet_account set currency = 'USD'"],
    ['another owner of an account', "update wallet_account set partner_uid = 'P8'"],
    ['the removal of an account', 'delete from wallet_account'],
    ['the removal of all accounts', 'truncate wallet_account cascade'],
  ])('%s', async (_what, statement) => {
    await postTo(`refused:${statement}`, posting('840000', 'P9', 'EUR', '5'));
    await expect(office.database.sql.unsafe(statement)).rejects.toThrow('the wallet ledger is append-only');
  });
});

const rename = <Body = Refusal>(actor: string, account: string, name: unknown) =>
  office.send<Body>(actor, 'PATCH', `${PATH}${account}/`, { body: { account_name: name } });

describe('renaming', () => {
  test('answers the whole account, whether or not it was ever credited, and reports follow', async () => {
    const first = await rename<Account>('P1', '700001', '  Europe \u{1F4B6} ');
    expect(first).toMatchObject({
      status: 200,
      body: { id: '700001', name: 'Europe \u{1F4B6}', balance: 0 },
    });
    await postTo('payout:10', posting('700001', 'P1', 'EUR', '1.5'));
    const { body } = await office.send('P1', 'PATCH', `${PATH}700001`, { body: { account_name: 'Mine' } });
    expect(body).toEqual({
      id: '700001',
      name: 'Mine',
      currency: 'EUR',
      balance: 1.5,
      type: 'reward',
      reserved_rebates_amount: 0,
    });
    expect((await office.send<Accounts>('P1', 'GET', PATH)).body.accounts).toEqual([body]);

    await office.facts.refresh();
    const names = await office.facts.database.query(
      "select account_name from account_names where partner_account = '700001'",
    );
    expect(names).toEqual([{ account_name: 'Mine' }]);
  });

  test('is audited with the name before', async () => {
    await rename('P2', '700002', 'Second');
    const [entry] = await office.database.sql`
      select details, actor_id from audit_log where action = 'account.rename' and subject_id = '700002'`;
    expect(entry).toEqual({
      actor_id: 'P2',
      details: { partner_uid: 'P2', name: 'Second', formerName: 'Main' },
    });
  });

  test.each([
    ['empty', '', ['must have 1 to 64 characters']],
    ['only spaces', '   ', ['must have 1 to 64 characters']],
    ['65 characters', 'x'.repeat(65), ['must have 1 to 64 characters']],
    ['a control character', 'a\u0001b', ['must not have control characters']],
    ['a null character', 'a\u0000b', [UNSTORABLE]],
    ['a line break at its end', 'a\n', ['must not have control characters']],
    ['a later control character', 'a\u0085b', ['must not have control characters']],
    ['half a character', 'a\ud800', [UNSTORABLE]],
    ['both', '\u0007'.repeat(65), ['must have 1 to 64 characters', 'must not have control characters']],
  ])('refuses a name that is or has %s', async (_what, name, faults) => {
    const { status, body } = await rename('P1', '700001', name);
    expect([status, body.code, body.errors]).toEqual([400, 'validation_failed', { account_name: faults }]);
  });

  test('takes 64 characters, counted as people count them', async () => {
    const name = '\u{1F4B6}'.repeat(64);
    expect(await rename('P1', '700001', name)).toMatchObject({ status: 200, body: { name } });
  });

  test.each([
    ['no name', {}, 'account_name'],
    ['a number for a name', { account_name: 5 }, 'account_name'],
    ['an unknown field', { account_name: 'a', colour: 'red' }, 'colour'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await office.send('P1', 'PATCH', `${PATH}700001/`, { body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  test('refuses another content type', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await office.send('P1', 'PATCH', `${PATH}700001/`, {
      body: '{"account_name":"a"}',
      headers,
    });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test("finds neither another partner's account nor an unknown one", async () => {
    await rename('P1', '700001', 'Stays');
    for (const account of ['700001', '700000', '999999']) {
      const answer = await rename('P2', account, 'Stolen');
      expect([account, answer.status, answer.body.code]).toEqual([account, 404, 'not_found']);
    }
    expect((await office.send<Accounts>('P1', 'GET', PATH)).body.accounts).toMatchObject([{ name: 'Stays' }]);
  });
});

test('an account with a character that no number holds is refused', async () => {
  const answer = await rename('P1', '%00', 'Odd');
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['account_id']]);
});

test('scopes and a partner are asked for', async () => {
  const body = { account_name: 'a' };
  expect((await office.send('reader:P1', 'PATCH', `${PATH}700001/`, { body })).status).toBe(403);
  expect((await office.send('reader:', 'GET', PATH)).status).toBe(403);
});
