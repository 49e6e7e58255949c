import { expect } from 'vitest';
import { put } from '../testing/facts.ts';
import { order, rise, tariff } from '../testing/program.ts';
import { ADA, GRACE, openProgramService } from './testing/service.ts';
import { thorough } from '../../testing/effort.ts';

const RISEN = tariff('P1', {
  formula_code: 'formula_forex',
  reward_size_currency: 'USD',
  reward_size: '13',
  valid_from: '2024-03-10',
});

thorough('tariffs are listed with their validity, and every version with who sent it', async () => {
  const { send, propose } = await openProgramService();
  const all = await send(ADA, 'GET', 'manage/tariffs');
  expect(all.body).toMatchObject({
    count: 2,
    rows: [
      { state: 'present', fact: { partner_uid: '*', reward_size: '10.0000' } },
      { state: 'present', fact: { partner_uid: 'P1', valid_from: '2024-03-10' } },
    ],
  });
  expect((await send(ADA, 'GET', 'manage/tariffs?day=2024-03-09')).body).toMatchObject({ count: 1 });
  expect((await send(ADA, 'GET', 'manage/tariffs?partner_uid=P1&symbol=EURUSD')).body).toMatchObject({
    count: 0,
  });
  const id = await propose('tariffs', RISEN);
  await send(GRACE, 'POST', `manage/proposals/${id}/confirm`);
  const { partner_uid, account_type, symbol, valid_from } = RISEN;
  const away = await propose(
    'tariffs',
    { partner_uid, account_type, symbol, valid_from } as never,
    'withdraw',
  );
  await send(GRACE, 'POST', `manage/proposals/${away}/confirm`);
  const history = await send(ADA, 'GET', 'manage/tariffs/history?partner_uid=P1&account_type=*&symbol=*');
  expect(history.body).toMatchObject({
    versions: [
      { withdrawn: true, actor: 'grace', source: 'void', fact: { reward_size: '13.0000' } },
      { withdrawn: false, actor: 'grace', fact: { reward_size: '13.0000' } },
      { withdrawn: false, fact: { reward_size: '12.0000', valid_from: '2024-03-10' } },
    ],
  });
  const since = 'partner_uid=P1&account_type=*&symbol=*&valid_from=2024-01-01';
  expect((await send(ADA, 'GET', `manage/tariffs/history?${since}`)).body).toEqual({ versions: [] });
  expect((await send(ADA, 'GET', 'manage/tariffs/history?partner_uid=P1')).status).toBe(400);
});

thorough('a preview of a tier change equals what is then credited, and stores nothing', async () => {
  const { context, send, credit } = await openProgramService();
  await put(
    context,
    'orders',
    ...Array.from({ length: 9 }, (_, index) =>
      order(index + 1, {
        closed_at: `2024-03-0${1 + index}T15:30:00Z`,
        opened_at: '2024-03-01T00:00:00Z',
        volume_lots: `0.${index + 1}`,
      }),
    ),
  );
  await put(context, 'tariffs', RISEN);
  const drafts = [rise(501), rise(502, { compensation_period_end: '2024-03-02T00:00:00Z' })];
  const head = context.facts.position.head;
  const preview = await send(ADA, 'POST', 'manage/tier-changes/previews', { tier_changes: drafts });
  expect([preview.status, context.facts.position.head]).toEqual([200, head]);
  expect(await context.facts.database.query('select * from tier_changes')).toEqual([]);
  await put(context, 'tier-changes', ...drafts);
  await credit();
  const credited = await context.facts.database.query(`
    select compensation_id, partner_uid, compensation_amount::double as due_usd,
      (select count(*) from progress_reward_details d where d.compensation_id = p.compensation_id) as orders_count
    from progress_rewards p order by compensation_id`);
  expect(credited).toHaveLength(2);
  expect(preview.body['compensations']).toEqual(credited);
  const again = await send(ADA, 'POST', 'manage/tier-changes/previews', { tier_changes: drafts });
  expect(again.body).toMatchObject({ due_usd: 0, compensations: [{ orders_count: 0 }, {}] });
  expect((await send(ADA, 'GET', 'manage/tier-changes?partner_uid=P1')).body).toMatchObject({
    count: 2,
    rows: [{ state: 'past', fact: { compensation_id: 501 } }, {}],
  });
  expect((await send(ADA, 'GET', 'manage/tier-changes?compensation_id=502')).body).toMatchObject({
    count: 1,
    rows: [{ fact: { compensation_id: 502 } }],
  });
  const { payouts } = (await send(ADA, 'GET', 'manage/crediting/runs?kind=progress&limit=1')).body as {
    payouts: { number: number; reward_usd: string }[];
  };
  expect((await send(ADA, 'GET', `manage/crediting/runs/${payouts[0]?.number}`)).body).toMatchObject({
    kind: 'progress',
    partners: [{ partner_uid: 'P1', reward_usd: payouts[0]?.reward_usd }],
  });
  expect((await send(ADA, 'GET', 'manage/tier-changes/501/history')).body).toMatchObject({
    versions: [{ withdrawn: false, fact: { compensation_id: 501 } }],
  });
  const wrong = { tier_changes: [rise(501, { partner_uid: 'NOPE' })] };
  expect(await send(ADA, 'POST', 'manage/tier-changes/previews', wrong)).toMatchObject({
    status: 400,
    body: { faults: [{ field: 'partner_uid', value: 'NOPE' }] },
  });
});

