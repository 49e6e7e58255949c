import { beforeEach, expect, test } from 'vitest';
import { thorough } from '../../testing/effort.ts';
import { put, type FactRow } from '../testing/facts.ts';
import { order, tariff } from '../testing/program.ts';
import { ADA, GRACE, openProgramService, type ProgramService } from './testing/service.ts';

let service: ProgramService;
let context: ProgramService['context'];
let send: ProgramService['send'];
let propose: ProgramService['propose'];
let credit: ProgramService['credit'];

beforeEach(async () => {
  service = await openProgramService();
  ({ context, send, propose, credit } = service);
});

const audited = async () => (await service.audited()).map(({ action }) => action);

const DOUBLE = tariff('*', {
  formula_code: 'formula_forex',
  reward_size_currency: 'USD',
  reward_size: '20',
  second_level_percent: '10',
});

const rewards = () =>
  context.facts.database.query(
    'select ticket, reward_usd::varchar as own, parent_reward_usd::varchar as parent from orders order by ticket',
  );

thorough('a manager creates, finds and changes partners with accounts, links and campaigns', async () => {
  const created = await send(ADA, 'POST', 'manage/partners', {
    partner_uid: 'New-7',
    parent_uid: 'P1',
    country: 'PT',
  });
  expect(created.status).toBe(201);
  expect((await send(ADA, 'POST', 'manage/partners', { partner_uid: 'New-7', country: 'ES' })).status).toBe(
    409,
  );
  const account = {
    partner_account: '700007',
    currency: 'EUR',
    account_name: 'Main',
    opened_on: '2024-05-01',
  };
  expect((await send(ADA, 'POST', 'manage/partners/New-7/accounts', account)).status).toBe(201);
  expect((await send(ADA, 'POST', 'manage/campaigns', { campaign_code: 'may', title: 'May' })).status).toBe(
    201,
  );
  const link = { link_code: 'L7', partner_account: '700007', campaign_code: 'may' };
  expect((await send(ADA, 'POST', 'manage/partners/New-7/links', link)).status).toBe(201);
  expect(await send(ADA, 'POST', 'manage/partners/P1/links', { ...link, link_code: 'L8' })).toMatchObject({
    status: 422,
    body: { errors: { partner_account: ['is not an account of P1'] } },
  });
  const orphan = { partner_uid: 'New-8', parent_uid: 'NOPE', country: 'PT' };
  expect(await send(ADA, 'POST', 'manage/partners', orphan)).toMatchObject({
    status: 400,
    body: { errors: { parent_uid: [expect.any(String)] } },
  });
  const facts = [orphan, { ...orphan, partner_uid: 'New-9' }];
  const proposed = await send(ADA, 'POST', 'manage/proposals', { kind: 'partners', facts });
  expect([proposed.status, Object.keys((proposed.body as { errors: object }).errors)]).toEqual([
    400,
    ['facts.0.parent_uid', 'facts.1.parent_uid'],
  ]);
  expect(await send(ADA, 'PATCH', 'manage/partners/New-7', { country: 'ES' })).toMatchObject({
    status: 200,
    body: {
      country: 'ES',
      parent_uid: 'P1',
      parents: ['P1', 'P0'],
      accounts: [{ partner_account: '700007' }],
    },
  });
  expect(await send(ADA, 'GET', 'manage/partners/New-7/links')).toMatchObject({
    body: { count: 1, links: [{ link_code: 'L7', campaign_title: 'May', clients_count: 0 }] },
  });
  for (const q of ['new', '700007', 'L7'])
    expect((await send(ADA, 'GET', `manage/partners?q=${q}`)).body).toMatchObject({
      count: 1,
      partners: [{ partner_uid: 'New-7', links_count: 1, accounts_count: 1 }],
    });
  expect((await send(ADA, 'GET', 'manage/partners?parent_uid=P0')).body).toMatchObject({
    partners: [{ partner_uid: 'P1', subpartners_count: 1, clients_count: 1 }],
  });
  expect((await send(ADA, 'GET', 'manage/partners?parent_uid=&limit=1&offset=1')).body).toMatchObject({
    count: 2,
    partners: [{ partner_uid: 'P2' }],
  });
  expect((await send(ADA, 'GET', 'manage/partners/NOPE')).status).toBe(404);
  expect(await send(ADA, 'POST', 'manage/partners', { partner_uid: 'X', country: 'Portugal' })).toMatchObject(
    {
      status: 400,
      body: { faults: [{ field: 'country', value: 'Portugal' }] },
    },
  );
  expect(await audited()).toEqual(expect.arrayContaining(['program.change']));
});

