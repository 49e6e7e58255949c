import { expect, test } from 'vitest';
import { explanationEndpoints } from '../explanations/index.ts';
import { rebateEndpoints } from '../rebates/index.ts';
import { reportEndpoints } from '../reports/index.ts';
import { orderDetailEndpoints } from '../rewards/index.ts';
import { put } from '../testing/facts.ts';
import { order } from '../testing/program.ts';
import { walletEndpoints } from '../wallets/index.ts';
import { asPartner } from './index.ts';
import { ADA, openProgramService } from './testing/service.ts';

const isRead = ({ method, scope }: { method: string; scope: string }) =>
  method === 'GET' && scope !== 'program:view';

async function openFullDesk() {
  const service = await openProgramService((facts) =>
    [
      ...reportEndpoints(facts, 2 ** 20),
      ...walletEndpoints(facts),
      ...rebateEndpoints(facts),
      ...orderDetailEndpoints(facts),
      ...explanationEndpoints(facts),
    ].map((endpoint) => (isRead(endpoint) ? asPartner(facts, endpoint) : endpoint)),
  );
  await put(service.context, 'orders', order(1), order(2, { client_account: '9002' }));
  await service.credit();
  return service;
}

const READS = [
  'reports/performance/?date_from=2024-03-01&date_to=2024-03-31',
  'reports/ib/performance/?date_from=2024-03-01&date_to=2024-03-31',
  'reports/orders/?date_from=2024-03-01&date_to=2024-03-31',
  'reports/rewards/?limit=10',
  'v2/reports/rewards/secondlevel/?limit=10',
  'reports/clients/accounts/second-level/?limit=10',
  'v3/reports/clients/shared/?limit=10',
  'reports/progress_reward/?limit=10',
  'wallet/accounts/?',
  'v2/autorebates/groups/?',
  'reports/orders/real-1:1/explanation/?',
  'reports/orders/formula_usd_per_lot_avg/real-1:1/?',
];

test('a manager reads exactly what the partner reads, and each read is in the audit log', async () => {
  const { send, audited } = await openFullDesk();
  for (const path of READS) {
    const own = await send('partner:P1', 'GET', path);
    expect([path, own.status]).toEqual([path, 200]);
    expect([path, await send(ADA, 'GET', `${path}&partner_uid=P1`)]).toEqual([path, own]);
  }
  const views = await audited('partner.view');
  expect(views).toHaveLength(READS.length);
  expect(views[0]).toMatchObject({
    actor_id: 'ada',
    subject: 'P1',
    details: { operation: 'getPerformance', query: { date_from: '2024-03-01' } },
  });
});

test('a partner who names another is refused, reads nothing and leaves no view behind', async () => {
  const { send, audited } = await openFullDesk();
  for (const path of READS) {
    expect([path, (await send('partner:P1', 'GET', `${path}&partner_uid=P2`)).status]).toEqual([path, 403]);
    expect([path, (await send('partner:P1', 'GET', `${path}&partner_uid=P1`)).status]).toEqual([path, 200]);
  }
  expect(await audited('partner.view')).toEqual([]);
});

test('without a partner, with an unknown one or without the scope, the answer says what to do', async () => {
  const { send, audited } = await openFullDesk();
  expect(await send(ADA, 'GET', 'wallet/accounts/')).toMatchObject({
    status: 400,
    body: { errors: { partner_uid: [expect.stringContaining('?partner_uid=P1001')] } },
  });
  expect((await send(ADA, 'GET', 'wallet/accounts/?partner_uid=NOPE')).status).toBe(404);
  expect(await send('client:feeder:wallets:view', 'GET', 'wallet/accounts/?partner_uid=P1')).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('program:view') as string },
  });
  expect((await send('client:feeder:wallets:view', 'GET', 'wallet/accounts/')).status).toBe(403);
  expect((await send(ADA, 'GET', 'reports/')).status).toBe(200);
  // What only partners can write is not done as one of them.
  const group = { group_title: 'A', group_type: 'auto', rebate_percent: 1, rebate_period: 'weekly' };
  expect(await send(ADA, 'POST', 'v2/autorebates/groups/', group)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('use a credential of the partner') as string },
  });
  expect(await audited('partner.view')).toEqual([]);
});

test.each(['manage/reports/performance/', 'manage/reports/ib/performance/'])(
  '%s refuses a credential of a partner, whatever its scopes',
  async (path) => {
    const { send } = await openFullDesk();
    expect((await send('partner:P1', 'GET', path)).status).toBe(403);
    const rows = await send(ADA, 'GET', `${path}?date_from=2024-03-01&date_to=2024-03-31`);
    expect(rows.body).toMatchObject({
      data: [
        { group_fields: ['P1'], reward_usd: 10 },
        { group_fields: ['P2'], reward_usd: 10 },
      ],
    });
  },
);
