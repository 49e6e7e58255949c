import { describe, expect, test } from 'vitest';
import { put } from '../testing/facts.ts';
import { ALL, FRENCH, GERMAN, openBureau, OWN, type Destination, type Partner } from './testing/bureau.ts';

const HOUR_MS = 3_600_000;

const { office, join, credit, save, decide, markSent, request, approve, settle, show, balance, ready, sent } =
  await openBureau();

test('a disbursement is reserved when it is asked for, approved by another, and leaves the ledger when it is paid', async () => {
  const partner = await ready();
  expect(await balance(partner)).toMatchObject({ balance: 100.005, available: 100, blocks: [] });
  const { status, body } = await request(partner, '60');
  expect(status).toBe(201);
  expect(body).toMatchObject({ amount: 60, status: 'REQUESTED', currency: 'EUR', destination_id: null });
  expect(await balance(partner)).toMatchObject({ balance: 100.005, reserved: 60, available: 40 });

  expect((await approve([body.number])).status).toBe(204);
  expect(await show(body.number)).toMatchObject({ status: 'APPROVED', destination_id: partner.destination });
  await markSent(body.number);
  expect((await settle(body.number, { outcome: 'PAID', reason: 'Statement 7' })).body.status).toBe('PAID');
  expect(await balance(partner)).toMatchObject({
    balance: 40.005,
    reserved: 0,
    available: 40,
    paid: 60,
  });
  const { body: ledger } = await office.send<{ entries: object[] }>(
    partner.uid,
    'GET',
    `/api/wallet/accounts/${partner.account}/entries/`,
  );
  expect(ledger.entries[0]).toMatchObject({
    kind: 'disbursement',
    amount: -60,
    reason: `Disbursement ${body.number}`,
    reference: `disbursement:${body.number}`,
  });
});

test('without an amount all that is available is asked for, rounded down; the rest stays', async () => {
  const partner = await ready('10.009');
  expect((await request(partner)).body).toMatchObject({ status: 'REQUESTED', amount: 10 });
  expect((await request(partner)).status).toBe(422);
  const yen = await join('99.9', 'JPY');
  await decide((await save(yen)).body.id, 'confirm');
  expect((await request(yen)).body.amount).toBe(99);
});

test('concurrent requests never reserve more than is available', async () => {
  const partner = await ready('100');
  const answers = await Promise.all(Array.from({ length: 6 }, () => request(partner, '30')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
  expect(await balance(partner)).toMatchObject({ reserved: 90, available: 10 });
});

test('a request that is repeated with its key is one disbursement', async () => {
  const partner = await ready('100');
  const key = { 'idempotency-key': 'once' };
  const [first, second] = [await request(partner, '30', key), await request(partner, '30', key)];
  expect(second.body).toEqual(first.body);
  expect(await balance(partner)).toMatchObject({ reserved: 30 });
});

describe('a request is refused', () => {
  test.each([
    ['of nothing', '0', 400],
    ['of a negative amount', '-1', 400],
    ['of text', 'much', 400],
    ['of half a cent', '0.005', 400],
    ['of more than is available', '100.01', 422],
  ])('%s', async (_what, amount, status) => {
    const answer = await request(await ready(), amount);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, ['amount']]);
  });

  test("of another partner's account, of an unknown one, and without the scope", async () => {
    const [one, other] = [await ready(), await ready()];
    expect((await request({ ...one, account: other.account })).status).toBe(404);
    expect((await request({ ...one, account: 'none' })).status).toBe(404);
    expect((await request({ ...one, uid: `reader:${one.uid}` })).status).toBe(403);
    expect((await request({ ...one, uid: 'manager:ada' })).status).toBe(403);
  });
});

const codes = async (partner: Partner) => (await balance(partner))?.blocks.map(({ code }) => code);

