import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal, type Actor } from '../../../kernel/index.ts';
import { createClock } from '../../../platform/auth/testing/fixture.ts';
import { withdrawalJobs } from '../index.ts';
import { BITCOIN, openWithdrawalService, type Body } from '../testing/service.ts';
import { scriptedVenue, type Reaction } from '../testing/scripted-venue.ts';
import { effort, thorough } from '../../../testing/effort.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const VENUES = ['test', 'second', 'third'];
const SYSTEM: Actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() };

const clock = createClock();
const { venue, reactions, left } = scriptedVenue(clock);
const service = await openWithdrawalService({ venue, clock, codes: VENUES });
const { create, send, decree } = service;
const submit = withdrawalJobs(service.directory).handlers.find(({ job }) => job.name === 'withdrawal.submit');

const workAt = async (venue: string) => submit?.run(service.contextOf(SYSTEM), { venue });

/** Runs the submission jobs of all venues at once, each as a worker of its own would. */
async function work(): Promise<void> {
  await Promise.all(VENUES.map(workAt));
}

const LIMIT = { asset: 'BTC', sum: { window: '24h', over: '1' }, verdict: 'REFUSE' };
const ONE_APPROVAL = { verdict: 'REQUIRE_APPROVALS', approvals: 1 };

async function created(change: object = {}): Promise<string> {
  // Those that are due at the same time are sent in any order.
  clock.advance(1);
  const { status, body } = await create({ amount: '1', ...change });
  if (status !== 201) throw new Error(`It was refused: ${JSON.stringify(body)}`);
  return body.id;
}
async function approve(id: string, actor = 'grace') {
  clock.advance(1);
  return send(actor, 'POST', `venues/withdrawals/${id}/votes`, { body: { decision: 'APPROVE' } });
}
const show = async (id: string): Promise<Body> =>
  (await send('desk', 'GET', `venues/withdrawals/${id}`)).body;
async function statusesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await service.database.sql<
    { id: string; status: string }[]
  >`select id, status from withdrawal`;
  return ids.map((id) => rows.find((row) => row.id === id)?.status ?? 'unknown');
}
const lastReason = async (id: string): Promise<string | null | undefined> =>
  ((await send('desk', 'GET', `venues/withdrawals/${id}/events`)).body as unknown as Body[]).at(-1)?.reason;

beforeEach(async () => {
  // Nothing of the test before is due or counts.
  await service.database.sql`update withdrawal set status = 'FAILED', due_at = null where status = 'PENDING'`;
  clock.advance(31 * DAY_MS);
  left.length = 0;
  reactions.length = 0;
});

describe('a rolling limit holds for what leaves', () => {
  thorough(
    'when withdrawals of three days are approved together, and lets them leave as the window allows',
    async () => {
      await decree([LIMIT, ONE_APPROVAL]);
      const ids: string[] = [];
      for (const pauseMs of [0, DAY_MS, DAY_MS]) {
        clock.advance(pauseMs);
        ids.push(await created());
      }
      for (const id of ids) await approve(id);
      const leaves = clock.now();
      await work();
      expect(await statusesOf(ids)).toEqual(['SUBMITTED', 'PENDING', 'PENDING']);
      const expected = new Date(leaves.getTime() + DAY_MS).toISOString();
      expect(await lastReason(ids[1] ?? '')).toBe(
        `The policy does not permit sending it now: rule 1: over 1 BTC in 24 h → refused. Room is expected at ${expected}.`,
      );

      clock.advance(DAY_MS - 1);
      await work();
      expect(left).toHaveLength(1);
      clock.advance(1);
      await work();
      expect(left).toHaveLength(2);
      clock.advance(DAY_MS);
      await work();
      expect(await statusesOf(ids)).toEqual(['SUBMITTED', 'SUBMITTED', 'SUBMITTED']);
    },
  );

  it('when workers of several venues send at once', async () => {
    const ids: string[] = [];
    await decree([ONE_APPROVAL]);
    for (let round = 0; round < 3; round++) {
      for (const venue of VENUES) ids.push(await created({ venue, amount: '0.5' }));
    }
    for (const id of ids) await approve(id);
    await decree([LIMIT, ONE_APPROVAL]);
    await work();
    expect(left).toHaveLength(2);
  });

  it('while it is not known whether another has left', async () => {
    await decree([{ verdict: 'ALLOW' }]);
    const [doubtful, next] = [await created(), await created({ venue: 'second' })];
    await decree([LIMIT, { verdict: 'ALLOW' }]);
    reactions.push('lose');
    await workAt('test');
    await work();
    expect(await statusesOf([doubtful, next])).toEqual(['PENDING', 'PENDING']);
    expect(await lastReason(next)).toMatch(/rule 1/);
    expect(left).toEqual([]);
    clock.advance(HOUR_MS);
    // Once the venue says that it has nothing, the room is free for either: the doubtful one goes first here.
    await workAt('test');
    await work();
    expect(await statusesOf([doubtful, next])).toEqual(['SUBMITTED', 'PENDING']);
    expect(left).toHaveLength(1);
  });

  it('and gives back the room of one that was not sent or was refused', async () => {
    await decree([LIMIT, { verdict: 'ALLOW' }]);
    const first = await created();
    reactions.push('hold back', 'refuse');
    await work();
    expect((await show(first)).status).toBe('PENDING');
    clock.advance(HOUR_MS);
    await work();
    expect((await show(first)).status).toBe('FAILED');
    const second = await created();
    await work();
    expect((await show(second)).status).toBe('SUBMITTED');
  });

  it('of one venue for that venue alone', async () => {
    await decree([{ verdict: 'ALLOW' }]);
    const ids = [await created(), await created(), await created({ venue: 'second' })];
    await decree([{ ...LIMIT, venue: 'test' }, { verdict: 'ALLOW' }]);
    await work();
    expect(await statusesOf(ids)).toEqual(['SUBMITTED', 'PENDING', 'SUBMITTED']);
  });

  it('that asks for approvals, which a withdrawal may have enough of', async () => {
    const over = { ...LIMIT, verdict: 'REQUIRE_APPROVALS', approvals: 2 };
    await decree([{ verdict: 'REQUIRE_APPROVALS', approvals: 2 }]);
    const twice = await created();
    await decree([over, ONE_APPROVAL]);
    clock.advance(25 * HOUR_MS);
    const first = await created();
    clock.advance(25 * HOUR_MS);
    const second = await created();
    for (const id of [first, second, twice]) await approve(id);
    await approve(twice, 'ada');
    await work();
    expect(await statusesOf([first, second, twice])).toEqual(['SUBMITTED', 'PENDING', 'SUBMITTED']);
    expect(await lastReason(second)).toMatch(/rule 1: over 1 BTC in 24 h → 2 approvals, and it has 1\. Room/);
  });
});

