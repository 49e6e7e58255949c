import { Big } from 'big.js';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { effort } from '../../../testing/effort.ts';
import type { Refusal } from '../../wallets/testing/office.ts';
import { ALL, EXTERNAL, openBureau, OWN, type Partner } from '../testing/bureau.ts';
import { NO_ISSUER } from '../testing/issuer.ts';
import type { AcceptedAgreement, Agreement, Document } from './schema.ts';

const TEXT = 'We issue the invoices, and you issue none.';
const ISSUER = {
  ...NO_ISSUER,
  name: 'Firm Ltd',
  address: '1 Main Street, Dublin',
  vatId: 'IE6388047V',
  agreement: TEXT,
  treatments: [
    { country: 'IE', kind: 'company', rate: '23' },
    { country: 'DE', rate: '19.5', note: 'As agreed' },
    { country: 'PT', kind: 'company', rate: '0', note: 'Reverse charge' },
  ],
} as const;
const FIRM = { name: 'Firm Ltd', iban: 'DE75512108001245126199', format: 'csv' } as const;
const BANKS = ['EUR', 'SEK', 'JPY', 'KWD', 'DKK'].map((currency) => ({
  code: currency.toLowerCase(),
  currency,
  ...FIRM,
}));

const bureau = await openBureau(BANKS, ISSUER);
const { office, ready, request, approve, settle, balance, show } = bureau;
const { sql } = office.database;
const without = await openBureau();

const LISBON = { town: 'Lisboa', country: 'PT' };
const DETAILS = { name: 'Müller Media Lda', kind: 'company', address: LISBON, vat_id: 'PT501234560' };
const AGREEMENT = `${OWN}agreement/`;

async function hashOf(partner: Partner): Promise<string> {
  return (await office.send<Agreement>(partner.uid, 'GET', AGREEMENT)).body.text_sha256;
}

async function agree(partner: Partner, details: object = {}) {
  const body = { ...DETAILS, text_sha256: await hashOf(partner), ...details };
  return office.send<AcceptedAgreement & Refusal>(partner.uid, 'POST', AGREEMENT, { body });
}

interface Sealed {
  readonly file: { readonly number: number; readonly line_count: number };
  readonly warnings: string[];
}

const seal = (bank = 'eur', actor = 'manager:ada') =>
  office.send<Sealed & Refusal>(actor, 'POST', `${ALL}/files`, { body: { bank } });
const ofFile = (number: number, verb: 'fetch' | 'unseal') =>
  office.send('manager:ada', 'POST', `${ALL}/files/${number}/${verb}`);

async function documents(partner: Partner): Promise<Document[]> {
  const { body } = await office.send<{ documents: Document[]; count: number }>(
    partner.uid,
    'GET',
    `${OWN}documents/`,
  );
  expect(body.count).toBe(body.documents.length);
  return body.documents;
}

async function approved(amount: string, details: object = {}, currency = 'EUR') {
  const partner = await ready('1000', undefined, currency);
  expect((await agree(partner, details)).status).toBe(201);
  const { number } = (await request(partner, amount)).body;
  expect((await approve([number])).status).toBe(204);
  return { ...partner, number };
}

const serialOf = ({ number }: Document): number => Number(/\d+$/.exec(number)?.[0]);

/** Numbers of every series are 1, 2, 3 and so on; the days do not go back; each credit note has its invoice. */
async function checkSeries(): Promise<void> {
  const rows = await sql<{ series: string; serial: number; number: string; day: string; head: number }[]>`
    select document.series, document.serial::int, number, document.issued_on::text as day, head.serial::int as head
    from self_billing_document document join self_billing_series head using (tenant, series)
    order by document.series, document.serial`;
  const counts = new Map<string, number>();
  let before = { series: '', day: '' };
  for (const { series, serial, number, day } of rows) {
    expect(serial).toBe((counts.get(series) ?? 0) + 1);
    counts.set(series, serial);
    expect(number).toBe(`${series}-${String(serial).padStart(6, '0')}`);
    expect(before.series !== series || day >= before.day).toBe(true);
    before = { series, day };
  }
  for (const { series, head } of rows) expect(counts.get(series)).toBe(head);
}

/** What invoices less credit notes say was disbursed, by disbursement, and what the disbursements say. */
async function checkSums(): Promise<void> {
  const rows = await sql`
    select disbursement.number from disbursement
    left join (
      select disbursement_number as number,
        sum((content ->> 'net')::numeric * case kind when 'invoice' then 1 else -1 end) as net
      from self_billing_document group by disbursement_number
    ) billed using (number)
    where coalesce(net, 0) <> case
      when status in ('SEALED', 'SENT', 'ACCEPTED', 'PAID') then amount
      when status = 'RETURNED' then amount - returned_amount else 0 end`;
  expect(rows).toEqual([]);
}

