import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../wallets/testing/office.ts';
import type { Bank } from '../files/index.ts';
import { ALL, GERMAN, openBureau, type Partner } from '../testing/bureau.ts';
import type { Disbursement } from '../schema.ts';
import type { Answer } from './schema.ts';

const IBAN = 'DE75512108001245126199';
const FIRM = { name: 'Firm', iban: IBAN, format: 'pain.001.001.09' } as const;
const BANKS: readonly Bank[] = [
  { code: 'main', ...FIRM },
  { code: 'quick', ...FIRM, paidBy: 'status', returnFee: 'program' },
  { code: 'dollars', ...FIRM, currency: 'USD' },
];

const { office, ready, request, approve, settle, show, balance } = await openBureau(BANKS);

const importXml = (xml: string, bank = 'main', actor = 'manager:grace') =>
  office.send<Answer & Refusal>(actor, 'POST', `${ALL}/banks/${bank}/answers`, {
    body: xml,
    headers: { 'content-type': 'application/xml' },
  });

interface Unmatched {
  readonly id: string;
  readonly outcome: string;
  readonly disbursement_number: number | null;
  readonly reason: string;
}
const listUnmatched = async () =>
  (await office.send<{ lines: Unmatched[] }>('manager:ada', 'GET', `${ALL}/answers/unmatched`)).body.lines;
const reasons = async (number: number) =>
  (await listUnmatched()).filter((line) => line.disbursement_number === number).map(({ reason }) => reason);

interface Sent {
  readonly partner: Partner;
  readonly number: number;
  readonly id: string;
}

/** Disbursements in a file that was fetched. */
async function sendFile(bank: string, ...amounts: string[]) {
  const lines: Sent[] = [];
  for (const amount of amounts) {
    const partner = await ready('100');
    const { number } = (await request(partner, amount)).body;
    await approve([number]);
    lines.push({ partner, number, id: `D${String(number).padStart(9, '0')}` });
  }
  const { body } = await office.send<{ file: { number: number; message_id: string } }>(
    'manager:ada',
    'POST',
    `${ALL}/files`,
    { body: { bank } },
  );
  await office.send('manager:ada', 'POST', `${ALL}/files/${body.file.number}/fetch`);
  const [first] = lines;
  if (!first) throw new Error('There is a line.');
  return { message: body.file.message_id, lines, first };
}

let messages = 0;
/** A statement in version 08 of camt.053. */
const statement = (entries: string, iban = IBAN): string =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M${(messages += 1)}</MsgId></GrpHdr>` +
  `<Stmt><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

let references = 0;
const entry = (
  id: string,
  amount: string,
  { direction = 'DBIT', further = '', state = 'BOOK' } = {},
): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>${state}</Cd></Sts><NtryDtls><TxDtls>` +
  `<Refs><AcctSvcrRef>R${(references += 1)}</AcctSvcrRef><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt>${further}</TxDtls></NtryDtls></Ntry>`;
const returned = (id: string, amount: string, code = 'AC04'): string =>
  entry(id, amount, { direction: 'CRDT', further: `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>` });

const because = (reason: string): string => reason && `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
const status = (message: string, { group = '', reason = '', lines = '' }): string =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>M${(messages += 1)}</MsgId></GrpHdr>` +
  `<OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId>${group && `<GrpSts>${group}</GrpSts>`}${because(reason)}</OrgnlGrpInfAndSts>` +
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${message}-1</OrgnlPmtInfId>${lines}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
const line = (id: string, code: string, reason = ''): string =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${code && `<TxSts>${code}</TxSts>`}${because(reason)}</TxInfAndSts>`;

test('a statement pays what it names by account, id and exact amount; the same file again changes nothing', async () => {
  const { lines, first } = await sendFile('main', '60', '30.50');
  const xml = statement(lines.map(({ id }, index) => entry(id, index === 0 ? '60.00' : '30.50')).join(''));
  const { status: code, body } = await importXml(xml);
  expect([code, body]).toMatchObject([200, { applied: 2, unmatched: 0 }]);
  expect(await balance(first.partner)).toMatchObject({ balance: 40, paid: 60, reserved: 0 });
  expect((await importXml(xml)).body).toEqual(body);
  // The same bookings in another file.
  expect((await importXml(`${xml}\n`)).body).toMatchObject({ applied: 0, unmatched: 0, ignored: 2 });
  expect((await show(first.number)).status).toBe('PAID');
});

