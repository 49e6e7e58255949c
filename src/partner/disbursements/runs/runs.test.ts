import { describe, expect, test } from 'vitest';
import { put } from '../../testing/facts.ts';
import type { Refusal } from '../../wallets/testing/office.ts';
import { ALL, GERMAN, FRENCH, openBureau, type Partner, PERSONAL } from '../testing/bureau.ts';
import { NO_ISSUER } from '../testing/issuer.ts';
import { OFF_CHAIN } from '../testing/off-chain.ts';
import type { Disbursement } from '../schema.ts';
import type { Preview, Run, RunApproval } from './schema.ts';
import { disbursementJobs } from './work.ts';

const MINIMUMS = [{ currency: 'EUR', amount: '10.00' }];
const { office, join, credit, save, decide, request, approve, show, balance, ready } = await openBureau(
  [],
  NO_ISSUER,
  MINIMUMS,
);
const { sql } = office.database;

const preview = async () => (await office.send<Preview>('manager:ada', 'GET', `${ALL}/runs/preview`)).body;
const make = (actor = 'manager:ada', headers: Record<string, string> = {}) =>
  office.send<Run & Refusal>(actor, 'POST', `${ALL}/runs`, { headers });
const approveRun = (number: number, actor = 'manager:grace') =>
  office.send<RunApproval & Refusal>(actor, 'POST', `${ALL}/runs/${number}/approve`);
const linesOf = async (run: number) =>
  (
    await office.send<{ disbursements: Disbursement[] }>('manager:ada', 'GET', `${ALL}?run=${run}&limit=1000`)
  ).body.disbursements.toReversed();
const block = (partner: Partner) =>
  office.send('manager:ada', 'PUT', `/api/manage/partners/${partner.uid}/disbursement-block`, {
    body: { reason: 'Under review' },
  });

/** So that the next run has only what its test makes. */
const settleAll = async () => void (await make('manager:zoe'));

test('a run requests what its preview counts, and leaves out by the reasons that partners see', async () => {
  const euro = await ready('100.005');
  const yen = await ready('99.9', GERMAN, 'JPY');
  const second = await ready('10');
  const small = await ready('9.99');
  const cooling = await ready('50');
  await decide((await save(cooling, FRENCH)).body.id, 'confirm');
  const none = await join('50');
  const blocked = await ready('50');
  await block(blocked);
  const suspended = await ready('50');
  await put(office.bringing, 'suspensions', { partner_uid: suspended.uid, suspended_from: '2024-05-01' });
  const indebted = await ready('50');
  await credit(indebted, '-60');
  const coin = await join('50', 'XAU');
  const empty = await ready('0.004');

  const expected = {
    line_count: 3,
    totals: [
      { currency: 'EUR', count: 2, amount: 110 },
      { currency: 'JPY', count: 1, amount: 99 },
    ],
  };
  const seen = await preview();
  expect(seen).toMatchObject(expected);
  expect(seen.left_out.map(({ reason, count }) => `${reason} ${count}`).toSorted()).toEqual([
    'blocked 1',
    'cooling_off 1',
    'currency 1',
    'debt 1',
    'minimum 1',
    'no_destination 1',
    'nothing_available 1',
    'suspended 1',
  ]);
  const codes = async (partner: Partner) => (await balance(partner))?.blocks.map(({ code }) => code);
  expect(await codes(cooling)).toEqual(['cooling_off']);
  expect(await codes(none)).toEqual(['no_destination']);
  expect(await codes(blocked)).toEqual(['blocked']);
  expect(await codes(suspended)).toEqual(['suspended']);
  expect(await codes(indebted)).toEqual(['debt']);
  expect(await codes(coin)).toEqual(['currency', 'no_destination']);
  expect(await codes(empty)).toEqual([]);

  const { status, body } = await make();
  expect([status, body]).toEqual([
    201,
    {
      ...seen,
      number: body.number,
      due_on: null,
      requested_by: 'manager:ada',
      requested_at: office.time.now.toISOString(),
    },
  ]);
  expect(await linesOf(body.number)).toMatchObject([
    { account_id: euro.account, amount: 100, status: 'REQUESTED', requested_by: 'manager:ada' },
    { account_id: second.account, amount: 10, status: 'REQUESTED' },
    { account_id: yen.account, amount: 99, status: 'REQUESTED', run_number: body.number },
  ]);
  expect(await balance(euro)).toMatchObject({ balance: 100.005, reserved: 100, available: 0 });
  expect(await balance(small)).toMatchObject({ reserved: 0, available: 9.99 });
  expect((await make()).body).toMatchObject({ line_count: 0, totals: [] });
});

