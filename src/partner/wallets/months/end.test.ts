import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newTraceId, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { endMonth } from './end.ts';
import { hold, post, type Carry, type EntryKind } from '../index.ts';

interface Entry {
  readonly kind: EntryKind;
  readonly amount: string;
  readonly at: string;
}

const entry = (kind: EntryKind, amount: string, at = '2024-05-10'): Entry => ({ kind, amount, at });

async function openLedger(onEnd: (close: () => Promise<void>) => void) {
  const database = await openTestDatabase({ poolSize: 4 });
  onEnd(() => database.drop());
  const { db, sql } = database;
  let count = 0;
  const context = (now: string): Context<Db> => ({
    actor: { kind: 'system', id: 'test', tenant: 'default', scopes: new Set() },
    db,
    clock: { now: () => new Date(now) },
    traceId: newTraceId(),
    signal: new AbortController().signal,
  });
  const end = (carry: Carry, now: string) => endMonth(context(now), carry);
  const enter = (account: string, { kind, amount, at }: Entry) =>
    db.transaction().execute((tx) =>
      post(tx, {
        kind,
        reference: `test:${(count += 1)}`,
        ...(kind === 'clawback' && { reason: 'Fraud' }),
        at: new Date(at),
        postings: [
          { account_id: account, partner_uid: 'P1', name: 'Main', currency: 'EUR', type: 'reward', amount },
        ],
      }),
    );
  const writeOffs = () =>
    sql`select account_id as account, amount, reference from wallet_entry where kind = 'write_off' order by id`;
  // The series has begun.
  await end('reset', '2024-05-01T00:10:00Z');
  return { db, sql, end, enter, writeOffs };
}

const FIRST = '2024-06-01T00:10:00Z';

const CASES: readonly (readonly [string, readonly Entry[], string | null])[] = [
  ['an adjustment after payment', [entry('adjustment', '-50.005')], '50.005'],
  ['a month that is negative in sum', [entry('reward', '20'), entry('adjustment', '-50')], '30'],
  ['a month that is positive in sum', [entry('adjustment', '-50'), entry('reward', '60')], null],
  [
    'what an earlier balance covers',
    [entry('reward', '100', '2024-04-30'), entry('adjustment', '-50')],
    null,
  ],
  [
    'what an earlier balance covers in part',
    [entry('reward', '30', '2024-04-30'), entry('adjustment', '-50')],
    '20',
  ],
  ['a clawback', [entry('clawback', '-50')], null],
  ['a clawback of an earlier month', [entry('clawback', '-50', '2024-04-30')], null],
  ['a clawback and an adjustment', [entry('clawback', '-70'), entry('adjustment', '-50')], '50'],
  [
    'a balance that only a clawback made negative',
    [entry('reward', '100', '2024-04-30'), entry('adjustment', '-80'), entry('clawback', '-60')],
    null,
  ],
  ['a clawback after the month', [entry('adjustment', '-50'), entry('clawback', '-70', '2024-06-01')], '50'],
  ['an adjustment after the month', [entry('adjustment', '-50', '2024-06-01')], null],
  [
    'a payment',
    [entry('reward', '10', '2024-04-30'), entry('disbursement', '-10'), entry('adjustment', '-4')],
    '4',
  ],
];

describe('with reset, the end of the month writes off what its rewards made negative', async () => {
  const { end, enter, writeOffs } = await openLedger(afterAll);
  beforeAll(async () => {
    for (const [what, entries] of CASES) for (const each of entries) await enter(what, each);
    await end('reset', FIRST);
  });

  test.each(CASES)('%s', async (what, _entries, amount) => {
    const written = (await writeOffs()).filter(({ account }) => account === what);
    const reference = 'write-off:2024-05';
    expect(written).toEqual(amount === null ? [] : [{ account: what, amount, reference }]);
  });
});

test('what is held does not fill a debt', async () => {
  const { db, end, enter, writeOffs } = await openLedger(onTestFinished);
  await enter('700001', entry('reward', '100', '2024-04-30'));
  const maturity = {
    account_id: '700001',
    earned_on: '2024-04-29',
    available_on: '2024-07-01',
    amount: '100',
  };
  await db.transaction().execute((tx) => hold(tx, [maturity], new Date('2024-04-30')));
  await enter('700001', entry('adjustment', '-50'));
  await end('reset', FIRST);
  expect(await writeOffs()).toMatchObject([{ amount: '50' }]);
});

test('with carry on a debt stays, and reset begins with the month in which it is set', async () => {
  const { sql, end, enter, writeOffs } = await openLedger(onTestFinished);
  await enter('700001', entry('adjustment', '-50'));
  await end('on', FIRST);
  await end('reset', '2024-06-15T00:10:00Z');
  expect(await writeOffs()).toEqual([]);
  await enter('700001', entry('adjustment', '-5', '2024-06-20'));
  await end('reset', '2024-07-01T00:10:00Z');
  expect(await writeOffs()).toMatchObject([{ amount: '5', reference: 'write-off:2024-06' }]);
  expect(await sql`select first_day::text, carry from wallet_month order by first_day`).toEqual([
    { first_day: '2024-04-01', carry: 'reset' },
    { first_day: '2024-05-01', carry: 'on' },
    { first_day: '2024-06-01', carry: 'reset' },
  ]);
});

test('a month ends once, although several processes try it', async () => {
  const { end, enter, writeOffs } = await openLedger(onTestFinished);
  for (const account of ['700001', '700002']) await enter(account, entry('adjustment', '-50'));
  await Promise.allSettled(Array.from({ length: 4 }, () => end('reset', FIRST)));
  await enter('700001', entry('adjustment', '-9', '2024-05-31'));
  await end('reset', FIRST);
  expect(await writeOffs()).toMatchObject([
    { account: '700001', amount: '50' },
    { account: '700002', amount: '50' },
  ]);
});

test('a process that dies while it ends a month leaves nothing, and the next one does all of it', async () => {
  const { db, sql, end, enter, writeOffs } = await openLedger(onTestFinished);
  for (const account of ['700001', '700002']) await enter(account, entry('adjustment', '-50'));
  const holder = await db.startTransaction().execute();
  onTestFinished(async () => {
    if (!holder.isCommitted) await holder.commit().execute();
  });
  await holder.selectFrom('wallet_account').select('id').where('id', '=', '700002').forUpdate().execute();
  const dying = Promise.allSettled([end('reset', FIRST)]);
  await expect
    .poll(
      () => sql`select pg_terminate_backend(pid) as killed from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toEqual([{ killed: true }]);
  expect(await dying).toMatchObject([{ status: 'rejected' }]);
  expect(await writeOffs()).toEqual([]);
  await holder.commit().execute();
  await end('reset', FIRST);
  expect(await writeOffs()).toHaveLength(2);
});