test('a change of a partner leaves alone what others change meanwhile', async () => {
  const id = await propose('partners', { partner_uid: 'P1', parent_uid: 'P2', country: 'PT' });
  const { database } = context.facts;
  const read = database.query.bind(database);
  const confirmed: number[] = [];
  // Once the fact of the partner was read to be changed.
  database.query = async (sql, ...rest) => {
    const rows = await read(sql, ...rest);
    if (sql.startsWith('select partner_uid, parent_uid') && confirmed.length === 0)
      confirmed.push((await send(GRACE, 'POST', `manage/proposals/${id}/confirm`)).status);
    return rows as never;
  };
  expect(await send(ADA, 'PATCH', 'manage/partners/P1', { ab_test: true })).toMatchObject({
    status: 200,
    body: { parent_uid: 'P2', country: 'PT', ab_test: true },
  });
  expect(confirmed).toEqual([200]);
});

thorough('a tariff takes effect when a second person confirms it, and then rewards follow', async () => {
  await put(context, 'orders', order(1));
  const id = await propose('tariffs', DOUBLE);
  expect((await send(ADA, 'POST', `manage/proposals/${id}/confirm`)).body).toMatchObject({
    detail: 'A second person must confirm it: it counts as your proposal.',
  });
  expect(await rewards()).toEqual([{ ticket: 1, own: '10.00000000', parent: '1.00000000' }]);
  const confirmed = await send(GRACE, 'POST', `manage/proposals/${id}/confirm`);
  expect(confirmed).toMatchObject({
    status: 200,
    body: { status: 'CONFIRMED', ended_by: 'grace', batch: context.facts.position.head },
  });
  expect(await rewards()).toEqual([{ ticket: 1, own: '20.00000000', parent: '2.00000000' }]);
  expect(await send(GRACE, 'POST', `manage/proposals/${id}/confirm`)).toEqual(confirmed);
  expect((await send('client:eve', 'POST', `manage/proposals/${id}/confirm`)).status).toBe(409);
  const away = await propose('tariffs', { ...key(DOUBLE) }, 'withdraw');
  const byKey = (proposal: string) =>
    send(GRACE, 'POST', `manage/proposals/${proposal}/confirm`, undefined, { 'idempotency-key': 'k' });
  const withdrawn = await byKey(away);
  expect(withdrawn.status).toBe(200);
  expect(await byKey(away)).toEqual(withdrawn);
  expect(await byKey(id)).toMatchObject({ status: 409, body: { code: 'reference_reused' } });
  expect(await rewards()).toEqual([{ ticket: 1, own: '0.00000000', parent: '0.00000000' }]);
  expect(await audited()).toEqual(expect.arrayContaining(['proposal.create', 'proposal.confirm']));
});

const key = ({ partner_uid, account_type, symbol, valid_from }: FactRow): FactRow => ({
  partner_uid: partner_uid ?? null,
  account_type: account_type ?? null,
  symbol: symbol ?? null,
  valid_from: valid_from ?? null,
});

thorough(
  'a proposal is withdrawn by its proposer, refused by another, and checked when it is made',
  async () => {
    const [mine, theirs] = [await propose('tariffs', DOUBLE), await propose('tariffs', DOUBLE)];
    expect((await send(GRACE, 'POST', `manage/proposals/${mine}/withdraw`)).status).toBe(422);
    expect((await send(ADA, 'POST', `manage/proposals/${mine}/withdraw`)).body).toMatchObject({
      status: 'WITHDRAWN',
    });
    expect((await send(ADA, 'POST', `manage/proposals/${theirs}/refuse`)).status).toBe(422);
    expect((await send(GRACE, 'POST', `manage/proposals/${theirs}/refuse`)).body).toMatchObject({
      status: 'REFUSED',
    });
    expect((await send(GRACE, 'POST', `manage/proposals/${theirs}/confirm`)).status).toBe(409);
    expect((await send(ADA, 'GET', 'manage/proposals?status=REFUSED')).body).toMatchObject({
      count: 1,
      proposals: [{ id: theirs }],
    });
    const counts = async (query: string) =>
      (await send(ADA, 'GET', `manage/proposals?limit=1&${query}`)).body['count'];
    expect(await counts('by_others=true')).toBe(0);
    await send(GRACE, 'POST', 'manage/proposals', { kind: 'tariffs', facts: [DOUBLE] });
    await send(GRACE, 'POST', 'manage/partners/P1/suspensions', { suspended_from: '2024-07-01' });
    expect([
      await counts('status=PROPOSED&by_others=true'),
      await counts('status=PROPOSED&partner_uid=P1'),
      await counts('kind=suspensions'),
      await counts('kind=suspensions&partner_uid=P2'),
      await counts('kind=tariffs&partner_uid=*'),
    ]).toEqual([2, 1, 1, 0, 3]);
    expect((await send(ADA, 'GET', `manage/proposals/${mine}`)).body).toMatchObject({ id: mine });
    expect(
      await send(ADA, 'POST', 'manage/proposals', {
        kind: 'tariffs',
        facts: [{ ...DOUBLE, partner_uid: 'NOPE' }],
      }),
    ).toMatchObject({ status: 400, body: { faults: [{ field: 'partner_uid', value: 'NOPE' }] } });
    expect((await send(ADA, 'POST', 'manage/proposals', { kind: 'orders', facts: [{}] })).status).toBe(400);
  },
);