describe('what does not fit is listed for a person and changes nothing', () => {
  test.each([
    ['another amount', (id: string) => statement(entry(id, '59.99')), /of 60.00, not of 59.99/],
    [
      'a return before the payment',
      (id: string) => statement(returned(id, '60')),
      /no statement has its payment/,
    ],
    [
      'money taken back again',
      (id: string) => statement(entry(id, '60', { further: '<RtrInf/>' })),
      /came back/,
    ],
  ])('%s', async (_what, xml, reason) => {
    const { first } = await sendFile('main', '60');
    expect((await importXml(xml(first.id))).body).toMatchObject({ applied: 0, unmatched: 1 });
    expect((await show(first.number)).status).toBe('SENT');
    expect(await reasons(first.number)).toEqual([expect.stringMatching(reason)]);
  });

  test('of another account, without an id, with an unknown one, or in another currency', async () => {
    const { first } = await sendFile('main', '60');
    const other = statement(entry(first.id, '60'), 'DE89370400440532013000');
    const dollars = statement(entry(first.id, '60').replaceAll('EUR', 'USD'));
    for (const xml of [
      other,
      statement(entry('NOTPROVIDED', '60')),
      statement(entry('D999999999', '60')),
      dollars,
    ])
      expect((await importXml(xml)).body).toMatchObject({ applied: 0, unmatched: 1 });
    expect((await show(first.number)).status).toBe('SENT');
  });

  test('in the currency of another profile of the same account', async () => {
    const partner = await ready('100', GERMAN, 'USD');
    const { number } = (await request(partner, '60')).body;
    await approve([number]);
    const { body } = await office.send<{ file: { number: number } }>('manager:ada', 'POST', `${ALL}/files`, {
      body: { bank: 'dollars' },
    });
    await office.send('manager:ada', 'POST', `${ALL}/files/${body.file.number}/fetch`);
    const id = `D${String(number).padStart(9, '0')}`;
    expect((await importXml(statement(entry(id, '60')))).body).toMatchObject({ applied: 0, unmatched: 1 });
    const dollars = statement(entry(id, '60').replaceAll('EUR', 'USD'));
    expect((await importXml(dollars, 'dollars')).body).toMatchObject({ applied: 1 });
    expect((await importXml(statement(returned(id, '55')))).body).toMatchObject({ applied: 0, unmatched: 1 });
    expect((await show(number)).status).toBe('PAID');
  });

  test('a second payment of the same disbursement', async () => {
    const { first } = await sendFile('main', '60');
    const { body } = await importXml(statement(entry(first.id, '60') + entry(first.id, '60')));
    expect(body).toMatchObject({ applied: 1, unmatched: 1 });
    expect(await balance(first.partner)).toMatchObject({ paid: 60 });
  });
});

test('who approved a payment cannot have its money given back by a file: another person settles it', async () => {
  const { message, first } = await sendFile('main', '60');
  const refused = status(message, { lines: line(first.id, 'RJCT', 'AC04') });
  expect((await importXml(refused, 'main', 'manager:ada')).body).toMatchObject({ applied: 0, unmatched: 1 });
  expect((await show(first.number)).status).toBe('SENT');
  await importXml(statement(entry(first.id, '60')), 'main', 'manager:ada');
  expect((await show(first.number)).status).toBe('PAID');
  await importXml(statement(returned(first.id, '60')), 'main', 'manager:ada');
  expect((await show(first.number)).status).toBe('PAID');
  expect(await reasons(first.number)).toEqual([
    expect.stringMatching(/another person/),
    expect.stringMatching(/another person/),
  ]);
});