describe('a block has a reason that the partner sees', () => {
  test('without a destination, or with one that waits or was refused', async () => {
    const partner = await join('100');
    expect(await codes(partner)).toEqual(['no_destination']);
    const { body } = await save(partner);
    expect(await codes(partner)).toEqual(['no_destination']);
    const refused = await decide(body.id, 'refuse', 'manager:ada', { reason: 'Another name.' });
    expect(refused.body).toMatchObject({ status: 'REFUSED', reason: 'Another name.' });
    const { status, body: problem } = await request(partner, '1');
    expect([status, problem.errors]).toEqual([
      422,
      { account_id: ['The account has no confirmed destination.'] },
    ]);
  });

  test('in the cooling-off period of a destination that replaced another', async () => {
    const partner = await ready();
    const { number } = (await request(partner, '10')).body;
    await approve([number]);
    const changed = (await save(partner, FRENCH)).body;
    expect(await codes(partner)).toEqual([]);
    const confirmed = (await decide(changed.id, 'confirm')).body;
    expect(confirmed.usable_from).toBe(new Date(office.time.now.getTime() + 72 * HOUR_MS).toISOString());
    expect(await codes(partner)).toEqual(['cooling_off']);
    // What was approved for the former destination needs another approval.
    expect(await show(number)).toMatchObject({
      status: 'REQUESTED',
      approved_by: null,
      destination_id: null,
    });
    expect((await approve([number])).status).toBe(422);
    office.time.now = new Date(office.time.now.getTime() + 72 * HOUR_MS);
    expect(await codes(partner)).toEqual([]);
    expect((await approve([number])).status).toBe(204);
    expect((await show(number)).destination_id).toBe(changed.id);
  });

  test('of a manager, of a suspension, of a debt and of a currency that no bank pays', async () => {
    const partner = await ready();
    const url = `/api/manage/partners/${partner.uid}/disbursement-block`;
    const reason = 'Traffic under review';
    expect((await office.send('manager:ada', 'PUT', url, { body: { reason } })).status).toBe(204);
    expect((await balance(partner))?.blocks).toEqual([{ code: 'blocked', reason }]);
    expect((await office.send('manager:ada', 'DELETE', url)).status).toBe(204);
    expect((await office.send('manager:ada', 'DELETE', url)).status).toBe(404);
    expect((await office.send(partner.uid, 'PUT', url, { body: { reason } })).status).toBe(403);
    await put(office.bringing, 'suspensions', { partner_uid: partner.uid, suspended_from: '2024-05-01' });
    await credit(partner, '-150');
    expect(await codes(partner)).toEqual(['suspended', 'debt']);
    expect(await codes(await join('5', 'XAU'))).toEqual(['currency', 'no_destination']);
  });
});

describe('an approval is refused', () => {
  test('to a person who asked for it, to partners, and for what is not there or was approved', async () => {
    const partner = await ready();
    const { number } = (await request(partner, '10')).body;
    expect((await approve([number], partner.uid)).status).toBe(403);
    expect((await approve([number, 999_999])).status).toBe(404);
    expect((await show(number)).status).toBe('REQUESTED');
    expect((await approve([number])).status).toBe(204);
    expect((await approve([number])).status).toBe(409);
    await office.database.sql`
      update disbursement set status = 'REQUESTED', requested_by = 'manager:ada', approved_by = null,
        approved_at = null, destination_id = null where number = ${number}`;
    const own = await approve([number]);
    expect([own.status, own.body.detail]).toEqual([422, expect.stringContaining('Another person')]);
  });

  test('when the balance has fallen below what is reserved', async () => {
    const partner = await ready('100');
    const { number } = (await request(partner, '80')).body;
    await credit(partner, '-50');
    const { status, body } = await approve([number]);
    expect([status, body.detail]).toEqual([422, expect.stringContaining('the balance changed')]);
  });
});

const cancel = (number: number, actor: string, url = OWN) =>
  office.send(actor, 'POST', `${url.replace(/\/$/, '')}/${number}/cancel`, {
    body: { reason: 'Not now.' },
  });

describe('a disbursement is cancelled', () => {
  test('by its partner before, and by a manager after its approval; the money is free again', async () => {
    const partner = await ready('100');
    const other = await ready('100');
    const one = (await request(partner, '30')).body.number;
    const two = (await request(partner, '40')).body.number;
    expect((await cancel(one, other.uid)).status).toBe(404);
    expect((await cancel(one, partner.uid)).status).toBe(200);
    await approve([two]);
    expect((await cancel(two, partner.uid)).status).toBe(409);
    expect((await cancel(two, 'manager:ada', ALL)).status).toBe(200);
    expect(await balance(partner)).toMatchObject({ reserved: 0, available: 100, paid: 0 });
    expect((await cancel(two, 'manager:ada', ALL)).status).toBe(409);
  });

  test('never after it was sent', async () => {
    const { number } = await sent('10');
    expect((await cancel(number, 'manager:ada', ALL)).status).toBe(409);
  });
});