thorough('a person cannot send or void alone what decides about pay, and a system can send it', async () => {
  const line = JSON.stringify(DOUBLE);
  expect(await send('person:ada', 'POST', 'facts/tariffs/', line)).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('propose it') as string },
  });
  expect((await send('client:feeder', 'POST', 'facts/tariffs/', line)).status).toBe(200);
  const batch = context.facts.position.head;
  expect((await send('person:ada', 'POST', 'manage/facts/voids', { batch })).status).toBe(403);
  const { kinds } = (await send(ADA, 'GET', 'manage/facts/kinds')).body as {
    kinds: { kind: string; needs_second_person: boolean }[];
  };
  expect(kinds.flatMap(({ kind, needs_second_person }) => (needs_second_person ? [kind] : []))).toEqual([
    'tariffs',
    'tier-changes',
    'tier-levels',
    'suspensions',
  ]);
  expect(
    (await send('person:ada', 'POST', 'manage/facts/voids', { kind: 'tariffs', facts: [key(DOUBLE)] }))
      .status,
  ).toBe(403);
});

thorough('a preview equals what is then credited, and changes nothing itself', async () => {
  await put(
    context,
    'orders',
    ...Array.from({ length: 30 }, (_, index) =>
      order(index + 1, {
        client_account: index % 3 === 0 ? '9002' : '9001',
        closed_at: `2024-03-${String(4 + (index % 20)).padStart(2, '0')}T15:30:00Z`,
        volume_lots: `0.${index + 1}`,
      }),
    ),
    order(31, { client_account: '9009' }),
  );
  const drafts = [
    DOUBLE,
    tariff('P1', { ...DOUBLE, partner_uid: 'P1', account_type: 'standard', reward_size: '0.3333' }),
  ];
  const head = context.facts.position.head;
  const before = await rewards();
  const preview = await send(ADA, 'POST', 'manage/tariffs/previews', { month: '2024-03', tariffs: drafts });
  expect(preview).toMatchObject({ status: 200, body: { orders_count: 30, trial_orders_count: 1 } });
  expect([context.facts.position.head, await rewards()]).toEqual([head, before]);
  await put(context, 'tariffs', ...drafts);
  await credit({});
  const credited = await context.facts.database.query(`
    select partner_uid, sum(reward_usd)::double as preview_usd from credited_rewards
    group by partner_uid order by partner_uid`);
  const { partners } = preview.body as { partners: { partner_uid: string; preview_usd: number }[] };
  expect(partners.map(({ partner_uid, preview_usd }) => ({ partner_uid, preview_usd }))).toEqual(credited);
  const after = await send(ADA, 'POST', 'manage/tariffs/previews', { month: '2024-03', tariffs: drafts });
  const { partners: paid } = after.body as { partners: { partner_uid: string; credited_usd: number }[] };
  expect(paid.map(({ partner_uid, credited_usd }) => ({ partner_uid, preview_usd: credited_usd }))).toEqual(
    credited,
  );
  expect(
    (await send(ADA, 'POST', 'manage/tariffs/previews', { month: '2023-01', tariffs: drafts })).body,
  ).toMatchObject({
    orders_count: 0,
    partners: [],
  });
  expect(
    (
      await send(ADA, 'POST', 'manage/tariffs/previews', {
        month: '2024-03',
        tariffs: [{ ...DOUBLE, level: 'x' }],
      })
    ).status,
  ).toBe(400);
});

const previewOf = async (...tariffs: FactRow[]) =>
  (await send(ADA, 'POST', 'manage/tariffs/previews', { month: '2024-03', tariffs })).body;

thorough(
  'a preview takes a draft as in force for the whole month, whatever its own days and later tariffs say',
  async () => {
    await put(context, 'orders', order(1), order(2, { closed_at: '2024-03-28T10:00:00Z' }));
    await put(context, 'tariffs', tariff('P1', { ...DOUBLE, partner_uid: 'P1', valid_from: '2024-03-20' }));
    const draft = (days: FactRow, reward_size = '30') =>
      tariff('P1', { ...DOUBLE, partner_uid: 'P1', reward_size, ...days });
    const wanted = {
      orders_count: 2,
      earned_usd: 33,
      preview_usd: 66,
      partners: [
        { partner_uid: 'P0', changed_sources: ['below'] },
        { partner_uid: 'P1', preview_usd: 60, changed_sources: ['clients'] },
      ],
    };
    for (const days of [
      { valid_from: '2024-03-01' },
      { valid_from: '2024-06-01' },
      { valid_from: '2024-03-20' },
      { valid_from: '2023-01-01', valid_to: '2023-01-31' },
    ])
      expect([days, await previewOf(draft(days))]).toMatchObject([days, wanted]);
    const [earlier, later] = [draft({ valid_from: '2024-06-01' }, '7'), draft({ valid_from: '2024-07-01' })];
    expect(await previewOf(later, earlier)).toMatchObject(wanted);
  },
);

