import { expect } from 'vitest';
import { thorough } from '../../testing/effort.ts';
import { explanationEndpoints } from '../explanations/index.ts';
import { put } from '../testing/facts.ts';
import { order, rise } from '../testing/program.ts';
import { ADA, GRACE, openProgramService, type ProgramService } from './testing/service.ts';

const SUSPENSION = { suspended_from: '2024-03-10', reason: 'Under review' };

async function confirmed({ send }: ProgramService, path: string, body: object): Promise<void> {
  const { status, body: proposal } = await send(ADA, 'POST', path, body);
  expect([status, proposal]).toEqual([201, expect.objectContaining({ kind: 'suspensions' })]);
  const id = String(proposal['id']);
  expect((await send(ADA, 'POST', `manage/proposals/${id}/confirm`)).status).toBe(422);
  expect((await send(GRACE, 'POST', `manage/proposals/${id}/confirm`)).status).toBe(200);
}

/** What each order earns its partner and the parent, in USD. */
const rewards = ({ context }: ProgramService) =>
  context.facts.database.query(
    'select ticket, reward_usd::double as own, parent_reward_usd::double as parent from orders order by ticket',
  );

const credited = ({ context }: ProgramService) =>
  context.facts.database.query(
    'select partner_uid, sum(reward_usd)::double as usd from credited_rewards group by partner_uid order by partner_uid',
  );

thorough(
  'a suspended partner earns nothing from the first day until it is reinstated, also on credited days',
  async () => {
    const service = await openProgramService();
    const { context, send, credit } = service;
    await put(
      context,
      'orders',
      order(1),
      order(2, { closed_at: '2024-03-10T00:00:00Z' }),
      order(3, { closed_at: '2024-03-20T12:00:00Z' }),
    );
    await put(context, 'shares', {
      client_account: '9001',
      agent_uid: 'P2',
      percent: '25',
      shared_from: '2024-03-01',
    });
    await credit();
    const before = await credited(service);
    await confirmed(service, 'manage/partners/P1/suspensions', SUSPENSION);
    expect(await rewards(service)).toEqual([
      { ticket: 1, own: 10, parent: 1 },
      { ticket: 2, own: 0, parent: 0 },
      { ticket: 3, own: 0, parent: 0 },
    ]);
    expect((await send(ADA, 'GET', 'manage/partners/P1')).body).toMatchObject({
      suspended_since: '2024-03-10',
      suspensions: [{ suspended_from: '2024-03-10', suspended_to: null, reason: 'Under review' }],
    });
    expect((await credit()).body).toMatchObject({ payouts: [{ kind: 'adjustments' }] });
    expect(await credited(service)).toEqual([
      { partner_uid: 'P0', usd: 1 },
      { partner_uid: 'P1', usd: 7.5 },
      { partner_uid: 'P2', usd: 2.5 },
    ]);
    await confirmed(service, 'manage/partners/P1/reinstatements', { reinstated_from: '2024-03-20' });
    expect((await rewards(service)).map((row) => Object.values(row)[1])).toEqual([10, 0, 12]);
    await confirmed(service, 'manage/partners/P1/reinstatements', { reinstated_from: '2024-03-10' });
    await credit();
    expect(await credited(service)).toEqual(before);
    expect((await send(ADA, 'GET', 'manage/partners/P1')).body).toMatchObject({
      suspended_since: null,
      suspensions: [],
    });
  },
);