/** An entry that has only its place in the statement. */
const counted = (id: string, amount: string, day: string): string =>
  `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>` +
  `<NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;
/** An entry that has a reference, and some of its payments. */
const split = (...payments: string[]): string =>
  `<Ntry><Amt Ccy="EUR">30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>SPLIT${references}</AcctSvcrRef>` +
  `<NtryDtls>${payments.join('')}</NtryDtls></Ntry>`;

describe('what banks number again', () => {
  test('in each statement is another booking, except in a copy of the statement', async () => {
    const { lines } = await sendFile('main', '10', '10');
    const [one, two] = lines.map(({ id }) => id);
    await importXml(statement(counted(one ?? '', '10', '2024-06-03')));
    const second = statement(counted(two ?? '', '10', '2024-06-04'));
    expect((await importXml(second)).body).toMatchObject({ applied: 1, ignored: 0 });
    expect((await importXml(`${second}\n`)).body).toMatchObject({ applied: 0, ignored: 1 });
    for (const { number } of lines) expect((await show(number)).status).toBe('PAID');
  });

  test.each([
    ['one entry that comes in parts', ''],
    ['one entry with its own number on each payment', '<AcctSvcrRef>SAME</AcctSvcrRef>'],
  ])('are the payments of %s, in any order', async (_what, own) => {
    const { lines } = await sendFile('main', '10', '20');
    references += 1;
    const [one, two] = lines.map(
      ({ id }, index) =>
        `<TxDtls><Refs>${own}<EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${index === 0 ? 10 : 20}</Amt></TxDtls>`,
    );
    await importXml(statement(split(one ?? '')));
    expect((await importXml(statement(split(two ?? '')))).body).toMatchObject({ applied: 1, ignored: 0 });
    expect((await importXml(statement(split(two ?? '', one ?? '')))).body).toMatchObject({ ignored: 2 });
    for (const { number } of lines) expect((await show(number)).status).toBe('PAID');
  });

  test('is for a person, where one entry has a payment of ours twice', async () => {
    const { first } = await sendFile('main', '60');
    references += 1;
    const payment = `<TxDtls><Refs><EndToEndId>${first.id}</EndToEndId></Refs><Amt Ccy="EUR">60</Amt></TxDtls>`;
    const { body } = await importXml(statement(split(payment, payment)));
    expect(body).toMatchObject({ applied: 1, unmatched: 1, ignored: 0 });
  });
});

describe('a return that comes before its payment', () => {
  test('is applied after it in the same file', async () => {
    const { first } = await sendFile('main', '60');
    const { body } = await importXml(statement(returned(first.id, '57.50') + entry(first.id, '60')));
    expect(body).toMatchObject({ applied: 2, unmatched: 0 });
    expect(await show(first.number)).toMatchObject({ status: 'RETURNED', returned_amount: 57.5 });
  });

  test('waits for the payment in another file, no matter who imports that', async () => {
    const { first } = await sendFile('main', '60');
    expect((await importXml(statement(returned(first.id, '57.50')))).body).toMatchObject({ unmatched: 1 });
    expect((await listUnmatched())[0]).toMatchObject({
      outcome: 'WAITING',
      disbursement_number: first.number,
    });
    const payment = statement(entry(first.id, '60'));
    expect((await importXml(payment, 'main', 'manager:ada')).body).toMatchObject({ applied: 1 });
    expect(await show(first.number)).toMatchObject({
      status: 'RETURNED',
      returned_amount: 57.5,
      settled_by: 'manager:grace',
    });
    expect(await reasons(first.number)).toEqual([]);
    expect(await balance(first.partner)).toMatchObject({ balance: 97.5, paid: 2.5, reserved: 0 });
  });

  test('is never applied if who approved the payment imported it', async () => {
    const { first } = await sendFile('main', '60');
    await importXml(statement(returned(first.id, '60')), 'main', 'manager:ada');
    await importXml(statement(entry(first.id, '60')));
    expect((await show(first.number)).status).toBe('PAID');
    expect(await reasons(first.number)).toEqual([expect.stringMatching(/another person/)]);
  });
});

test('a file that nobody has fetched cannot have been refused: its payments are not given back', async () => {
  const partner = await ready('100');
  const { number } = (await request(partner, '60')).body;
  await approve([number]);
  const { body } = await office.send<{ file: { number: number; message_id: string } }>(
    'manager:ada',
    'POST',
    `${ALL}/files`,
    { body: { bank: 'main' } },
  );
  const refusal = status(body.file.message_id, { group: 'RJCT' });
  expect((await importXml(refusal)).body).toMatchObject({ applied: 0, unmatched: 1 });
  const said = await settle(number, { outcome: 'FAILED', reason: 'Not wanted.' });
  expect([said.status, said.body.detail]).toEqual([409, expect.stringContaining('unseal')]);
  expect((await show(number)).status).toBe('SEALED');
  expect(await balance(partner)).toMatchObject({ reserved: 60, available: 40 });
});

test('the death of an account holder blocks the partner', async () => {
  const { message, first } = await sendFile('main', '60');
  await importXml(status(message, { lines: line(first.id, 'RJCT', 'MD07') }));
  expect((await balance(first.partner))?.blocks).toEqual([
    { code: 'no_destination', reason: 'The account has no confirmed destination.' },
    { code: 'blocked', reason: 'The bank says that the account holder has died.' },
  ]);
});

const assign = (id: string | undefined, number: number, actor = 'manager:grace') =>
  office.send<Disbursement & Refusal>(actor, 'POST', `${ALL}/answers/unmatched/${id}/assign`, {
    body: { disbursement_number: number },
  });
const dismiss = (id: string | undefined, body: object = { reason: 'A fee.' }, actor = 'manager:grace') =>
  office.send(actor, 'POST', `${ALL}/answers/unmatched/${id}/dismiss`, { body });
const newest = async (xml: string): Promise<string | undefined> => {
  await importXml(xml);
  return (await listUnmatched())[0]?.id;
};

describe('a line for a person', () => {
  test('is assigned to a disbursement of the same account, amount and currency, once', async () => {
    const { first } = await sendFile('main', '60');
    const { first: other } = await sendFile('main', '60.01');
    const id = await newest(statement(entry('NOTPROVIDED', '60')));
    const wrong = await assign(id, other.number);
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['disbursement_number']]);
    expect((await assign(id, first.number)).body).toMatchObject({
      status: 'PAID',
      settled_by: 'manager:grace',
    });
    expect(await balance(first.partner)).toMatchObject({ balance: 40, paid: 60 });
    expect((await assign(id, first.number)).status).toBe(409);
    expect((await listUnmatched()).map((each) => each.id)).not.toContain(id);

    const back = await newest(statement(returned('NOTPROVIDED', '60')));
    expect((await assign(back, other.number)).status).toBe(422);
    expect((await assign(back, first.number)).body).toMatchObject({ status: 'RETURNED', reason: 'AC04' });
  });

  test('is not assigned by who approved, nor to another account, nor without an amount', async () => {
    const { message, first } = await sendFile('main', '60');
    const id = await newest(statement(entry('NOTPROVIDED', '60')));
    const own = await assign(id, first.number, 'manager:ada');
    expect([own.status, own.body.detail]).toEqual([422, expect.stringContaining('Another person')]);
    const foreign = await newest(statement(entry(first.id, '60'), 'DE89370400440532013000'));
    expect((await assign(foreign, first.number)).status).toBe(422);
    const blocked = await newest(status(message, { lines: line(first.id, 'BLCK') }));
    expect((await assign(blocked, first.number)).status).toBe(422);
    expect((await assign(id, 999_999)).status).toBe(404);
    expect((await assign('999999', first.number)).status).toBe(404);
    expect((await assign('x', first.number)).status).toBe(400);
    expect((await assign(id, first.number, first.partner.uid)).status).toBe(403);
    expect((await show(first.number)).status).toBe('SENT');
  });

  test('is dismissed with a reason, once', async () => {
    const id = await newest(statement(entry('NOTPROVIDED', '1.23')));
    expect((await dismiss(id, {})).status).toBe(400);
    expect((await dismiss(id)).status).toBe(204);
    expect((await dismiss(id)).status).toBe(409);
    expect((await listUnmatched()).map((each) => each.id)).not.toContain(id);
    expect((await dismiss('999999')).status).toBe(404);
  });
});

const review = (number: number, actor: string) =>
  office.send<Disbursement & Refusal>(actor, 'POST', `${ALL}/${number}/review`);

/** The bank pays; a manager who approved nothing forges a refusal, and the partner asks again. */
async function forge() {
  const { message, first } = await sendFile('main', '60');
  await importXml(status(message, { lines: line(first.id, 'RJCT', 'FOCR') }));
  expect((await show(first.number)).status).toBe('FAILED');
  const { number } = (await request(first.partner, '60')).body;
  return { forged: first.number, number };
}

describe('who alone had money given back', () => {
  test('cannot approve the next payment of the account, alone or in a run', async () => {
    const { number } = await forge();
    const refused = await approve([number], 'manager:grace');
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('Another person')]);
    await office.database.sql`update disbursement set status = 'CANCELLED' where number = ${number}`;
    await office.database.sql`delete from wallet_reservation where reference = ${`disbursement:${number}`}`;
    const { body } = await office.send<{ number: number }>('manager:zoe', 'POST', `${ALL}/runs`);
    const run = await office.send<{ left: { number: number; reason: string }[] }>(
      'manager:grace',
      'POST',
      `${ALL}/runs/${body.number}/approve`,
    );
    expect(run.body.left.map(({ reason }) => reason)).toContain('own_outcome');
  });

  test('leaves that to others, or can when another person has reviewed it', async () => {
    const { forged, number } = await forge();
    expect((await review(forged, 'manager:grace')).status).toBe(422);
    expect((await review(number, 'manager:ada')).status).toBe(409);
    expect((await review(forged, 'manager:ada')).body).toMatchObject({ reviewed_by: 'manager:ada' });
    expect((await review(forged, 'manager:eve')).status).toBe(409);
    expect((await approve([number], 'manager:grace')).status).toBe(204);
    const second = await forge();
    expect((await approve([second.number], 'manager:eve')).status).toBe(204);
  });
});

test('what is not booked yet, and other income of the account, are left alone', async () => {
  const { first } = await sendFile('main', '60');
  const pending = entry(first.id, '60', { state: 'PDNG' });
  const income = entry('NOTPROVIDED', '5', { direction: 'CRDT' });
  expect((await importXml(statement(pending + income))).body).toMatchObject({
    applied: 0,
    unmatched: 0,
    ignored: 1,
  });
  expect((await show(first.number)).status).toBe('SENT');
});

/** Of a bank that gives its bookings no reference. */
const anonymous = (amount: string, day: string, { direction = 'DBIT', further = '', id = '' } = {}): string =>
  `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${further}<Sts>BOOK</Sts>` +
  `<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>NONREF</AcctSvcrRef><NtryDtls><TxDtls><Refs>` +
  `<AcctSvcrRef>NONREF</AcctSvcrRef><EndToEndId>${id || 'NOTPROVIDED'}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;

