import { createHash } from 'node:crypto';
import { expect, test, describe } from 'vitest';
import { put } from '../../testing/facts.ts';
import { ALL, GERMAN, openBureau } from '../testing/bureau.ts';
import type { Refusal } from '../../wallets/testing/office.ts';
import type { Bank } from './bank.ts';
import { firstBankingDay, isBankingDay } from './banking-days.ts';
import type { File, Sealed } from './schema.ts';
import { thorough } from '../../../testing/effort.ts';

const FIRM = { name: 'Firm & Söhne', iban: 'DE75512108001245126199' };
const BANKS: readonly Bank[] = [
  { code: 'old', format: 'pain.001.001.03', ...FIRM, bic: 'SOGEDEFF' },
  {
    code: 'new',
    format: 'pain.001.001.09',
    ...FIRM,
    currency: 'SEK',
    withoutBic: 'NOTPROVIDED',
    instructionId: false,
  },
  { code: 'table', format: 'csv', ...FIRM, currency: 'DKK' },
  {
    code: 'strict',
    format: 'pain.001.001.09',
    ...FIRM,
    currency: 'NOK',
    address: 'structured',
    withoutBic: 'refuse',
  },
  { code: 'short', format: 'csv', ...FIRM, currency: 'PLN', maxLines: 2 },
  { code: 'fallen', format: 'csv', ...FIRM, currency: 'CZK' },
  { code: 'late', format: 'csv', ...FIRM, currency: 'HUF' },
];

const bureau = await openBureau(BANKS);
const { office, request, approve, show, balance, ready, credit, settle } = bureau;

const seal = (bank: string, further: object = {}, actor = 'manager:ada') =>
  office.send<Sealed & Refusal>(actor, 'POST', `${ALL}/files`, { body: { bank, ...further } });
const fetch = (number: number, actor = 'manager:ada') =>
  office.send(actor, 'POST', `${ALL}/files/${number}/fetch`);
const listBanks = (actor: string) => office.send<{ banks: object[] }>(actor, 'GET', `${ALL}/banks`);
const unseal = (number: number) =>
  office.send<File & Refusal>('manager:ada', 'POST', `${ALL}/files/${number}/unseal`);

async function approved(currency: string, amount: string, details: object = GERMAN) {
  const partner = await ready('100.005', details, currency);
  const { number } = (await request(partner, amount)).body;
  expect((await approve([number])).status).toBe(204);
  return { ...partner, number };
}

const idOf = (number: number): string => `D${String(number).padStart(9, '0')}`;

const transfer = (number: number, amount: string, agent: string) =>
  `<CdtTrfTxInf><PmtId><InstrId>${idOf(number)}</InstrId><EndToEndId>${idOf(number)}</EndToEndId></PmtId>` +
  `<Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt>${agent}<Cdtr><Nm>Jose Muller</Nm></Cdtr>` +
  '<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>';

test('a file has the approved disbursements, its bytes never change, and fetching it again is only audited', async () => {
  const one = await approved('EUR', '60.50');
  const two = await approved('EUR', '0.01', { ...GERMAN, bic: 'COBADEFFXXX' });
  office.time.now = new Date('2024-06-03T11:00:00.000Z');
  const { status, body } = await seal('old');
  expect([status, body.left_out]).toEqual([201, []]);
  const { file } = body;
  expect(file).toMatchObject({
    bank: 'old',
    message_id: `F${String(file.number).padStart(9, '0')}-20240603110000`,
    execution_date: '2024-06-03',
    line_count: 2,
    total: 60.51,
    fetched_at: null,
  });
  expect([(await show(one.number)).status, (await show(two.number)).status]).toEqual(['SEALED', 'SEALED']);

  office.time.now = new Date('2024-06-03T11:30:00.000Z');
  const first = await fetch(file.number);
  expect((await show(one.number)).status).toBe('SENT');
  office.time.now = new Date('2024-06-03T11:45:00.000Z');
  const second = await fetch(file.number);
  expect(second.text).toBe(first.text);
  expect(createHash('sha256').update(first.text).digest('hex')).toBe(file.sha256);
  const audited = await office.database.sql`
    select details ->> 'isFirst' as first from audit_log
    where action = 'disbursement-file.fetch' and subject_id = ${String(file.number)} order by id`;
  expect(audited).toEqual([{ first: 'true' }, { first: 'false' }]);
  await expect(
    office.database.sql`update disbursement_file_part set content = '' where file_number = ${file.number}`,
  ).rejects.toThrow('never changes');

  expect(first.text).toContain(transfer(one.number, '60.50', ''));
  const agent = '<CdtrAgt><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></CdtrAgt>';
  expect(first.text).toContain(transfer(two.number, '0.01', agent));
  expect(first.text).toContain('<Dbtr><Nm>Firm + Sohne</Nm></Dbtr>');
  expect(first.text).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>60.51</CtrlSum>');
  expect(first.text).not.toMatch(/schemaLocation|AdrLine|_/);
});

