import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PolicySimulation } from './schema.ts';
import { openWithdrawalService } from '../testing/service.ts';
import { effort, thorough } from '../../../testing/effort.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let now = Date.parse('2026-03-01T12:00:00.000Z');
const { create, send, decree, database } = await openWithdrawalService({
  codes: ['test', 'other'],
  clock: { now: () => new Date((now += 1)) },
});

const simulate = async (rules: readonly object[], actor = 'ada') => {
  const { status, body } = await send(actor, 'POST', 'policies/simulate', { body: { rules } });
  return { status, body: body as unknown as PolicySimulation & { errors?: object } };
};

beforeEach(
  () => database.sql`truncate withdrawal, withdrawal_vote, withdrawal_attempt, withdrawal_count cascade`,
);

const AMOUNTS = ['0.1', '1', '3', '10'];
const rule = fc.record(
  {
    asset: fc.constant('BTC'),
    venue: fc.constantFrom('test', 'other'),
    amountFrom: fc.constantFrom(...AMOUNTS),
    destination: fc.constantFrom('NEW', 'KNOWN'),
    sum: fc.record({ window: fc.constantFrom('24h', '30d'), over: fc.constantFrom('2', '5', '20') }),
    verdict: fc.constantFrom('ALLOW', 'REFUSE', 'REQUIRE_APPROVALS'),
  },
  { requiredKeys: ['asset', 'verdict'] },
);
const approving = rule.chain((made) =>
  made.verdict === 'REQUIRE_APPROVALS'
    ? fc.integer({ min: 1, max: 3 }).map((approvals) => ({ ...made, approvals }))
    : fc.constant(made),
);
const withdrawal = fc.record({
  amount: fc.constantFrom(...AMOUNTS),
  venue: fc.constantFrom('test', 'other'),
  hoursLater: fc.constantFrom(0, 1, 23, 24, 25, 24 * 6),
});