test('bookings without a reference are told apart, and each is listed', async () => {
  const fees = anonymous('1.10', '2024-06-03') + anonymous('1.20', '2024-06-03');
  expect((await importXml(statement(fees))).body).toMatchObject({ unmatched: 2, ignored: 0 });
  const later = statement(anonymous('1.10', '2024-06-04'));
  expect((await importXml(later)).body).toMatchObject({ unmatched: 1, ignored: 0 });
  expect((await importXml(`${later}\n`)).body).toMatchObject({ unmatched: 0, ignored: 1 });
});

test.each(['true', '1'])('a credit that is marked as a reversal by %s is a return', async (mark) => {
  const { first } = await sendFile('main', '60');
  await importXml(statement(entry(first.id, '60')));
  const further = `<RvslInd>${mark}</RvslInd>`;
  const back = anonymous('60', '2024-06-05', { direction: 'CRDT', further, id: first.id });
  expect((await importXml(statement(back))).body).toMatchObject({ applied: 1 });
  expect((await show(first.number)).status).toBe('RETURNED');
});

test('income with our id that is not called a return is for a person, who can assign it', async () => {
  const { first } = await sendFile('main', '60');
  await importXml(statement(entry(first.id, '60')));
  const id = await newest(statement(entry(first.id, '60', { direction: 'CRDT' })));
  expect(await reasons(first.number)).toEqual([expect.stringMatching(/our id, but no return/)]);
  expect((await assign(id, first.number)).body).toMatchObject({ status: 'RETURNED' });
});

