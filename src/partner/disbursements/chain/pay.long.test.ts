import { afterAll, beforeEach, expect, test } from 'vitest';
import { startProduct } from '../../../../sdk/testing/product.ts';
import { openPersonalData } from '../../../platform/personal-data/index.ts';
import { MARKER, RECIPIENTS } from '../../../platform/personal-data/testing/samples.ts';
import { SYSTEM } from '../../wallets/testing/office.ts';
import { NO_ISSUER } from '../testing/issuer.ts';
import { openBureau, PERSONAL, type Partner } from '../testing/bureau.ts';
import { openProxy } from '../testing/proxy.ts';
import { payOnChain } from './index.ts';

const product = await startProduct();
const proxy = await openProxy(() => product.trading);
const { operator, approver } = product.credentials;
const onChain = {
  url: proxy.url,
  clientId: operator.client_id,
  clientSecret: operator.client_secret,
  networks: [{ asset: 'USDT', network: 'TRON', venue: 'cumulus', format: 'tron' } as const],
};
const bureau = await openBureau([], NO_ISSUER, [], onChain);
const { office, join, save, decide, request, approve, show, balance } = bureau;
const TRON = { kind: 'chain', network: 'TRON', wallet: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };

afterAll(async () => {
  proxy.close();
  await product.close();
});
beforeEach(() => {
  proxy.state.way = 'pass';
});

const pay = () => payOnChain(office.as(SYSTEM), { onChain, personal: PERSONAL });
/** As the job does it, which is run again when it fails. */
const tryToPay = () => pay().catch(() => {});

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly blockchainMetadata: { readonly hash: string } | null;
}

