import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal, type Actor } from '../../../kernel/index.ts';
import { createClock } from '../../../platform/auth/testing/fixture.ts';
import { withdrawalJobs } from '../index.ts';
import { openWithdrawalService, type Body } from '../testing/service.ts';
import { scriptedVenue } from '../testing/scripted-venue.ts';
import type { PolicySimulation, PolicyUsage } from './schema.ts';

const SYSTEM: Actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ETHER = {
  asset: { code: 'ETH' },
  blockchainDestination: { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', network: 'ETHEREUM' },
};

/** In EUR. */
const prices = new Map<string, string>();
const rates = {
  async find(tenant: string, from: string, to: string) {
    const price = tenant === 'acme' && to === 'EUR' ? prices.get(from) : undefined;
    return price === undefined ? undefined : Decimal.parse(price);
  },
};
const clock = createClock();
const { venue, left } = scriptedVenue(clock);
const service = await openWithdrawalService({ venue, clock, rates });
const { create, send, decree, database } = service;
const submit = withdrawalJobs(service.directory, {}, rates).handlers.find(
  ({ job }) => job.name === 'withdrawal.submit',
);
const work = async () => submit?.run(service.contextOf(SYSTEM), { venue: 'test' });

const bitcoin = (amount: string) => create({ amount });
const ether = (amount: string) => create({ ...ETHER, amount });
const show = async (id: string): Promise<Body> =>
  (await send('desk', 'GET', `venues/withdrawals/${id}?expand=approvals`)).body;
const LIMIT = { currency: 'EUR', sum: { window: '24h', over: '100000' }, verdict: 'REFUSE' };
const ALLOW = { verdict: 'ALLOW' };

const usage = async () => (await send('viewer', 'GET', 'policies/usage')).body as unknown as PolicyUsage;
const simulate = async () =>
  (
    await send('ada', 'POST', 'policies/simulate', {
      body: {
        rules: [
          {
            currency: 'EUR',
            sum: { window: '24h', over: '50000' },
            verdict: 'REQUIRE_APPROVALS',
            approvals: 2,
          },
          ALLOW,
        ],
      },
    })
  ).body as unknown as PolicySimulation;

beforeEach(async () => {
  await database.sql`truncate withdrawal, withdrawal_vote, withdrawal_attempt, withdrawal_count cascade`;
  left.length = 0;
  prices.clear();
  prices.set('BTC', '50000').set('ETH', '2000.5');
  await decree([LIMIT, ALLOW]);
});

describe('a limit by value', () => {
  it('counts all assets together, exactly', async () => {
    expect((await bitcoin('1')).body.status).toBe('PENDING');
    // 50,000 and 24.99375 × 2,000.5 are 99,999.996875.
    expect((await ether('24.99375')).body.status).toBe('PENDING');
    const refused = await ether('0.002');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'The policy refuses it: rule 1: over 100,000 EUR of all assets in 24 h → refused.',
    ]);
    clock.advance(DAY_MS + 1);
    expect((await bitcoin('2')).body.status).toBe('PENDING');
  });

  it('is kept by withdrawals of several assets that come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, place) => (place % 2 === 0 ? bitcoin('0.5') : ether('12'))),
    );
    const { sum } = (
      await database.sql<{ sum: string }[]>`
      select sum(amount * case asset when 'BTC' then 50000 else 2000.5 end) as sum from withdrawal`
    )[0] ?? { sum: '0' };
    expect(Number(sum)).toBeLessThanOrEqual(100_000);
    expect(answers.filter(({ status }) => status === 422).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(3);
  });

  it('of single withdrawals is by their value', async () => {
    await decree([{ currency: 'EUR', amountTo: '1000', verdict: 'ALLOW' }, { verdict: 'REFUSE' }]);
    expect((await bitcoin('0.02')).body.status).toBe('PENDING');
    expect((await ether('0.5')).status).toBe(422);
  });
});

describe('without a price', () => {
  it('nothing is allowed: it waits for an approval that says why', async () => {
    prices.delete('ETH');
    const { body } = await ether('0.001');
    expect(await show(body.id)).toMatchObject({
      status: 'APPROVAL_REQUESTED',
      decision: {
        rule: 1,
        sentence: 'rule 1: over 100,000 EUR of all assets in 24 h is not known without a price → 1 approval',
      },
    });
    const other = await bitcoin('0.001');
    // What was withdrawn before has no value now, so the sum is not known either.
    expect(other.body.status).toBe('APPROVAL_REQUESTED');
    prices.set('ETH', '2000');
    expect((await bitcoin('0.001')).body.status).toBe('PENDING');
  });

  it('what was allowed is not sent, until there is one again', async () => {
    const { body } = await bitcoin('0.5');
    prices.delete('BTC');
    await work();
    expect(left).toEqual([]);
    expect((await show(body.id)).status).toBe('PENDING');
    prices.set('BTC', '50000');
    clock.advance(HOUR_MS);
    await work();
    expect(left).toHaveLength(1);
  });

  it('what people approved is sent', async () => {
    prices.delete('BTC');
    const { body } = await bitcoin('0.5');
    await send('grace', 'POST', `venues/withdrawals/${body.id}/votes`, { body: { decision: 'APPROVE' } });
    await work();
    expect(left).toHaveLength(1);
  });
});

it('a price that has risen since holds back what would pass the limit now', async () => {
  const first = await bitcoin('1');
  const second = await bitcoin('1');
  prices.set('BTC', '60000');
  await work();
  const statuses = [(await show(first.body.id)).status, (await show(second.body.id)).status];
  expect(statuses.toSorted()).toEqual(['PENDING', 'SUBMITTED']);
  expect(left).toHaveLength(1);
});

it('the usage shows what is worth how much, and nothing while a price is missing', async () => {
  await bitcoin('1');
  await ether('2');
  const limited = { rule: 1, currency: 'EUR', venue: null, window: '24h', limit: '100000' };
  expect(await usage()).toMatchObject({
    rules: [],
    values: [{ ...limited, spent: '54001.0', remaining: '45999.0' }],
  });
  prices.delete('ETH');
  expect((await usage()).values).toMatchObject([{ ...limited, spent: null, remaining: null }]);
});

it('a simulation values the past at the prices of now, and asks for approvals where there are none', async () => {
  // The past is tried in the order of its times.
  for (const request of [() => bitcoin('0.5'), () => bitcoin('0.6'), () => ether('1')]) {
    clock.advance(1);
    await request();
  }
  expect((await simulate()).verdicts).toEqual({
    ALLOW: 1,
    REQUIRE_APPROVALS: 2,
    REFUSE: 0,
    REQUIRE_SCREENING: 0,
  });
  prices.set('BTC', '10');
  expect((await simulate()).verdicts).toEqual({
    ALLOW: 3,
    REQUIRE_APPROVALS: 0,
    REFUSE: 0,
    REQUIRE_SCREENING: 0,
  });
  prices.clear();
  expect((await simulate()).verdicts).toEqual({
    ALLOW: 0,
    REQUIRE_APPROVALS: 3,
    REFUSE: 0,
    REQUIRE_SCREENING: 0,
  });
});