test('version 09 names things as it must, and what the bank profile asks for is written', async () => {
  const { number } = await approved('SEK', '5');
  const { text } = await fetch((await seal('new', { execution_date: '2024-06-05' })).body.file.number);
  expect(text).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">');
  expect(text).toContain('<ReqdExctnDt><Dt>2024-06-05</Dt></ReqdExctnDt>');
  expect(text).toContain(`<PmtId><EndToEndId>${idOf(number)}</EndToEndId></PmtId>`);
  expect(text).toContain('<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>');
});

test('a table has one line for each payment', async () => {
  const { number } = await approved('DKK', '7.25');
  const { text } = await fetch((await seal('table')).body.file.number);
  const [head, line] = text.split('\r\n');
  expect(head).toBe('id,name,iban,bic,amount,currency,execution_date,text,message_id');
  expect(line).toContain(`${idOf(number)},Jose Muller,DE89370400440532013000,,7.25,DKK,`);
});

test('a payment that the bank would refuse is left out and stays approved', async () => {
  const address = { town: 'Köln', country: 'DE', street: 'Straße', building: '1' };
  const without = await approved('NOK', '5');
  const far = { ...GERMAN, iban: 'BR1800360305000010009795493C1', bic: 'COBADEFFXXX', address };
  const outside = await approved('NOK', '6', far);
  const bare = await approved('NOK', '7', { ...GERMAN, bic: 'COBADEFFXXX' });
  const whole = await approved('NOK', '8', { ...GERMAN, bic: 'COBADEFFXXX', address });
  const { body } = await seal('strict');
  expect(body.left_out).toEqual([
    { number: without.number, reason: 'The bank needs the BIC of the destination.' },
    { number: outside.number, reason: 'The IBAN is of BR, which is not in SEPA.' },
    { number: bare.number, reason: 'The bank needs the address of the destination.' },
  ]);
  expect((await show(without.number)).status).toBe('APPROVED');
  const { text } = await fetch(body.file.number);
  expect(text).toContain(idOf(whole.number));
  expect(text).toContain(
    '<PstlAdr><StrtNm>Strase</StrtNm><BldgNb>1</BldgNb><TwnNm>Koln</TwnNm><Ctry>DE</Ctry></PstlAdr>',
  );
  expect((await seal('strict')).status).toBe(422);
});

test('what was approved for a partner who is blocked or suspended since then is left out', async () => {
  const [died, left, fine] = [
    await approved('HUF', '5'),
    await approved('HUF', '6'),
    await approved('HUF', '7'),
  ];
  const block = `/api/manage/partners/${died.uid}/disbursement-block`;
  await office.send('manager:ada', 'PUT', block, { body: { reason: 'The account holder has died.' } });
  await put(office.bringing, 'suspensions', { partner_uid: left.uid, suspended_from: '2024-05-01' });
  const { body } = await seal('late');
  expect(body.left_out).toEqual([
    { number: died.number, reason: 'The account holder has died.' },
    { number: left.number, reason: 'The partner is suspended since 2024-05-01.' },
  ]);
  expect([body.file.line_count, (await show(fine.number)).status]).toEqual([1, 'SEALED']);
  await office.send('manager:ada', 'DELETE', block);
  expect((await seal('late')).body.file.line_count).toBe(1);
  expect([(await show(died.number)).status, (await show(left.number)).status]).toEqual([
    'SEALED',
    'APPROVED',
  ]);
});