test('one booking of a whole file pays all of it, if the sum is that of its payments', async () => {
  const { message, lines } = await sendFile('main', '10', '20');
  const batch = (amount: string) =>
    statement(
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><AcctSvcrRef>B${(references += 1)}</AcctSvcrRef>` +
        `<NtryDtls><Btch><PmtInfId>${message}-1</PmtInfId></Btch></NtryDtls></Ntry>`,
    );
  expect((await importXml(batch('29.99'))).body).toMatchObject({ applied: 0, unmatched: 1 });
  expect((await importXml(batch('30.00'))).body).toMatchObject({ applied: 1 });
  for (const { number } of lines) expect((await show(number)).status).toBe('PAID');
});

test('a return gives back what came, disables the destination, and happens once', async () => {
  const { first } = await sendFile('main', '60');
  await importXml(statement(entry(first.id, '60')));
  expect((await importXml(statement(returned(first.id, '60.01')))).body).toMatchObject({ unmatched: 1 });
  expect((await importXml(statement(returned(first.id, '57.50')))).body).toMatchObject({ applied: 1 });
  expect(await show(first.number)).toMatchObject({
    status: 'RETURNED',
    returned_amount: 57.5,
    reason: 'AC04',
  });
  expect(await balance(first.partner)).toMatchObject({
    balance: 97.5,
    paid: 2.5,
    blocks: [{ code: 'no_destination' }],
  });
  expect((await importXml(statement(returned(first.id, '57.50')))).body).toMatchObject({ unmatched: 1 });
});

test('where the program bears the fee of a return, all is given back', async () => {
  const { first } = await sendFile('quick', '60');
  await importXml(statement(entry(first.id, '60')), 'quick');
  await importXml(statement(returned(first.id, '57.50', 'FOCR')), 'quick');
  expect(await balance(first.partner)).toMatchObject({ balance: 100, paid: 0, blocks: [] });
});

describe('a status report', () => {
  test('accepts, refuses and notes payments one by one', async () => {
    const { message, lines } = await sendFile('main', '10', '20', '30');
    const [one, two, three] = lines.map(({ id }) => id);
    const xml = status(message, {
      group: 'PART',
      lines: line(one ?? '', 'ACSC') + line(two ?? '', 'RJCT', 'AC01') + line(three ?? '', 'PDNG'),
    });
    expect((await importXml(xml)).body).toMatchObject({ applied: 2, noted: 2, unmatched: 0 });
    const states = await Promise.all(lines.map(async ({ number }) => (await show(number)).status));
    expect(states).toEqual(['ACCEPTED', 'FAILED', 'SENT']);
    expect(lines[1] && (await balance(lines[1].partner))).toMatchObject({
      balance: 100,
      reserved: 0,
      blocks: [{ code: 'no_destination' }],
    });
  });

  test('of a refused file fails all its payments and no destination', async () => {
    const { message, lines, first } = await sendFile('main', '10', '20');
    expect((await importXml(status(message, { group: 'RJCT' }))).body).toMatchObject({ applied: 1 });
    for (const { number } of lines) expect((await show(number)).status).toBe('FAILED');
    expect(await balance(first.partner)).toMatchObject({ available: 100, blocks: [] });
  });

  test.each([
    ['its line', (id: string) => line(id, 'RJCT', 'AM05'), ''],
    ['its line, which has no status of its own', (id: string) => line(id, '', 'AM05'), ''],
    ['the whole file, and nothing for its line', (id: string) => line(id, 'RJCT'), 'DU01'],
  ])('of a refused file calls a duplicate what says so for %s', async (_where, lineOf, reason) => {
    const { message, lines, first } = await sendFile('main', '10', '20');
    const xml = status(message, { group: 'RJCT', reason, lines: lines.map(({ id }) => lineOf(id)).join('') });
    expect((await importXml(xml)).body).toMatchObject({ applied: 0 });
    for (const { number } of lines) {
      expect((await show(number)).status).toBe('SENT');
      expect(await reasons(number)).toEqual([expect.stringMatching(/duplicate/)]);
    }
    expect(await balance(first.partner)).toMatchObject({ reserved: 10 });
  });

  test('says the most where it says it of one payment; the rest is as the whole file', async () => {
    const { message, lines, first } = await sendFile('quick', '10', '20');
    const xml = status(message, { group: 'ACSC', lines: line(first.id, 'RJCT', 'AC04') });
    expect((await importXml(xml, 'quick')).body).toMatchObject({ applied: 2, unmatched: 0 });
    const states = await Promise.all(lines.map(async ({ number }) => (await show(number)).status));
    expect(states).toEqual(['FAILED', 'PAID']);
    expect((await balance(first.partner))?.blocks).toMatchObject([{ code: 'no_destination' }]);
  });

  test('pays only where the bank profile says so', async () => {
    const { message, first } = await sendFile('quick', '10');
    await importXml(status(message, { lines: line(first.id, 'ACSC') }), 'quick');
    expect((await show(first.number)).status).toBe('PAID');
  });

  test('that says again what it has said changes nothing and is not listed', async () => {
    const { message, lines } = await sendFile('quick', '10', '20');
    const [paid, failed] = lines;
    for (const [code, refusal] of [
      ['ACSC', 'RJCT'],
      ['ACCC', 'CANC'],
    ] as const)
      await importXml(
        status(message, { lines: line(paid?.id ?? '', code) + line(failed?.id ?? '', refusal, 'AC04') }),
        'quick',
      );
    const states = await Promise.all(lines.map(async ({ number }) => (await show(number)).status));
    expect(states).toEqual(['PAID', 'FAILED']);
    for (const { number } of lines) expect(await reasons(number)).toEqual([]);
  });

  test('of a duplicate, a blocked payment or an unknown file is for a person', async () => {
    const { message, first } = await sendFile('main', '10');
    for (const xml of [
      status(message, { lines: line(first.id, 'RJCT', 'AM05') }),
      status(message, { lines: line(first.id, 'BLCK') }),
      status('F000000000-1', { lines: line(first.id, 'RJCT', 'AC01') }),
      status(message, { lines: line('D999999999', 'RJCT', 'AC01') }),
    ])
      expect((await importXml(xml)).body).toMatchObject({ applied: 0, unmatched: 1 });
    expect((await show(first.number)).status).toBe('SENT');
  });
});

describe('a file is refused', () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><Document><a>&c;</a></Document>';
  test.each([
    ['with entities', bomb, 422],
    ['with an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 422],
    ['that ends too early', statement('').replace('</Stmt></BkToCstmrStmt></Document>', ''), 422],
    ['that nests deeply', '<a>'.repeat(100_000), 422],
    ['of another kind', '<Document><a/></Document>', 422],
    ['of text', 'Dear customer', 422],
    ['of nothing', '', 422],
    ['of one long text', `<Document>${' '.repeat(2 ** 20)}</Document>`, 422],
    ['of 50 MB', `<Document>${'<a/>'.repeat(13 * 2 ** 20)}</Document>`, 413],
    ['with a character that XML does not have', statement(entry('D\0', '1')), 422],
    ['with the number of such a character', statement(entry('D&#0;', '1')), 422],
    ['with half of a character', statement(entry('D&#xD800;', '1')), 422],
    ['with such a character in an attribute', statement(entry('D1', '1').replaceAll('"EUR"', '"E\0R"')), 422],
    ['with a long id', statement(entry(randomBytes(3000).toString('base64'), '1')), 422],
    ['of endless elements', `<Document>${'<a/>'.repeat(600_000)}</Document>`, 422],
  ])('%s', async (_what, xml, code) => {
    expect((await importXml(xml)).status).toBe(code);
  });

  test('for an unknown bank, and to partners', async () => {
    const { status: code, body } = await importXml(statement(''), 'none');
    expect([code, Object.keys(body.errors ?? {})]).toEqual([400, ['bank']]);
    expect((await importXml(statement(''), 'main', 'P1')).status).toBe(403);
  });
});