test('what is held is not requested, and what is due by the day is', async () => {
  await settleAll();
  const partner = await ready('100');
  await sql`insert into wallet_maturity (account_id, earned_on, available_on, amount)
    values (${partner.account}, '2024-05-30', '2024-06-01', 15), (${partner.account}, '2024-05-31', '2024-06-02', 30)`;
  const { body } = await make();
  expect(await linesOf(body.number)).toMatchObject([{ account_id: partner.account, amount: 70 }]);
});

test('a run that is repeated with its key is one run', async () => {
  const partner = await ready('100');
  const key = { 'idempotency-key': 'run-once' };
  const [first, second] = [await make('manager:ada', key), await make('manager:ada', key)];
  expect(second.body).toEqual(first.body);
  expect(await balance(partner)).toMatchObject({ reserved: 100, available: 0 });
});

test('runs and requests at the same time never reserve more than is available', async () => {
  await settleAll();
  const partners = [await ready('100'), await ready('100'), await ready('100')];
  const answers = await Promise.all([
    make(),
    ...partners.map((partner) => request(partner, '60')),
    make('manager:grace'),
  ]);
  expect(answers.map(({ status }) => status).every((status) => status === 201 || status === 422)).toBe(true);
  const books = await sql`
    select reserved_disbursements::text as reserved, (
        select sum(amount)::text from disbursement where account_id = wallet_account.id) as asked
    from wallet_account where id = any(${partners.map(({ account }) => account)})`;
  expect(books).toHaveLength(3);
  for (const { reserved, asked } of books) {
    expect(asked).toBe(reserved);
    expect(Number(reserved)).toBeLessThanOrEqual(100);
    expect(Number(reserved)).toBeGreaterThanOrEqual(60);
  }
});

test('a run is refused to partners', async () => {
  const partner = await ready('1');
  expect((await make(partner.uid)).status).toBe(403);
  expect((await approveRun(1, partner.uid)).status).toBe(403);
  expect((await office.send(partner.uid, 'GET', `${ALL}/runs/preview`)).status).toBe(403);
});

describe('the approval of a run', () => {
  test('approves all that can be, for the destinations that are confirmed now, and lists the rest', async () => {
    await settleAll();
    const [good, late, fallen, own] = [
      await ready('100'),
      await ready('100'),
      await ready('100'),
      await ready('100'),
    ];
    const { number } = (await make()).body;
    await block(late);
    await credit(fallen, '-50');
    // Who made the account of the partner counts as who saved the destination.
    await sql`insert into counts_as (account, person, since, until)
      values (${own.uid}, 'manager:grace', '2024-01-01', '2025-01-01')`;
    const { status, body } = await approveRun(number);
    const numbers = (await linesOf(number)).map((line) => line.number);
    expect([status, body]).toEqual([
      200,
      {
        approved: 1,
        totals: [{ currency: 'EUR', count: 1, amount: 100 }],
        left: [
          { number: numbers[1], reason: 'blocked' },
          { number: numbers[2], reason: 'balance' },
          { number: numbers[3], reason: 'own_destination' },
        ],
        left_count: 3,
      },
    ]);
    expect(await show(numbers[0] ?? 0)).toMatchObject({
      status: 'APPROVED',
      approved_by: 'manager:grace',
      destination_id: good.destination,
    });
    // A third person approves what was left to them.
    expect((await approveRun(number, 'manager:eve')).body).toMatchObject({ approved: 1, left_count: 2 });
    expect(await show(numbers[3] ?? 0)).toMatchObject({ status: 'APPROVED', approved_by: 'manager:eve' });
    const nothing = await approveRun(number, 'manager:eve');
    expect([nothing.status, nothing.body.detail]).toEqual([
      422,
      expect.stringMatching(
        /can be approved now\. A partner is blocked\. A balance fell below what is reserved\.$/,
      ),
    ]);
  });

  test('is refused to who asked for the run, for what is not there, and a second time', async () => {
    await settleAll();
    await ready('100');
    const { number } = (await make()).body;
    const own = await approveRun(number, 'manager:ada');
    expect([own.status, own.body.detail]).toEqual([422, expect.stringContaining('Another person')]);
    expect((await approveRun(999_999)).status).toBe(404);
    expect((await approveRun(number)).body).toMatchObject({ approved: 1, left: [] });
    expect((await approveRun(number)).status).toBe(409);
  });
});