describe('a withdrawal that can never leave under the policy in force', () => {
  it.each([
    [
      'is more than the limit',
      [{ ...LIMIT, sum: { window: '24h', over: '0.99' } }],
      /rule 1: over 0\.99 BTC/,
    ],
    ['is refused without a limit', [{ asset: 'BTC', verdict: 'REFUSE' }], /rule 1: asset BTC → refused/],
  ])('because it %s is FAILED with the rule named', async (_why, rules, message) => {
    await decree([ONE_APPROVAL]);
    const id = await created();
    await decree(rules);
    await approve(id);
    await work();
    expect(await show(id)).toMatchObject({
      status: 'FAILED',
      failureMessage: expect.stringMatching(message) as string,
    });
    expect(left).toEqual([]);
    const announced = await service.database.sql`
      select payload ->> 'to' as status from outbox where resource_id = ${id} order by id desc limit 1`;
    expect(announced).toMatchObject([{ status: 'FAILED' }]);
  });

  it('because its saved destination was deleted is FAILED', async () => {
    await decree([{ destination: 'KNOWN', ...ONE_APPROVAL }, { verdict: 'REFUSE' }]);
    const saved = await send('ada', 'POST', 'destinations', {
      body: { alias: 'cold', kind: 'blockchain', network: 'BITCOIN', address: BITCOIN },
    });
    expect((await create()).status).toBe(422);
    await send('grace', 'POST', `destinations/${saved.body.id}/confirm`);
    const id = await created();
    await approve(id);
    await send('ada', 'DELETE', `destinations/${saved.body.id}`);
    await work();
    expect(await show(id)).toMatchObject({
      status: 'FAILED',
      failureMessage: 'The policy does not permit sending it: rule 2: always → refused.',
    });
  });

  it('can be cancelled while it waits for room', async () => {
    await decree([{ verdict: 'ALLOW' }]);
    const ids = [await created(), await created()];
    await decree([LIMIT, { verdict: 'ALLOW' }]);
    await work();
    const shown = await Promise.all(ids.map(show));
    const waiting = shown.filter(({ status }) => status === 'PENDING');
    expect(waiting).toHaveLength(1);
    const cancelled = await send('desk', 'POST', `venues/withdrawals/${waiting[0]?.id}/cancel`);
    expect(cancelled.body.status).toBe('CANCELLED');
  });
});

it('nothing changes for what rules without sums have let through', async () => {
  await decree([{ verdict: 'ALLOW' }]);
  const id = await created();
  await decree([{ verdict: 'REQUIRE_APPROVALS', approvals: 3 }]);
  await work();
  expect((await show(id)).status).toBe('SUBMITTED');
});

const requests = array(
  record({ venue: constantFrom(...VENUES), amount: integer({ min: 1, max: 12 }).map((n) => String(n / 10)) }),
  { minLength: 3, maxLength: 8 },
);
const REACTIONS: readonly Reaction[] = [
  'accept',
  'accept late',
  'accept in silence',
  'lose',
  'refuse',
  'hold back',
];
const rounds = array(
  record({
    hours: integer({ min: 0, max: 30 }),
    reactions: array(constantFrom(...REACTIONS), { maxLength: 6 }),
  }),
  { minLength: 2, maxLength: 5 },
);

it('no 24 hours ever see more leave than the limit, and all that fits leaves in the end', async () => {
  await assert(
    asyncProperty(requests, rounds, async (requests, rounds) => {
      await decree([{ verdict: 'ALLOW' }]);
      const ids = await Promise.all(requests.map(created));
      await decree([LIMIT, { verdict: 'ALLOW' }]);
      left.length = 0;
      for (const { hours, reactions: next } of rounds) {
        clock.advance(hours * HOUR_MS);
        reactions.push(...next);
        await work();
      }
      for (let round = 0; (await statusesOf(ids)).includes('PENDING'); round++) {
        if (round > 100) throw new Error('Some never leave.');
        clock.advance(13 * HOUR_MS);
        await work();
      }
      for (const { at } of left) {
        const window = left.filter((other) => other.at <= at && other.at.getTime() > at.getTime() - DAY_MS);
        const sum = window.reduce((total, { amount }) => total.plus(amount), Decimal.ZERO);
        expect(sum.compare(Decimal.parse('1'))).toBeLessThanOrEqual(0);
      }
      const submitted = (await statusesOf(ids)).filter((status) => status === 'SUBMITTED');
      expect(left).toHaveLength(submitted.length);
      clock.advance(31 * DAY_MS);
    }),
    { numRuns: effort(3, 20) },
  );
});