describe('an agreement', () => {
  test('is accepted by its partner, for its text and for a time', async () => {
    const partner = await ready('10');
    const { body: before } = await office.send<Agreement>(partner.uid, 'GET', AGREEMENT);
    expect(before).toMatchObject({ text: TEXT, accepted: null, issuer: { name: 'Firm Ltd' } });
    const { status, body } = await agree(partner);
    expect([status, body]).toEqual([
      201,
      {
        ...DETAILS,
        text_sha256: before.text_sha256,
        accepted_by: partner.uid,
        accepted_at: office.time.now.toISOString(),
        valid_to: new Date(office.time.now.getTime() + 365 * 86_400_000).toISOString(),
      },
    ]);
    expect((await office.send<Agreement>(partner.uid, 'GET', AGREEMENT)).body.accepted).toEqual(body);
    await expect(sql`update self_billing_agreement set valid_to = now()`).rejects.toThrow('never change');
  });

  test.each([
    ['to another text', { text_sha256: '0'.repeat(64) }, 422, 'text_sha256'],
    ['to no text', { text_sha256: 'yes' }, 400, 'text_sha256'],
    ['without a name', { name: '' }, 400, 'name'],
    ['of another kind', { kind: 'club' }, 400, 'kind'],
    ['without a town', { address: { country: 'PT' } }, 400, 'address.town'],
    ['with an unknown field', { colour: 'red' }, 400, 'colour'],
  ])('is refused %s', async (_what, given, wanted, field) => {
    const { status, body } = await agree(await ready('10'), given);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([wanted, [field]]);
  });

  test('is refused to others than partners, and where the program issues no documents', async () => {
    const partner = await ready('10');
    const body = { ...DETAILS, text_sha256: await hashOf(partner) };
    expect((await office.send('manager:ada', 'POST', AGREEMENT, { body })).status).toBe(403);
    expect((await office.send(`reader:${partner.uid}`, 'POST', AGREEMENT, { body })).status).toBe(403);
    const other = await without.ready('10');
    expect((await without.office.send(other.uid, 'GET', AGREEMENT)).status).toBe(404);
    expect((await without.office.send(other.uid, 'POST', AGREEMENT, { body })).status).toBe(404);
    expect((await without.request(other, '5')).status).toBe(201);
  });

  test('that is missing or has ended blocks requests, approvals and files, with a reason', async () => {
    const partner = await ready('100', undefined, 'DKK');
    const blocks = async () => (await balance(partner))?.blocks.map(({ code }) => code);
    expect(await blocks()).toEqual(['document_missing']);
    const refused = await request(partner, '10');
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['account_id']]);
    const leftOut = async () =>
      (
        await office.send<{ left_out: { reason: string; count: number }[] }>(
          'manager:ada',
          'GET',
          '/api/manage/disbursements/runs/preview',
        )
      ).body.left_out.find(({ reason }) => reason === 'document_missing')?.count ?? 0;
    const before = await leftOut();
    await agree(partner);
    expect(await leftOut()).toBe(before - 1);
    expect(await blocks()).toEqual([]);
    const one = (await request(partner, '10')).body.number;
    const two = (await request(partner, '20')).body.number;
    await approve([one]);
    const { now } = office.time;
    office.time.now = new Date(now.getTime() + 366 * 86_400_000);
    const late = await approve([two]);
    expect([late.status, late.body.detail]).toEqual([422, expect.stringContaining('agreement')]);
    expect((await seal('dkk')).status).toBe(422);
    expect((await show(one)).status).toBe('APPROVED');
    await agree(partner);
    expect((await seal('dkk')).body.file.line_count).toBe(1);
    office.time.now = now;
  });
});