test('an approval waits while a destination is being replaced, and is then refused', async () => {
  const partner = await ready('100');
  const { number } = (await request(partner, '60')).body;
  let answer: ReturnType<typeof approve> | undefined;
  await sql.begin(async (tx) => {
    await tx`update disbursement_destination set status = 'REPLACED' where id = ${partner.destination}`;
    answer = approve([number]);
    await expect
      .poll(() => tx`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`)
      .toHaveLength(1);
  });
  expect((await answer)?.status).toBe(422);
  expect((await show(number)).status).toBe('REQUESTED');
});

const runsOf = (day: string) =>
  sql`select tenant, requested_by, line_count from disbursement_run where due_on = ${day}`;

describe('a schedule', () => {
  const system = {
    kind: 'system',
    id: 'disbursement.run',
    tenant: 'system',
    scopes: new Set<string>(),
  } as const;
  const work = (schedule: string) =>
    disbursementJobs(office.facts, {
      schedule,
      minimums: MINIMUMS,
      onChain: OFF_CHAIN,
      issuer: NO_ISSUER,
      personal: PERSONAL,
    }).handlers[0]?.run(office.as(system), {});

  test('makes one run on its day, also when several jobs run and some die', async () => {
    office.time.now = new Date('2024-06-05T03:00:00.000Z');
    await settleAll();
    const partner = await ready('100');
    const small = await ready('9');
    await sql.unsafe(`
      create function linger() returns trigger language plpgsql as 'begin perform pg_sleep(600); return null; end';
      create trigger run_lingers after insert on disbursement_run for each row execute function linger()`);
    const dying = Promise.resolve(work('5')).then(() => 'done', String);
    const lingering = () =>
      sql`select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
    await expect.poll(lingering).toHaveLength(1);
    const [backend] = await lingering();
    await sql`select pg_terminate_backend(${Number(backend?.['pid'])})`;
    expect(await dying).toMatch(/terminat/);
    await sql`drop trigger run_lingers on disbursement_run`;
    expect(await runsOf('2024-06-05')).toEqual([]);

    await Promise.allSettled([work('5'), work('5'), work('5')]);
    await work('5');
    expect(await runsOf('2024-06-05')).toEqual([
      { tenant: 'default', requested_by: 'disbursement.run', line_count: 1 },
    ]);
    expect(await balance(partner)).toMatchObject({ reserved: 100 });
    expect(await balance(small)).toMatchObject({ reserved: 0 });

    office.time.now = new Date('2024-06-07T03:00:00.000Z');
    await work('5');
    await work('');
    expect(await sql`select from disbursement_run where due_on is not null`).toHaveLength(1);
  });

  test('leaves the approval to any manager', async () => {
    const [run] = await sql`select number::int as number from disbursement_run where due_on = '2024-06-05'`;
    expect((await approveRun(Number(run?.['number']), 'manager:ada')).body).toMatchObject({ approved: 1 });
  });
});