describe('what became of it', () => {
  test('failed: the money is free, nothing is in the ledger, and the destination is disabled', async () => {
    const { partner, number } = await sent('10');
    const reason = 'AC04: closed';
    expect((await settle(number, { outcome: 'FAILED', reason })).body).toMatchObject({
      status: 'FAILED',
      reason,
    });
    expect(await balance(partner)).toMatchObject({
      balance: 100.005,
      reserved: 0,
      paid: 0,
      blocks: [{ code: 'no_destination' }],
    });
    const { body } = await office.send<{ destinations: Destination[] }>(
      partner.uid,
      'GET',
      `${OWN}destinations/`,
    );
    expect(body.destinations).toMatchObject([{ id: partner.destination, status: 'DISABLED', reason }]);
    expect((await settle(number, { outcome: 'PAID', reason })).status).toBe(409);
  });

  test('returned, also in part: an entry gives back what came', async () => {
    const { partner, number } = await sent('60');
    const back = { outcome: 'RETURNED', reason: 'MS03' };
    expect((await settle(number, back)).status).toBe(409);
    await settle(number, { outcome: 'PAID', reason: 'Statement' });
    const large = await settle(number, { ...back, returned_amount: '60.01' });
    expect([large.status, Object.keys(large.body.errors ?? {})]).toEqual([400, ['returned_amount']]);
    expect((await settle(number, { ...back, returned_amount: '55.50' })).body).toMatchObject({
      status: 'RETURNED',
      returned_amount: 55.5,
    });
    expect(await balance(partner)).toMatchObject({ balance: 95.505, paid: 4.5, reserved: 0 });
    expect((await settle(number, back)).status).toBe(409);
  });

  test('is not said by who approved it, nor by a partner', async () => {
    const { partner, number } = await sent('60');
    const paid = { outcome: 'PAID', reason: 'Statement' };
    expect((await settle(number, paid, 'manager:ada')).status).toBe(422);
    expect((await settle(number, paid, partner.uid)).status).toBe(403);
    expect((await settle(number, { ...paid, returned_amount: '1' })).status).toBe(400);
  });
});

describe('managers see', () => {
  test('where the money goes before they approve it, and how often it went there before', async () => {
    const partner = await ready('100');
    const first = (await request(partner, '10')).body.number;
    const payee = { kind: 'bank', name: 'Jose Muller', account: 'DE89370400440532013000' };
    expect(await show(first)).toMatchObject({
      destination_id: null,
      destination: payee,
      paid_before: 0,
    });
    await approve([first]);
    await markSent(first);
    await settle(first, { outcome: 'PAID', reason: 'Statement 7' });
    const second = (await request(partner, '10')).body.number;
    const third = (await request(partner, '10')).body.number;
    expect(await show(second)).toMatchObject({ destination: payee, paid_before: 1 });
    await approve([second]);
    await markSent(second);
    await settle(second, { outcome: 'FAILED', reason: 'AC04' });
    const { body } = await office.send<{ disbursements: object[] }>(
      'manager:ada',
      'GET',
      `${ALL}?partner_uid=${partner.uid}`,
    );
    expect(body.disbursements).toMatchObject([
      { number: third, destination: null, paid_before: 0 },
      { number: second, destination: payee, paid_before: 1 },
      { number: first, destination: payee, paid_before: 0 },
    ]);
  });

  test('which partners are blocked, by whom and why; partners do not', async () => {
    const { uid } = await join('1');
    const url = `/api/manage/partners/${uid}/disbursement-block`;
    await office.send('manager:ada', 'PUT', url, { body: { reason: 'Under review' } });
    const list = (actor: string) =>
      office.send<{ blocks: object[]; count: number }>(actor, 'GET', `${ALL}/blocks?limit=1`);
    expect((await list('manager:ada')).body).toMatchObject({
      blocks: [{ partner_uid: uid, reason: 'Under review', set_by: 'manager:ada' }],
      count: 1,
    });
    expect((await list(uid)).status).toBe(403);
    await office.send('manager:ada', 'DELETE', url);
    expect((await list('manager:ada')).body).toEqual({ blocks: [], count: 0 });
  });
});

/** How many accounts a run would leave out because of that. */
async function withoutDestination(): Promise<number> {
  const { body } = await office.send<{ left_out: { reason: string; count: number }[] }>(
    'manager:ada',
    'GET',
    `${ALL}/runs/preview`,
  );
  return body.left_out.find(({ reason }) => reason === 'no_destination')?.count ?? 0;
}

