import { describe, expect, test } from 'vitest';
import type { Refusal } from '../wallets/testing/office.ts';
import type { Disbursement } from './schema.ts';
import { ALL, EXTERNAL, GERMAN, openBureau, OWN, type Partner } from './testing/bureau.ts';

const bureau = await openBureau();
const { office, save, decide, request, approve, settle, show, balance, ready, sent } = bureau;

const confirm = (number: number, change: object = {}, actor = 'payer:bridge') =>
  office.send<Disbursement & Refusal>(actor, 'POST', `${ALL}/${number}/confirm`, {
    body: { outcome: 'PAID', amount: '10', currency: 'EUR', reference: 'P-1', ...change },
  });

/** A disbursement that another system has to pay. */
async function handedOver(): Promise<{ partner: Partner; number: number }> {
  const partner = await ready('100', EXTERNAL);
  const { number } = (await request(partner, '10')).body;
  expect((await approve([number])).status).toBe(204);
  return { partner, number };
}

describe('a destination of another system', () => {
  test('is offered, saved and confirmed like a bank account', async () => {
    const partner = await bureau.join('10');
    const offered = await office.send(partner.uid, 'GET', `${OWN}methods/`);
    expect(offered.body).toEqual({
      methods: [{ code: 'paypal', name: 'PayPal', account: 'E-mail address' }],
      networks: [],
    });
    const { status, body } = await save(partner, EXTERNAL);
    expect([status, body]).toMatchObject([201, { ...EXTERNAL, status: 'WAITING', written_name: null }]);
    expect((await decide(body.id, 'confirm')).body).toMatchObject({ ...EXTERNAL, status: 'CONFIRMED' });
  });

  test.each([
    ['a way that is not offered', { ...EXTERNAL, method: 'cheque' }, 'method'],
    ['no account', { kind: 'external', method: 'paypal' }, 'account'],
    ['an IBAN', { ...EXTERNAL, iban: GERMAN.iban }, 'iban'],
    ['an account with a bank account', { ...GERMAN, account: 'jose' }, 'account'],
    ['an unknown kind', { ...EXTERNAL, kind: 'cash' }, 'kind'],
    ['no name of a bank account', { kind: 'bank', iban: GERMAN.iban }, 'name'],
  ])('is refused by name with %s', async (_what, body, field) => {
    const refused = await save(await bureau.join('10'), body);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
  });
});

describe('what another system pays', () => {
  test('is out of our hands from the approval on, and is in no bank file', async () => {
    const { partner, number } = await handedOver();
    expect(await show(number)).toMatchObject({
      status: 'SENT',
      file_number: null,
      destination: { kind: 'external', name: 'paypal', account: 'jose@example.com' },
    });
    const cancel = { body: { reason: 'No.' } };
    expect((await office.send('manager:ada', 'POST', `${ALL}/${number}/cancel`, cancel)).status).toBe(409);
    // A new destination does not take the approval back.
    await decide((await save(partner)).body.id, 'confirm');
    expect(await show(number)).toMatchObject({ status: 'SENT' });
    expect(await balance(partner)).toMatchObject({ balance: 100, reserved: 10, paid: 0 });
  });

  test('is booked once when it says that it was paid; the same again changes nothing', async () => {
    const { partner, number } = await handedOver();
    const { status, body } = await confirm(number);
    expect([status, body]).toMatchObject([
      200,
      { status: 'PAID', payment_reference: 'P-1', settled_by: 'payer:bridge' },
    ]);
    expect(await confirm(number)).toMatchObject({ status: 200, body });
    expect(await balance(partner)).toMatchObject({ balance: 90, reserved: 0, paid: 10 });
    const other = [{ reference: 'P-2' }, { outcome: 'FAILED', reason: 'No.' }, { amount: '10.00' }];
    for (const change of other)
      expect(await confirm(number, change)).toMatchObject({
        status: 409,
        body: { code: 'reference_reused' },
      });
    expect(await balance(partner)).toMatchObject({ balance: 90, reserved: 0, paid: 10 });
  });

  test('is booked once when many calls come together', async () => {
    const { partner, number } = await handedOver();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => confirm(number, { reference: `P-${index % 2}` })),
    );
    const references = new Set(answers.flatMap(({ body }) => body.payment_reference ?? []));
    expect(references.size).toBe(1);
    expect(await balance(partner)).toMatchObject({ balance: 90, reserved: 0, paid: 10 });
  });

  test('is given back when it says that it failed, with the reason, and the destination is disabled', async () => {
    const { partner, number } = await handedOver();
    expect((await confirm(number, { outcome: 'FAILED' })).body.errors).toHaveProperty('reason');
    const reason = 'The account is closed.';
    const { body } = await confirm(number, { outcome: 'FAILED', reason });
    expect(body).toMatchObject({ status: 'FAILED', reason, payment_reference: 'P-1' });
    expect(await balance(partner)).toMatchObject({
      balance: 100,
      reserved: 0,
      blocks: [{ code: 'no_destination' }],
    });
  });

  test('can be settled by a person instead, and then not by the system', async () => {
    const { number } = await handedOver();
    expect((await settle(number, { outcome: 'PAID', reason: 'Seen.' })).status).toBe(200);
    expect(await confirm(number)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });
});

describe('a confirmation is refused', () => {
  test.each([
    ['of another amount', { amount: '9.99' }, 'amount'],
    ['of no amount', { amount: 'ten' }, 'amount'],
    ['in another currency', { currency: 'USD' }, 'currency'],
    ['without a reference', { reference: undefined }, 'reference'],
    ['with another outcome', { outcome: 'RETURNED' }, 'outcome'],
  ])('%s, by name', async (_what, change, field) => {
    const { number } = await handedOver();
    const { status, body } = await confirm(number, change);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(await show(number)).toMatchObject({ status: 'SENT', payment_reference: null });
  });

  test('of what a bank pays, in a file or not', async () => {
    const { number } = await sent('10');
    expect(await confirm(number)).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
    const approved = (await request(await ready(), '10')).body.number;
    await approve([approved]);
    expect((await confirm(approved)).status).toBe(422);
    expect(await show(approved)).toMatchObject({ status: 'APPROVED' });
  });

  test('before the approval, of nothing, and to all who may not confirm', async () => {
    const partner = await ready('100', EXTERNAL);
    const { number } = (await request(partner, '10')).body;
    expect((await confirm(number)).status).toBe(409);
    expect((await confirm(999_999)).status).toBe(404);
    for (const actor of ['manager:ada', partner.uid])
      expect((await confirm(number, {}, actor)).status).toBe(403);
  });
});