thorough(
  'a dry run of crediting tells what the run then credits, and adjustments tell what caused them',
  async () => {
    await put(context, 'orders', order(1), order(2, { closed_at: '2024-04-04T10:00:00Z' }));
    const dry = await credit({ dry_run: true });
    const sums = {
      partners: [
        { partner_uid: 'P1', reward_usd: 22 },
        { partner_uid: 'P0', reward_usd: 2.2 },
      ],
      partners_count: 2,
    };
    expect(dry.body).toMatchObject({
      payouts: [{ number: 1, kind: 'rewards', reward_usd: '24.20000000' }],
      ...sums,
    });
    expect((await send(ADA, 'GET', 'manage/crediting/runs/1')).status).toBe(404);
    expect((await send(ADA, 'GET', 'manage/crediting/runs')).body).toEqual({ payouts: [], count: 0 });
    expect(await credit({})).toEqual(dry);
    const { payouts } = (await send(ADA, 'GET', 'manage/crediting/runs')).body as { payouts: object[] };
    expect((await send(ADA, 'GET', 'manage/crediting/runs/1')).body).toEqual({ ...payouts[0], ...sums });
    await send(ADA, 'POST', 'manage/facts/voids', {
      kind: 'orders',
      facts: [{ server: 'real-1', ticket: 1 }],
    });
    const cause = context.facts.position.head;
    const next = await credit({ dry_run: true });
    expect(await credit({})).toEqual(next);
    expect((await send(ADA, 'GET', 'manage/crediting/runs?kind=adjustments')).body).toMatchObject({
      count: 1,
      payouts: [
        {
          number: 2,
          reward_usd: -11,
          causes: [{ number: cause, kind: 'orders', source: 'void', actor: 'ada' }],
        },
      ],
    });
    expect((await send(ADA, 'GET', 'manage/crediting/runs/2')).body).toMatchObject({
      partners: [
        { partner_uid: 'P1', reward_usd: -10 },
        { partner_uid: 'P0', reward_usd: -1 },
      ],
      partners_count: 2,
    });
    expect((await send(ADA, 'GET', `manage/facts/batches?number=${cause}`)).body).toMatchObject({
      count: 1,
      batches: [{ number: cause, source: 'void' }],
    });
    expect((await send(ADA, 'GET', `manage/facts/batches?kind=tariffs&number=${cause}`)).body).toEqual({
      count: 0,
      batches: [],
    });
  },
);

const MANAGED: readonly ['GET' | 'POST' | 'PATCH', string, unknown][] = [
  ['GET', 'manage/partners', undefined],
  ['POST', 'manage/partners', { partner_uid: 'X' }],
  ['GET', 'manage/partners/P2', undefined],
  ['PATCH', 'manage/partners/P2', { country: 'PT' }],
  ['GET', 'manage/partners/P2/links', undefined],
  ['POST', 'manage/campaigns', { campaign_code: 'x', title: 'x' }],
  ['POST', 'manage/tariffs/previews', { month: '2024-03', tariffs: [DOUBLE] }],
  ['GET', 'manage/proposals', undefined],
  ['POST', 'manage/proposals', { kind: 'tariffs', facts: [DOUBLE] }],
  ['GET', 'manage/crediting/runs', undefined],
  ['GET', 'manage/crediting/runs/1', undefined],
  ['POST', 'manage/partners/P2/suspensions', { suspended_from: '2024-03-10' }],
  ['POST', 'manage/partners/P2/reinstatements', { reinstated_from: '2024-03-10' }],
  ['GET', 'manage/tariffs', undefined],
  ['GET', 'manage/tariffs/history?partner_uid=P2&account_type=*&symbol=*', undefined],
  ['GET', 'manage/tier-changes', undefined],
  ['GET', 'manage/tier-changes/1/history', undefined],
  ['GET', 'manage/tier-levels', undefined],
  ['GET', 'manage/tier-levels/3/history', undefined],
  ['POST', 'manage/tier-changes/previews', { tier_changes: [{}] }],
];

test('everything that manages the program refuses a credential of a partner, whatever its scopes', async () => {
  const head = context.facts.position.head;
  for (const [method, path, body] of MANAGED)
    expect([path, (await send('partner:P1', method, path, body)).status]).toEqual([path, 403]);
  expect(context.facts.position.head).toBe(head);
});