thorough('a file that nobody has fetched can be unsealed, and no disbursement is in two files', async () => {
  const lines = [await approved('PLN', '1'), await approved('PLN', '2'), await approved('PLN', '3')];
  const [one, two] = await Promise.all([seal('short'), seal('short')]);
  expect(one.body.file.line_count + two.body.file.line_count).toBe(3);
  const long = one.body.file.line_count === 2 ? one.body.file : two.body.file;
  expect((await unseal(long.number)).body.unsealed_at).not.toBeNull();
  expect((await unseal(long.number)).status).toBe(409);
  expect((await fetch(long.number)).status).toBe(409);
  const states = await Promise.all(lines.map(async ({ number }) => (await show(number)).status));
  expect(states).toEqual(['APPROVED', 'APPROVED', 'SEALED']);
  const again = (await seal('short')).body.file;
  await fetch(again.number);
  expect((await unseal(again.number)).status).toBe(409);
});

test('when a balance fell after the approval, the newest disbursements need another one and nobody is overpaid', async () => {
  const partner = await ready('100', GERMAN, 'CZK');
  const numbers: number[] = [];
  for (const amount of ['40', '30', '30']) numbers.push((await request(partner, amount)).body.number);
  await approve(numbers);
  await credit(partner, '-20');
  const { body } = await seal('fallen');
  expect(body.file).toMatchObject({ line_count: 2, total: 70 });
  expect(body.left_out).toEqual([{ number: numbers[2], reason: 'The balance fell after it was approved.' }]);
  expect(await show(numbers[2] ?? 0)).toMatchObject({ status: 'REQUESTED', approved_by: null });
  await fetch(body.file.number);
  for (const number of numbers.slice(0, 2)) await settle(number, { outcome: 'PAID', reason: 'Statement' });
  expect(await balance(partner)).toMatchObject({ balance: 10, paid: 70, debt: 0 });
});

describe('a file is refused', () => {
  test.each([
    ['for an unknown bank', { bank: 'none' }, 'bank'],
    ['for a day that is over', { bank: 'old', execution_date: '2024-05-31' }, 'execution_date'],
    ['for a Sunday', { bank: 'old', execution_date: '2024-06-09' }, 'execution_date'],
    ['for a day too far ahead', { bank: 'old', execution_date: '2024-12-02' }, 'execution_date'],
  ])('%s', async (_what, { bank, ...further }, field) => {
    const { status, body } = await seal(bank, further);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  test('to partners, and when it is not there', async () => {
    expect((await seal('old', {}, 'P1')).status).toBe(403);
    expect((await fetch(999_999)).status).toBe(404);
    expect((await fetch(1, 'P1')).status).toBe(403);
    expect((await unseal(999_999)).status).toBe(404);
  });
});

test('managers see the bank profiles, partners do not', async () => {
  const { body } = await listBanks('manager:ada');
  expect(body.banks[0]).toEqual({ code: 'old', format: 'pain.001.001.03', ...FIRM, currency: 'EUR' });
  expect(body.banks).toHaveLength(BANKS.length);
  expect((await listBanks((await ready()).uid)).status).toBe(403);
});

test('banks settle on weekdays; in euro not on New Year, Easter, Labour Day and Christmas', () => {
  const closed = [
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-12-25',
    '2027-03-26',
    '2027-03-29',
  ];
  for (const day of closed) expect([day, isBankingDay(day, 'EUR')]).toEqual([day, false]);
  expect(isBankingDay('2026-04-03', 'SEK')).toBe(true);
  expect(isBankingDay('2026-11-15', 'SEK')).toBe(false);
  const profile = { cutOff: '12:00', currency: 'EUR' };
  expect(firstBankingDay(new Date('2026-11-13T11:59:00Z'), profile)).toBe('2026-11-13');
  expect(firstBankingDay(new Date('2026-11-13T12:00:00Z'), profile)).toBe('2026-11-16');
});