/** Calls the trading service as a client of the demo. */
async function call<Answer>(as: typeof operator, path: string, body?: object): Promise<Answer> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...as });
  const granted = await fetch(`${product.trading}/oauth/token`, { method: 'POST', body: form });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const answer = await fetch(`${product.trading}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

const PATH = '/trade/v1/venues/withdrawals';
async function withdrawalsOf(number: number): Promise<Withdrawal[]> {
  const q = encodeURIComponent(`reference:"disbursement:${number}"`);
  return (await call<{ content: Withdrawal[] }>(operator, `${PATH}?q=${q}`)).content;
}
async function vote(number: number, decision: 'APPROVE' | 'REJECT'): Promise<void> {
  const [withdrawal] = await withdrawalsOf(number);
  await call(approver, `${PATH}/${withdrawal?.id}/votes`, { decision });
}

async function approved(amount = '25.5'): Promise<{ partner: Partner; number: number }> {
  const partner = await join('100', 'USDT');
  await decide((await save(partner, TRON)).body.id, 'confirm');
  const { number } = (await request(partner, amount)).body;
  expect((await approve([number])).status).toBe(204);
  return { partner, number };
}

const statusOf = async (number: number) => (await show(number)).status;

/** Votes for it, and waits until the venue has sent it. */
async function complete(number: number): Promise<void> {
  await vote(number, 'APPROVE');
  await expect
    .poll(
      async () => {
        await tryToPay();
        return statusOf(number);
      },
      { timeout: 120_000 },
    )
    .toBe('PAID');
}

test('a disbursement is paid by one withdrawal, under the approvals of the trading service', async () => {
  const { partner, number } = await approved();
  await pay();
  expect(await statusOf(number)).toBe('SENT');
  await pay();
  expect(await withdrawalsOf(number)).toMatchObject([{ status: 'APPROVAL_REQUESTED', amount: '25.5' }]);
  expect(await balance(partner)).toMatchObject({ balance: 100, reserved: 25.5, paid: 0 });
  await complete(number);
  const [withdrawal, ...more] = await withdrawalsOf(number);
  expect([withdrawal?.status, more]).toEqual(['COMPLETED', []]);
  expect((await show(number)).payment_reference).toBe(withdrawal?.blockchainMetadata?.hash);
  expect(await balance(partner)).toMatchObject({ balance: 74.5, reserved: 0, paid: 25.5 });
  // What is over is not asked about again.
  expect(await office.database.sql`select from disbursement_withdrawal where ended_at is null`).toEqual([]);
});

test('a lost answer is asked for again, and nothing is sent twice', async () => {
  const { number } = await approved();
  proxy.state.way = 'lose answer';
  await expect(pay()).rejects.toThrow('fetch failed');
  await expect(pay()).rejects.toThrow('fetch failed');
  expect([await statusOf(number), (await withdrawalsOf(number)).length]).toEqual(['SEALED', 1]);
  proxy.state.way = 'pass';
  await Promise.all([tryToPay(), tryToPay(), tryToPay()]);
  await tryToPay();
  expect([await statusOf(number), (await withdrawalsOf(number)).length]).toEqual(['SENT', 1]);
  await vote(number, 'REJECT');
  await pay();
});

test('a repeat that looks like other content, because recipients are hashed with another key since, finds the first', async () => {
  const { number } = await approved();
  proxy.state.way = 'lose answer';
  await tryToPay();
  proxy.state.way = problem(409, 'reference_reused');
  await pay();
  expect([await statusOf(number), (await withdrawalsOf(number)).length]).toEqual(['SENT', 1]);
  await vote(number, 'REJECT');
  proxy.state.way = 'pass';
  await pay();
});

test('who receives it is sent with a request that is kept without it, and nothing is sent where it cannot be read', async () => {
  const travelRule = RECIPIENTS['a company with an own wallet'];
  const partner = await join('100', 'USDT');
  await decide((await save(partner, { ...TRON, travel_rule: travelRule })).body.id, 'confirm');
  const { number } = (await request(partner, '25.5')).body;
  await approve([number]);
  proxy.state.asked.length = 0;
  const without = payOnChain(office.as(SYSTEM), { onChain, personal: openPersonalData([]) });
  await expect(without).rejects.toThrow(/waits: .* key first of personal data is missing/);
  expect([await statusOf(number), proxy.state.asked]).toEqual(['SEALED', []]);
  await pay();
  const [{ body } = { body: {} }] = await office.database.sql<{ body: object }[]>`
    select body from disbursement_withdrawal where number = ${number}`;
  expect(proxy.state.asked.map((one) => JSON.parse(one) as object)).toEqual([
    { ...body, travelRule, leaveOutSurplus: true },
  ]);
  expect(JSON.stringify(body)).not.toContain(MARKER);
  // This venue asks nothing, so that nothing was kept there.
  expect(await withdrawalsOf(number)).toMatchObject([{ status: 'APPROVAL_REQUESTED', recipient: null }]);
  await vote(number, 'REJECT');
  await pay();
});

test('a kill of the trading service, before or after it was asked, loses nothing', async () => {
  const [first, second] = [await approved(), await approved()];
  proxy.state.way = 'lose answer';
  await tryToPay();
  await product.kill();
  await expect(pay()).rejects.toThrow('fetch failed');
  expect([await statusOf(first.number), await statusOf(second.number)]).toEqual(['SEALED', 'SEALED']);
  await product.start();
  proxy.state.way = 'pass';
  await pay();
  for (const { number } of [first, second]) {
    expect([await statusOf(number), (await withdrawalsOf(number)).length]).toEqual(['SENT', 1]);
    await vote(number, 'REJECT');
  }
  await pay();
});

test('a rejection gives the money back, and leaves the destination as it is', async () => {
  const { partner, number } = await approved();
  await pay();
  await vote(number, 'REJECT');
  await pay();
  expect(await show(number)).toMatchObject({
    status: 'FAILED',
    reason: 'Its withdrawal is CANCELLED at the trading service.',
  });
  expect(await balance(partner)).toMatchObject({ balance: 100, reserved: 0, paid: 0, blocks: [] });
});

test('what the trading service refuses fails with its reason', async () => {
  const { partner, number } = await approved('0.000001');
  await pay();
  expect(await show(number)).toMatchObject({
    status: 'FAILED',
    reason: expect.stringContaining('The trading service refused it: ') as string,
  });
  expect(await withdrawalsOf(number)).toEqual([]);
  expect(await balance(partner)).toMatchObject({ balance: 100, reserved: 0, blocks: [] });
});

test('what the venue asks about the recipient is in the reason', async () => {
  const { partner, number } = await approved();
  const says = 'is required: cumulus asks who receives it';
  const refusal = { code: 'unprocessable', detail: 'See travelRule.', errors: { travelRule: [says] } };
  proxy.state.way = { status: 422, body: JSON.stringify(refusal) };
  await pay();
  expect(await show(number)).toMatchObject({
    status: 'FAILED',
    reason: `The trading service refused it: unprocessable: See travelRule. travelRule ${says}.`,
  });
  expect(await balance(partner)).toMatchObject({ balance: 100, reserved: 0, blocks: [] });
});

const problem = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ code, detail: 'No.', status }),
});

test.each([
  ['no JSON', { status: 200, body: '<html>Welcome</html>' }],
  ['an empty object', { status: 201, body: '{}' }],
  ['null', { status: 201, body: 'null' }],
  [
    'a withdrawal of something else',
    { status: 201, body: '{"id":"1","status":"COMPLETED","reference":"x"}' },
  ],
  ['an unknown path', problem(404, 'not_found')],
  ['a missing scope', problem(403, 'forbidden')],
  ['an expired token', problem(401, 'token_expired')],
  ['another content', problem(409, 'reference_reused')],
  ['too many requests', problem(429, 'rate_limited')],
  ['an outage', problem(503, 'unavailable')],
  ['a refusal without a code', { status: 422, body: '{}' }],
])('an answer that proves nothing changes nothing: %s', async (_what, way) => {
  const { partner, number } = await approved();
  proxy.state.way = way;
  await expect(pay()).rejects.toThrow('The trading service');
  expect(await statusOf(number)).toBe('SEALED');
  expect(await balance(partner)).toMatchObject({ balance: 100, reserved: 25.5 });
  proxy.state.way = 'pass';
  await pay();
  expect([await statusOf(number), (await withdrawalsOf(number)).length]).toEqual(['SENT', 1]);
  await vote(number, 'REJECT');
  await pay();
});

test('a refusal is not believed while an earlier request can have created the withdrawal', async () => {
  const { number } = await approved();
  proxy.state.way = 'lose answer';
  await tryToPay();
  proxy.state.way = problem(422, 'unprocessable');
  await pay();
  expect([await statusOf(number), (await withdrawalsOf(number)).length]).toEqual(['SENT', 1]);
  await vote(number, 'REJECT');
  await pay();

  const late = await approved();
  proxy.state.way = 'lose request';
  await tryToPay();
  proxy.state.way = problem(422, 'unprocessable');
  for (const minutes of [5, 5, 4]) {
    office.time.now = new Date(office.time.now.getTime() + minutes * 60_000);
    await pay();
    expect(await statusOf(late.number)).toBe('SEALED');
  }
  office.time.now = new Date(office.time.now.getTime() + 2 * 60_000);
  await pay();
  expect(await show(late.number)).toMatchObject({ status: 'FAILED' });
  expect(await withdrawalsOf(late.number)).toEqual([]);
});