describe('a simulation', () => {
  it('of the active rules decides everything as it was decided, sums over both windows included', async () => {
    const rules = fc.array(approving, { maxLength: 5 });
    const requests = fc.array(withdrawal, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rules, requests, async (active, wanted) => {
        // What an earlier run has created is out of reach.
        now += 61 * DAY_MS;
        await decree(active);
        const start = now;
        let stored = 0;
        for (const { hoursLater, ...request } of wanted) {
          now += hoursLater * HOUR_MS;
          const { status } = await create(request);
          if (status === 201) stored += 1;
        }
        const { status, body } = await simulate(active);
        expect([status, body.different, body.differences]).toEqual([200, 0, []]);
        expect(now - start > 30 * DAY_MS || body.evaluated === stored).toBe(true);
      }),
      { numRuns: effort(4, 24) },
    );
  });

  it('counts what the draft wants screened, and takes what was screened as it was decided', async () => {
    now += 61 * DAY_MS;
    const draft = [
      { asset: 'BTC', amountFrom: '10', verdict: 'REQUIRE_SCREENING' },
      { asset: 'BTC', amountFrom: '50', verdict: 'REFUSE' },
      { verdict: 'ALLOW' },
    ];
    await decree([{ verdict: 'ALLOW' }]);
    await create({ amount: '1' });
    const { body: unscreened } = await create({ amount: '20' });
    await create({ amount: '60' });
    await decree(draft);
    const { body: held } = await create({ amount: '30' });
    const { body: shown } = await send('ada', 'GET', `venues/withdrawals/${held.id}?expand=approvals`);
    const { digest } = shown.screening ?? {};
    await send('screener', 'POST', `venues/withdrawals/${held.id}/screening`, {
      body: { verdict: 'HOLD', digest, reason: 'A name is alike.', evidence: 'case 7' },
    });
    const { body } = await simulate(draft);
    expect(body).toMatchObject({
      evaluated: 4,
      different: 2,
      verdicts: { ALLOW: 3, REQUIRE_APPROVALS: 0, REFUSE: 1, REQUIRE_SCREENING: 2 },
      differences: [
        { draft: { verdict: 'REFUSE', screening: false } },
        { id: unscreened.id, decided: { screening: false }, draft: { verdict: 'ALLOW', screening: true } },
      ],
    });
  });

  it('names what the draft decides otherwise, and changes nothing', async () => {
    now += 61 * DAY_MS;
    await decree([{ verdict: 'ALLOW' }]);
    const { body: small } = await create({ amount: '1' });
    const { body: middle } = await create({ amount: '5' });
    const { body: large } = await create({ amount: '20' });
    await create({ amount: '50' }, { headers: { 'x-dry-run': 'true' } });
    const { body } = await simulate([
      { asset: 'BTC', amountFrom: '10', verdict: 'REFUSE' },
      { asset: 'BTC', sum: { window: '24h', over: '5' }, verdict: 'REQUIRE_APPROVALS', approvals: 2 },
      { verdict: 'ALLOW' },
    ]);
    expect(body).toMatchObject({
      evaluated: 3,
      different: 2,
      verdicts: { ALLOW: 1, REQUIRE_APPROVALS: 1, REFUSE: 1 },
      differences: [
        {
          id: large.id,
          amount: '20',
          decided: {
            verdict: 'ALLOW',
            approvals: 0,
            approvers: null,
            rule: 1,
            sentence: 'rule 1: always → allowed',
          },
          draft: { verdict: 'REFUSE', approvals: 0, rule: 1, sentence: 'rule 1: at least 10 BTC → refused' },
        },
        {
          id: middle.id,
          draft: {
            verdict: 'REQUIRE_APPROVALS',
            approvals: 2,
            rule: 2,
            sentence: 'rule 2: over 5 BTC in 24 h → 2 approvals',
          },
        },
      ],
    });
    expect((await send('viewer', 'GET', `venues/withdrawals/${small.id}`)).body.status).toBe('PENDING');
    expect((await send('viewer', 'GET', 'policies')).body).toMatchObject({ proposed: null });
  });

  it('tells that other people would have to approve', async () => {
    now += 61 * DAY_MS;
    const approvals = { verdict: 'REQUIRE_APPROVALS', approvals: 1 };
    await decree([{ ...approvals, approvers: 'PEOPLE' }]);
    await create();
    expect((await simulate([{ ...approvals, approvers: 'PEOPLE' }])).body.different).toBe(0);
    expect((await simulate([approvals])).body.differences).toMatchObject([
      { decided: { approvals: 1, approvers: [] }, draft: { approvals: 1, approvers: null } },
    ]);
    const { status, body } = await simulate([{ ...approvals, approvers: 'treasury' }]);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['rules.0.approvers']]);
  });

  it('covers the last 30 days, and of many differences shows the newest 100', async () => {
    now += 61 * DAY_MS;
    await decree([{ verdict: 'ALLOW' }]);
    await create({ amount: '1' });
    now += 30 * DAY_MS;
    await database.sql`
      insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      select gen_random_uuid(), 'acme', 'test', 'BTC', 1, '{"kind":"fiat","alias":"a","account":"a","reference":null}',
        'r' || n, 'PENDING', 'desk', 0, ${new Date(now)}::timestamptz + n * interval '1 millisecond', now()
      from generate_series(1, 150) n`;
    now += HOUR_MS;
    const { body } = await simulate([{ verdict: 'REFUSE' }]);
    expect([body.evaluated, body.different, body.differences.length]).toEqual([150, 150, 100]);
    expect(body.differences.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 100 }, (_, index) => `r${150 - index}`),
    );
    expect(body.differences[0]?.decided).toEqual({
      verdict: 'ALLOW',
      approvals: 0,
      approvers: null,
      screening: false,
      rule: null,
      sentence: null,
    });
  });

  thorough('reads at most 10,000, and says from when on it is complete', async () => {
    now += 61 * DAY_MS;
    const newest = now;
    await database.sql`
      insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
        approvals_required, created_at, updated_at)
      select gen_random_uuid(), 'acme', 'test', 'BTC', 1, '{"kind":"fiat","alias":"a","account":"a","reference":null}',
        'r' || n, 'PENDING', 'desk', 0, ${new Date(newest)}::timestamptz - n * interval '10 seconds', now()
      from generate_series(0, 10999) n`;
    const { body } = await simulate([
      { asset: 'BTC', sum: { window: '24h', over: '8639' }, verdict: 'REFUSE' },
    ]);
    expect(Date.parse(body.from)).toBe(newest - 99_990_000 + DAY_MS);
    // Every day holds 8,640 of them.
    expect(body.verdicts).toEqual({
      ALLOW: 0,
      REQUIRE_APPROVALS: 0,
      REFUSE: body.evaluated,
      REQUIRE_SCREENING: 0,
    });
  });

  it('is refused without the scope, and with rules that a proposal could not have', async () => {
    expect((await simulate([], 'desk')).status).toBe(403);
    const { status, body } = await simulate([{ verdict: 'ALLOW', approvals: 1 }]);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['rules.0.approvals']]);
  });
});