describe('a document', () => {
  test('is issued when the file is sealed, with the data of that moment, and never changes', async () => {
    const { number, ...partner } = await approved('120.50');
    expect(await documents(partner)).toEqual([]);
    const { body } = await seal();
    expect(body.warnings).toEqual([]);
    const [invoice] = await documents(partner);
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^SB-2024-\d{6}$/) as unknown,
      kind: 'invoice',
      type_code: '389',
      issued_on: '2024-06-01',
      issuer: { name: 'Firm Ltd', address: '1 Main Street, Dublin', vat_id: 'IE6388047V' },
      partner: { partner_uid: partner.uid, ...DETAILS },
      account_id: partner.account,
      disbursement_number: number,
      corrects: null,
      service: 'Referral of clients',
      period_from: '2024-06-01',
      period_to: '2024-06-01',
      currency: 'EUR',
      net: 120.5,
      treatment: 'configured',
      vat_rate: 0,
      vat: 0,
      total: 120.5,
      note: 'Reverse charge',
    });
    await agree(partner, { name: 'Another name' });
    expect(await documents(partner)).toEqual([invoice]);
    await expect(sql`update self_billing_document set content = '{}'`).rejects.toThrow('never change');
    await expect(sql`delete from self_billing_document`).rejects.toThrow('never change');
    await expect(sql`update self_billing_series set serial = serial - 1`).rejects.toThrow('never change');
  });

  test.each([
    ['rounds half a cent up', 'EUR', '0.10', { country: 'DE', town: 'Ulm' }, '19.5', '0.02', '0.12'],
    ['has three decimals in dinars', 'KWD', '1.001', { country: 'IE', town: 'Cork' }, '23', '0.230', '1.231'],
    ['has none in yen', 'JPY', '11', { country: 'IE', town: 'Cork' }, '23', '3', '14'],
  ])('adds the rate of VAT and %s', async (_what, currency, net, address, vat_rate, vat, total) => {
    const { number: _number, ...partner } = await approved(net, { address }, currency);
    await seal(currency.toLowerCase());
    expect(await documents(partner)).toMatchObject([
      { currency, net: Number(net), vat_rate: Number(vat_rate), vat: Number(vat), total: Number(total) },
    ]);
  });

  test('without a treatment says nothing about VAT, and sealing warns of it', async () => {
    const { number: _number, ...partner } = await approved('5', { kind: 'person' });
    expect((await seal()).body.warnings).toEqual([
      'Documents say nothing about VAT: selfBilling.treatments has none for PT, person.',
    ]);
    expect(await documents(partner)).toMatchObject([{ treatment: 'none', vat_rate: 0, vat: 0, note: null }]);
  });

  test('of what another system pays is issued with the approval, and taken back when it failed', async () => {
    const partner = await ready('1000', EXTERNAL);
    await agree(partner);
    const { number } = (await request(partner, '50')).body;
    expect(await documents(partner)).toEqual([]);
    expect((await approve([number])).status).toBe(204);
    const [invoice] = await documents(partner);
    expect(invoice).toMatchObject({ kind: 'invoice', disbursement_number: number });
    const body = { outcome: 'FAILED', amount: '50', currency: 'EUR', reference: 'P-1', reason: 'Closed.' };
    expect((await office.send('payer:bridge', 'POST', `${ALL}/${number}/confirm`, { body })).status).toBe(
      200,
    );
    expect(await documents(partner)).toMatchObject([
      { kind: 'credit_note', corrects: { number: invoice?.number } },
      { kind: 'invoice' },
    ]);
  });

  test('that is unsealed is taken back by a credit note that names it, and the next file has another', async () => {
    const { number: _number, ...partner } = await approved('20');
    const { file } = (await seal()).body;
    expect((await ofFile(file.number, 'unseal')).status).toBe(200);
    const [note, invoice] = await documents(partner);
    expect(note).toMatchObject({
      kind: 'credit_note',
      type_code: '261',
      corrects: { number: invoice?.number, issued_on: '2024-06-01' },
      net: 20,
      reason: 'The payment was not sent.',
    });
    await seal();
    expect((await documents(partner)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice']);
    await checkSums();
  });

  test('of a payment that failed or came back is taken back, in part where a part came', async () => {
    const failed = await approved('30');
    const returned = await approved('40', { address: { country: 'DE', town: 'Ulm' } });
    const { file } = (await seal()).body;
    await ofFile(file.number, 'fetch');
    await settle(failed.number, { outcome: 'FAILED', reason: 'AC04' });
    await settle(returned.number, { outcome: 'PAID', reason: 'Statement' });
    await settle(returned.number, { outcome: 'RETURNED', reason: 'MS03', returned_amount: '36.30' });
    expect((await documents(failed)).map(({ kind, net, reason }) => [kind, net, reason])).toEqual([
      ['credit_note', 30, 'AC04'],
      ['invoice', 30, null],
    ]);
    expect((await documents(returned)).map(({ kind, net, vat }) => [kind, net, vat])).toEqual([
      ['credit_note', 36.3, 7.08],
      ['invoice', 40, 7.8],
    ]);
    await checkSums();
  });

  test('bills the services since the one before it', async () => {
    const { number: _number, ...partner } = await approved('20');
    await seal();
    const { now } = office.time;
    office.time.now = new Date('2024-07-03T09:00:00.000Z');
    await approve([(await request(partner, '5')).body.number]);
    await seal();
    office.time.now = now;
    expect((await documents(partner))[0]).toMatchObject({
      period_from: '2024-06-01',
      period_to: '2024-07-03',
      issued_on: '2024-07-03',
    });
  });

  test('is read by its partner and by managers, as JSON and PDF, and by nobody else', async () => {
    const { number, ...partner } = await approved('20');
    await seal();
    const [invoice] = await documents(partner);
    const path = `documents/${invoice?.number}`;
    expect((await office.send(partner.uid, 'GET', `${OWN}${path}/`)).body).toEqual(invoice);
    expect((await office.send('manager:ada', 'GET', `${ALL}/${path}`)).body).toEqual(invoice);
    const first = await office.send(partner.uid, 'GET', `${OWN}${path}/?format=pdf`);
    expect([first.status, first.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    const headers = { accept: 'application/pdf' };
    const { text } = await office.send('manager:ada', 'GET', `${ALL}/${path}`, { headers });
    expect(text.slice(0, 5)).toBe('%PDF-');
    const { body } = await office.send<{ documents: Document[] }>(
      'manager:ada',
      'GET',
      `${ALL}/documents?disbursement_number=${number}`,
    );
    expect(body.documents).toEqual([invoice]);
    const other = await ready('10');
    expect((await office.send(other.uid, 'GET', `${OWN}${path}/`)).status).toBe(404);
    expect(await documents(other)).toEqual([]);
    expect((await office.send(partner.uid, 'GET', `${ALL}/${path}`)).status).toBe(403);
    expect((await office.send('manager:ada', 'GET', `${ALL}/documents/SB-2024-999999`)).status).toBe(404);
  });
});

/** Ends connections that are in the middle of something. */
const kill = (): Promise<unknown> =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`;

describe('numbers have no gaps and none is used twice, and documents add up to what was disbursed', () => {
  const CURRENCIES = ['EUR', 'SEK', 'DKK'] as const;
  const partners: Partner[] = [];
  beforeAll(async () => {
    for (const currency of CURRENCIES) {
      const partner = await ready('100000', undefined, currency);
      await agree(partner);
      partners.push(partner);
    }
  });

  const step = fc.record({
    currency: fc.nat({ max: CURRENCIES.length - 1 }),
    amounts: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 3 }),
    fate: fc.constantFrom('unseal', 'fail', 'return', 'pay', 'nothing', 'die'),
  });

  async function take({ currency, amounts, fate }: typeof step extends fc.Arbitrary<infer S> ? S : never) {
    const partner = partners[currency];
    if (!partner) throw new Error('No partner.');
    const numbers: number[] = [];
    for (const amount of amounts)
      numbers.push((await request(partner, new Big(amount).div(100).toFixed(2))).body.number);
    await approve(numbers);
    const { status, body } = await seal(partner.currency.toLowerCase());
    // Another step at the same time may have sealed them.
    if (status !== 201 || fate === 'nothing') return;
    if (fate === 'unseal') return void (await ofFile(body.file.number, 'unseal'));
    await ofFile(body.file.number, 'fetch');
    for (const number of numbers) {
      if (fate === 'fail') await settle(number, { outcome: 'FAILED', reason: 'MS03' });
      else await settle(number, { outcome: 'PAID', reason: 'Statement' });
      if (fate === 'return') await settle(number, { outcome: 'RETURNED', reason: 'FOCR' });
    }
  }

  test('whatever happens at the same time, also when a process dies in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        await Promise.allSettled(
          steps.map(async (each) => {
            if (each.fate === 'die') await kill();
            await take(each);
          }),
        );
        // Where a destination was disabled by a failure, the next one needs another.
        for (const partner of partners) {
          if ((await balance(partner))?.blocks.some(({ code }) => code === 'no_destination')) {
            const { body } = await bureau.save(partner);
            await bureau.decide(body.id, 'confirm');
          }
        }
        await checkSeries();
        await checkSums();
      }),
      { numRuns: effort(3, 60) },
    );
    const all = await sql<{ content: Document }[]>`select content from self_billing_document`;
    expect(all.length).toBeGreaterThan(10);
    expect(new Set(all.map(({ content }) => content.number)).size).toBe(all.length);
    expect(Math.max(...all.map(({ content }) => serialOf(content)))).toBeGreaterThan(1);
  });
});