test('what the former owner of an account has saved is no destination of the present one', async () => {
  const [former, present] = [await ready('1'), await ready('1')];
  const account = { ...former, account: '900001' };
  const facts = {
    partner_account: account.account,
    currency: 'EUR',
    account_name: 'Second',
    opened_on: '2024-01-01',
  };
  await put(office.bringing, 'partner-accounts', { ...facts, partner_uid: former.uid });
  await decide((await save(account)).body.id, 'confirm');
  await put(office.bringing, 'partner-accounts', { ...facts, partner_uid: present.uid });
  const unpaid = await withoutDestination();
  const own = { ...account, uid: present.uid };
  await credit(own, '100');
  const refused = await request(own, '60');
  expect([refused.status, refused.body.detail]).toEqual([422, 'The account has no confirmed destination.']);
  expect(await withoutDestination()).toBe(unpaid + 1);
  await decide((await save(own, FRENCH)).body.id, 'confirm');
  office.time.now = new Date(office.time.now.getTime() + 72 * HOUR_MS);
  const { number } = (await request(own, '60')).body;
  expect(await show(number)).toMatchObject({ destination: { account: FRENCH.iban.replaceAll(' ', '') } });
});

describe('a destination', () => {
  test('of a dry run shows the name as banks get it, and is not saved', async () => {
    const partner = await join('1');
    const dryRun = (body: object) =>
      office.send<Destination & { errors?: object }>(
        partner.uid,
        'POST',
        `${OWN}accounts/${partner.account}/destination/?dry_run=true`,
        { body },
      );
    expect(await dryRun(GERMAN)).toMatchObject({ status: 200, body: { written_name: 'Jose Muller' } });
    expect(await dryRun({ ...GERMAN, iban: 'DE00' })).toMatchObject({
      status: 400,
      body: { errors: { iban: [expect.stringContaining('check digits')] } },
    });
    const { body } = await office.send(partner.uid, 'GET', `${OWN}destinations/`);
    expect(body).toEqual({ destinations: [], count: 0 });
  });

  test('shows the name as banks get it, and the IBAN without spaces', async () => {
    const { status, body } = await save(await join('1'), { name: 'Ørjan Ąłøß “Бал”', iban: GERMAN.iban });
    expect([status, body]).toMatchObject([
      201,
      { status: 'WAITING', written_name: "Orjan Alos 'Bal'", iban: 'DE89370400440532013000' },
    ]);
  });

  test.each([
    ['with wrong check digits', { ...GERMAN, iban: 'DE88370400440532013000' }, 'iban'],
    ['with an IBAN of another length', { ...GERMAN, iban: 'DE8937040044053201300' }, 'iban'],
    ['with a wrong BIC', { ...GERMAN, bic: 'COBA' }, 'bic'],
    ['without a name', { iban: GERMAN.iban }, 'name'],
    ['with a name that banks cannot write', { ...GERMAN, name: '北京' }, 'name'],
    ['with a name that is too long when it is written', { ...GERMAN, name: 'щ'.repeat(30) }, 'name'],
    ['with an address without a town', { ...GERMAN, address: { country: 'DE' } }, 'address.town'],
    ['with an unknown field', { ...GERMAN, colour: 'red' }, 'colour'],
  ])('is refused %s', async (_what, given, field) => {
    const { status, body } = await save(await join('1'), given);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  test('is confirmed by another person than saved it, once, and never by a partner', async () => {
    const partner = await join('1');
    const { body } = await save(partner);
    expect((await decide(body.id, 'confirm', partner.uid)).status).toBe(403);
    expect((await decide('0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d', 'confirm')).status).toBe(404);
    expect((await decide(body.id, 'confirm')).body).toMatchObject({
      status: 'CONFIRMED',
      decided_by: 'manager:ada',
    });
    expect((await decide(body.id, 'confirm')).status).toBe(409);
    expect((await decide(body.id, 'refuse', 'manager:ada', { reason: 'No.' })).status).toBe(409);
    expect((await save(partner, FRENCH, 'P1')).status).toBe(404);
    // A person confirms it with a second factor, which a token cannot prove.
    expect((await save({ ...partner, uid: `person:${partner.uid}` })).status).toBe(403);
  });

  test('that waits is replaced by the next one, and details never change', async () => {
    const partner = await join('1');
    const first = (await save(partner)).body;
    const second = (await save(partner, FRENCH)).body;
    const { body } = await office.send<{ destinations: Destination[]; count: number }>(
      'manager:ada',
      'GET',
      `${ALL}/destinations?partner_uid=${partner.uid}`,
    );
    expect(new Map(body.destinations.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [first.id, 'REPLACED'],
        [second.id, 'WAITING'],
      ]),
    );
    await expect(
      office.database.sql`update disbursement_destination set details = '{}' where id = ${second.id}`,
    ).rejects.toThrow('keeps its details');
  });
});
