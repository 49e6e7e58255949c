import { beforeEach, describe, expect, it } from 'vitest';
import type { PolicyUsage } from './schema.ts';
import { openWithdrawalService } from '../testing/service.ts';

const HOUR_MS = 3_600_000;
let now = Date.parse('2026-03-01T12:00:00.000Z');
const { create, send, decree, database } = await openWithdrawalService({
  codes: ['test', 'other'],
  clock: { now: () => new Date((now += 1)) },
});

const usage = async (actor = 'viewer') =>
  (await send(actor, 'GET', 'policies/usage')).body as unknown as PolicyUsage;
const roomOf = async (actor?: string) =>
  (await usage(actor)).rules.map(({ rule, spent, remaining }) => [rule, spent, remaining]);

const sum = (window: '24h' | '30d', over: string) => ({ asset: 'BTC', sum: { window, over } });
const RULES = [
  { ...sum('24h', '100'), verdict: 'REFUSE' },
  { ...sum('24h', '5'), venue: 'other', verdict: 'REQUIRE_APPROVALS', approvals: 2 },
  { verdict: 'REFUSE', destination: 'KNOWN' },
  { ...sum('30d', '500'), verdict: 'REQUIRE_APPROVALS', approvals: 1 },
  { verdict: 'ALLOW' },
];

beforeEach(async () => {
  await database.sql`truncate withdrawal, withdrawal_vote, withdrawal_attempt, withdrawal_count cascade`;
  await decree(RULES);
});

describe('the usage of the policy', () => {
  it('has the rules with a sum, each over its own window and venue', async () => {
    await create({ amount: '90' });
    now += 25 * HOUR_MS;
    await create({ amount: '7.5' });
    await create({ amount: '4.25', venue: 'other' });
    expect(await usage()).toMatchObject({
      policyVersion: expect.any(Number) as number,
      rules: [
        {
          rule: 1,
          sentence: 'rule 1: over 100 BTC in 24 h → refused',
          asset: { code: 'BTC' },
          venue: null,
          window: '24h',
          spent: '11.75',
          limit: '100',
          remaining: '88.25',
        },
        { rule: 2, venue: 'other', window: '24h', spent: '4.25', limit: '5', remaining: '0.75' },
        { rule: 4, venue: null, window: '30d', spent: '101.75', limit: '500', remaining: '398.25' },
      ],
    });
  });

  it('counts what a decision counts: a request of what remains passes, and one of more does not', async () => {
    const { body } = await create({ amount: '40' });
    await create({ amount: '30' }, { headers: { 'x-dry-run': 'true' } });
    await create({ amount: '25' });
    expect((await roomOf())[0]).toEqual([1, '65', '35']);
    expect((await create({ amount: '35.00000001' })).status).toBe(422);
    expect((await create({ amount: '35' })).status).toBe(201);
    expect((await roomOf())[0]).toEqual([1, '100', '0']);
    expect((await send('desk', 'POST', `venues/withdrawals/${body.id}/cancel`)).body.status).toBe(
      'CANCELLED',
    );
    expect((await roomOf())[0]).toEqual([1, '60', '40']);
  });

  it('never has less than nothing left', async () => {
    await create({ amount: '6', venue: 'other' });
    expect((await roomOf())[1]).toEqual([2, '6', '0']);
  });

  it('is that of the tenant alone', async () => {
    await create({ amount: '1' });
    expect(await usage('stranger')).toMatchObject({ policyVersion: null, rules: [] });
  });
});