thorough(
  'a suspended parent, agent or riser earns neither second level, commission nor compensation',
  async () => {
    const service = await openProgramService();
    const { context, credit } = service;
    await put(context, 'orders', order(1));
    await put(context, 'shares', {
      client_account: '9001',
      agent_uid: 'P2',
      percent: '25',
      shared_from: '2024-03-01',
    });
    await put(context, 'tier-changes', rise(501));
    const suspended = (partner_uid: string, suspended_from: string, suspended_to: string) =>
      put(context, 'suspensions', { partner_uid, suspended_from, suspended_to });
    await suspended('P0', '2024-03-04', '2024-03-04');
    await suspended('P2', '2024-03-01', '2024-03-05');
    await suspended('P1', '2024-03-12', '2024-03-12');
    await credit();
    expect(await credited(service)).toEqual([{ partner_uid: 'P1', usd: 10 }]);
    expect(await context.facts.database.query('select * from progress_rewards')).toEqual([]);
    await suspended('P1', '2024-03-12', '2024-03-13');
    await put(context, 'tier-changes', rise(501, { payment_date: '2024-03-14T00:00:00Z' }));
    await credit();
    expect(
      await context.facts.database.query('select compensation_amount::double as usd from progress_rewards'),
    ).toEqual([{ usd: 2 }]);
  },
);

thorough('an explanation names the suspension, for the partner, the parent and the agent', async () => {
  const service = await openProgramService(explanationEndpoints);
  const { context, send } = service;
  await put(context, 'orders', order(1));
  await put(context, 'shares', {
    client_account: '9001',
    agent_uid: 'P2',
    percent: '25',
    shared_from: '2024-03-01',
  });
  const explain = async (partner: string) =>
    (await send(`partner:${partner}`, 'GET', 'reports/orders/real-1:1/explanation/')).body[
      'rewards'
    ] as object[];
  expect(await explain('P1')).toMatchObject([
    { kind: 'reward', suspension: null },
    { kind: 'commission_paid' },
  ]);
  await put(context, 'suspensions', {
    partner_uid: 'P1',
    suspended_from: '2024-03-02',
    suspended_to: '2024-03-05',
  });
  const message = 'Partner P1 is suspended since 2024-03-02 until 2024-03-05 and earns nothing.';
  const nothing = { amount: 0, reason: null };
  expect(await explain('P1')).toMatchObject([
    { suspension: { message }, tariff: null, reward_usd: nothing, reward: nothing },
    { kind: 'commission_paid', reward_usd: nothing },
  ]);
  expect(await explain('P0')).toMatchObject([{ suspension: { message }, reward_usd: nothing }]);
  await put(context, 'suspensions', { partner_uid: 'P2', suspended_from: '2024-03-04' });
  expect(await explain('P2')).toMatchObject([
    {
      kind: 'commission',
      suspension: { message: expect.stringContaining('P2 is suspended since 2024-03-04') as string },
    },
  ]);
});

thorough(
  'a suspension that overlaps another, ends before it begins or is sent by one person is refused',
  async () => {
    const { context, send } = await openProgramService();
    const fact = { partner_uid: 'P1', ...SUSPENSION };
    await put(context, 'suspensions', { ...fact, suspended_to: '2024-03-20' });
    const suspend = (body: object) => send(ADA, 'POST', 'manage/partners/P1/suspensions', body);
    for (const suspended_from of ['2024-03-05', '2024-03-15', '2024-03-20'])
      expect(await suspend({ suspended_from })).toMatchObject({
        status: 400,
        body: { faults: [{ field: 'suspended_from' }] },
      });
    expect((await suspend({ suspended_from: '2024-03-21' })).status).toBe(201);
    expect((await suspend({ suspended_from: '2024-04-21', suspended_to: '2024-04-20' })).status).toBe(400);
    expect((await suspend({ suspended_from: 'soon' })).body).toMatchObject({
      errors: { suspended_from: [expect.any(String)] },
    });
    expect((await send(ADA, 'POST', 'manage/partners/NOPE/suspensions', SUSPENSION)).status).toBe(404);
    expect(
      await send(ADA, 'POST', 'manage/partners/P1/reinstatements', { reinstated_from: '2024-03-21' }),
    ).toMatchObject({
      status: 422,
      body: { errors: { reinstated_from: ['must be a day on which P1 is suspended'] } },
    });
    expect((await send('person:ada', 'POST', 'facts/suspensions/', JSON.stringify(fact))).status).toBe(403);
  },
);