const level = (tier_group_id: number, valid_from: string, threshold: string) => ({
  tier_group_id,
  valid_from,
  name: `Tier ${tier_group_id}`,
  measure: 'volume_lots',
  threshold,
  window_days: 30,
});

thorough(
  'levels of tiers wait for a second person, and are listed with their validity and every version',
  async () => {
    const { context, send, propose } = await openProgramService();
    const today = context.clock.now().toISOString().slice(0, 10);
    await put(context, 'tier-levels', level(2, '2024-01-01', '10'), level(3, '2024-01-01', '20'));
    const alone = await send('person:ada', 'POST', 'manage/facts/voids', {
      kind: 'tier-levels',
      facts: [{ tier_group_id: 2, valid_from: '2024-01-01' }],
    });
    expect([alone.status, alone.body['detail']]).toEqual([
      403,
      'A second person has to confirm a change of tier-levels: propose it at POST /api/manage/proposals.',
    ]);
    for (const fact of [level(2, today, '12'), level(2, '2099-01-01', '15')]) {
      const id = await propose('tier-levels', fact);
      expect((await send(GRACE, 'POST', `manage/proposals/${id}/confirm`)).status).toBe(200);
    }
    expect((await send(ADA, 'GET', 'manage/tier-levels')).body).toMatchObject({
      count: 4,
      rows: [
        { state: 'future', fact: { tier_group_id: 2, valid_from: '2099-01-01' } },
        { state: 'present', fact: { tier_group_id: 2, valid_from: today, threshold: '12.00000000' } },
        { state: 'past', fact: { tier_group_id: 2, valid_from: '2024-01-01' } },
        { state: 'present', fact: { tier_group_id: 3, valid_from: '2024-01-01' } },
      ],
    });
    const away = await propose('tier-levels', { tier_group_id: 2, valid_from: today }, 'withdraw');
    await send(GRACE, 'POST', `manage/proposals/${away}/confirm`);
    expect((await send(ADA, 'GET', 'manage/tier-levels?tier_group_id=2')).body).toMatchObject({
      count: 2,
      rows: [{ state: 'future' }, { state: 'present', fact: { valid_from: '2024-01-01' } }],
    });
    expect((await send(ADA, 'GET', 'manage/tier-levels/2/history')).body).toMatchObject({
      versions: [
        { withdrawn: true, actor: 'grace', fact: { valid_from: today } },
        { withdrawn: false, actor: 'grace', fact: { valid_from: '2099-01-01' } },
        { withdrawn: false, actor: 'grace', fact: { valid_from: today, threshold: '12.00000000' } },
        { withdrawn: false, fact: { valid_from: '2024-01-01' } },
      ],
    });
    expect((await send(ADA, 'GET', 'manage/tier-levels?tier_group_id=x')).status).toBe(400);
  },
);
