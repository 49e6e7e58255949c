import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, newId, newTraceId, systemClock, type Actor, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { aRow, plant } from '../conversions/testing/plant.ts';
import { plantCredential } from '../../platform/auth/testing/fixture.ts';
import { takeOccasions } from '../../platform/notices/testing/fixture.ts';
import { compareAnchors } from '../../platform/audit/index.ts';
import { saidOf } from '../deposits/index.ts';
import { findOpenRestore, recordRestore } from '../restores/index.ts';
import { answered } from '../venues/index.ts';
import { present } from '../venues/testing/acceptance/calls.ts';
import { startTestExchange } from '../venues/testing/start.ts';
import { differenceNotice, reconcile, releaseAfterReconciliation } from './index.ts';

const database = await createTestDatabase();
const { db, sql } = database;
const { venue, control, stop } = await startTestExchange();
afterAll(() => stop());

const actor: Actor = { kind: 'operator', id: 'ada', tenant: 'acme', scopes: new Set(['admin']) };
const context: Context<Db> = {
  actor,
  db,
  clock: systemClock,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};
const call = () => ({ deadline: new Date(Date.now() + 10_000) });
const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

async function payAtVenue(reference: string, amount = '0.5'): Promise<string> {
  const destination = { kind: 'blockchain', network: 'BITCOIN', address } as const;
  const request = { reference, asset: 'BTC', amount: Decimal.parse(amount), destination };
  const outcome = await venue.withdrawals?.submit(request, call());
  if (outcome?.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.value.venueTransferId;
}

async function record(id: string, status: string, change: object = {}): Promise<string> {
  const row = {
    id,
    tenant: 'acme',
    venue: 'test',
    asset: 'BTC',
    amount: '0.50',
    destination: sql.json({ kind: 'blockchain', network: 'BITCOIN', address, tag: null, alias: null }),
    reference: id,
    status,
    requested_by: 'desk',
    approvals_required: 0,
    sent_at: new Date(),
    created_at: new Date(),
    updated_at: new Date(),
    ...change,
  };
  await sql`insert into withdrawal ${sql(row as never)}`;
  return id;
}

let since = new Date();
type Kind = Parameters<typeof reconcile>[1]['kind'];
const run = (kind: Kind = 'withdrawals', from = since) =>
  reconcile(context, { kind, venue, since: from, symbols: [] });
const found = async (kind?: Kind) =>
  (await run(kind)).differences
    .map(({ kind, here, there, fields }) => ({ kind, id: here?.id ?? there?.id, fields: fields.join() }))
    .filter(({ id }) => !earlier.has(id ?? ''));

/** The venue forgets nothing, and is asked for a minute more than `since`: what earlier tests left is not looked at. */
const earlier = new Set<string>();
beforeEach(async () => {
  const rows = await sql<{ id: string }[]>`select id from withdrawal`;
  for (const { id } of rows) earlier.add(id);
  for (const { reference } of await listed()) earlier.add(reference);
  await sql`delete from withdrawal`;
  since = new Date();
});
const listed = async () => {
  const outcome = await venue.withdrawals?.list?.(new Date(0), call());
  return outcome?.kind === 'answered' ? outcome.value : [];
};

const byText = (some: unknown, other: unknown): number => String(some).localeCompare(String(other));

describe('withdrawals', () => {
  it('that both sides have are equal, with or without trailing zeros and while they are processed', async () => {
    const id = newId();
    await record(id, 'SUBMITTED', { venue_transfer_id: await payAtVenue(id) });
    expect(await found()).toEqual([]);
    expect((await run()).matched).toBe(1);
  });

  it('that one side does not have, or has otherwise, are listed', async () => {
    const [lost, unpaid, other, cancelled, failed] = [newId(), newId(), newId(), newId(), newId()];
    await payAtVenue(lost);
    await record(unpaid, 'COMPLETED', { venue_transfer_id: 'W0', receipt: 'hash' });
    await payAtVenue(other);
    await record(other, 'SUBMITTED', { amount: '0.6', venue_transfer_id: 'x' });
    await payAtVenue(cancelled);
    await record(cancelled, 'CANCELLED', { sent_at: null });
    await record(failed, 'FAILED', { sent_at: null });
    expect((await found()).toSorted((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))).toEqual(
      [
        { kind: 'only at the venue', id: lost, fields: '' },
        { kind: 'only here', id: unpaid, fields: '' },
        { kind: 'different', id: other, fields: 'amount' },
        { kind: 'different', id: cancelled, fields: 'status' },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  it('of another tenant or venue are not taken for ours', async () => {
    const [first, second] = [newId(), newId()];
    await payAtVenue(first);
    await record(first, 'SUBMITTED', { tenant: 'other', venue_transfer_id: 'x' });
    await record(second, 'COMPLETED', { venue: 'second', venue_transfer_id: 'x', receipt: 'hash' });
    expect(await found()).toEqual([{ kind: 'only at the venue', id: first, fields: '' }]);
  });

  it('each run is recorded with its counts, in a table and in the audit log', async () => {
    await payAtVenue(newId());
    const { differences } = await run();
    const [row] = await sql`select * from reconciliation order by id desc limit 1`;
    expect(row).toMatchObject({
      kind: 'withdrawals',
      tenant: 'acme',
      venue: 'test',
      run_by: 'ada',
      refusal: null,
    });
    expect(row?.['only_venue']).toBe(differences.length);
    const [entry] =
      await sql`select * from audit_log where action = 'reconciliation.run' order by id desc limit 1`;
    expect(entry).toMatchObject({
      actor_id: 'ada',
      details: { kind: 'withdrawals', venue: 'test', since: since.toISOString(), onlyHere: 0 },
    });
  });

  it('that differ cause one message to the admins, until a later run has looked at them again', async () => {
    await plantCredential(database, { kind: 'person', name: 'grace', roles: ['trading:admin'], scopes: [] });
    await plantCredential(database, { kind: 'person', name: 'vera', roles: ['trading:viewer'], scopes: [] });
    await run();
    await takeOccasions(database);
    const id = newId();
    await payAtVenue(id);
    await run();
    const occasions = await takeOccasions(database);
    expect(occasions).toMatchObject([{ tenant: 'acme', payload: { kind: 'reconciliation.difference' } }]);
    const subject = occasions[0]?.payload.subject ?? '';
    const find = (among?: readonly string[], tenant = 'acme') =>
      differenceNotice.find(
        { ...context, signal: context.signal, actor: { ...actor, tenant } },
        subject,
        among,
      );
    expect(await find()).toMatchObject({ people: ['grace'], facts: { venue: 'test', runBy: 'ada' } });
    expect(await find(['vera'])).toMatchObject({ people: [] });
    expect(await find(undefined, 'other')).toBeUndefined();
    await run();
    expect(await find()).toBeUndefined();
  });

  it('of a venue that cannot list are not compared, and the run says so', async () => {
    const { list: _list, ...blind } = venue.withdrawals ?? {};
    const input = { kind: 'withdrawals', since, symbols: [] } as const;
    const silent = { ...venue, withdrawals: blind } as typeof venue;
    expect(await reconcile(context, { ...input, venue: silent })).toEqual({
      matched: 0,
      differences: [],
      refusal: 'The venue cannot list withdrawals.',
    });
  });
});

const QUANTITY = Decimal.parse('0.5');
const place = async (clientOrderId: string): Promise<void> => {
  const price = Decimal.parse('100');
  const order = { clientOrderId, symbol: 'BTC-USDT', side: 'buy', type: 'limit', price } as const;
  expect(await venue.orders?.place({ ...order, quantity: QUANTITY }, call())).toMatchObject({
    kind: 'answered',
  });
};
const recordOrder = async (id: string, change: object = {}): Promise<void> => {
  const conversion = aRow({ status: 'PROCESSING' });
  await plant(sql, [conversion]);
  const now = new Date();
  const row = {
    id,
    conversion_id: conversion.id,
    number: 1,
    leg: 0,
    round: 1,
    venue: 'test',
    symbol: 'BTC-USDT',
    side: 'buy',
    type: 'post-only',
    price: '100',
    quantity: '0.50',
    status: 'OPEN',
    filled: '0',
    deadline: now,
    created_at: now,
    updated_at: now,
    ...change,
  };
  await sql`insert into conversion_order ${sql(row as never)}`;
};

describe('orders', () => {
  it('that only the venue has are listed, and equal ones are not', async () => {
    const [known, lost] = [newId(), newId()];
    for (const id of [known, lost]) await place(id);
    await recordOrder(known);
    expect(await found('orders')).toEqual([{ kind: 'only at the venue', id: lost, fields: '' }]);
  });

  it('that have ended are filled on both sides with the same amount, and open ones may be filled further', async () => {
    const [open, ended, same, absent] = [newId(), newId(), newId(), newId()];
    for (const id of [open, ended, same, absent]) await place(id);
    await recordOrder(open, { filled: '0.1' });
    await recordOrder(ended, { status: 'CANCELLED', filled: '0.3' });
    await recordOrder(same, { status: 'CANCELLED', filled: '0.20' });
    await recordOrder(absent, { status: 'ABSENT' });
    const stopped: typeof venue = {
      ...venue,
      orders: {
        ...present(venue.orders),
        async list(period, within) {
          const outcome = await present(present(venue.orders).list)(period, within);
          if (outcome.kind !== 'answered') return outcome;
          const filled = Decimal.parse('0.2');
          return answered(
            outcome.value
              .filter(({ clientOrderId }) => [open, ended, same, absent].includes(clientOrderId))
              .map((order) =>
                order.clientOrderId === open ? order : { ...order, filled, status: 'cancelled' as const },
              ),
          );
        },
      },
    };
    const input = { kind: 'orders', since: new Date(), symbols: [] } as const;
    const { matched, differences } = await reconcile(context, { ...input, venue: stopped });
    expect(matched).toBe(2);
    expect(
      differences.map(({ here, there, fields }) => [here?.id, there?.values['filled'], fields.join()]),
    ).toEqual([
      [ended, '0.2', 'filled'],
      [absent, '0.2', 'filled,status'],
    ]);
  });

  it('that ended without a trade are not missed at a venue that forgets them', async () => {
    const hourAgo = { created_at: new Date(Date.now() - 3_600_000), status: 'CANCELLED' };
    const [forgotten, traded, recent] = [newId(), newId(), newId()];
    await recordOrder(forgotten, hourAgo);
    await recordOrder(traded, { ...hourAgo, filled: '0.1' });
    await recordOrder(recent, { status: 'CANCELLED' });
    const forgetful = { ...venue, orders: { ...present(venue.orders), listsUntradedMs: 1_800_000 } };
    const missed = async (at: typeof venue): Promise<string[]> => {
      const input = { kind: 'orders', since: new Date(Date.now() - 7_200_000), symbols: [] } as const;
      const { differences } = await reconcile(context, { ...input, venue: at });
      return differences.flatMap(({ kind, here }) => (kind === 'only here' && here?.id ? [here.id] : []));
    };
    expect((await missed(venue)).toSorted()).toEqual([forgotten, traded, recent].toSorted());
    expect((await missed(forgetful)).toSorted()).toEqual([traded, recent].toSorted());
  });
});

/** Read from the venue as the product does, so that both sides have the same. */
const received = async (change: object = {}): Promise<{ id: string; there: string }> => {
  const { transfer } = await control.deposit('ETH', '1.50', 60_000);
  await control.judge(transfer.id, 'credited');
  const outcome = await venue.deposits?.list(new Date(0), call());
  const [deposit] =
    outcome?.kind === 'answered'
      ? outcome.value.filter(({ venueDepositId }) => venueDepositId === transfer.id)
      : [];
  const id = newId();
  const row = { ...saidOf(present(deposit)), id, tenant: 'acme', venue: 'test', updated_at: new Date() };
  await sql`insert into deposit ${sql({ ...row, ...change } as never)}`;
  return { id, there: transfer.id };
};
describe('deposits', () => {
  /** What the venue does not list any more. */
  const hidden = new Set<string>();
  const partial = (reachMs = Infinity): typeof venue => ({
    ...venue,
    deposits: {
      reachMs,
      async list(from, within) {
        const outcome = await present(venue.deposits).list(from, within);
        if (outcome.kind !== 'answered') return outcome;
        return answered(outcome.value.filter(({ venueDepositId }) => !hidden.has(venueDepositId)));
      },
    },
  });
  const compared = (reachMs?: number, from = new Date(Date.now() - 7_200_000)) =>
    reconcile(context, { kind: 'deposits', venue: partial(reachMs), since: from, symbols: [] });
  const linesOf = ({ differences }: Awaited<ReturnType<typeof compared>>) =>
    differences
      .map(({ kind, there, here, fields }) => [kind, here?.id ?? there?.venueId, fields.join()])
      .toSorted(byText);
  beforeEach(async () => {
    await sql`delete from deposit`;
    const all = await venue.deposits?.list(new Date(0), call());
    for (const { venueDepositId } of all?.kind === 'answered' ? all.value : []) hidden.add(venueDepositId);
  });

  it('that both sides have are equal, also while we still wait for what the venue has already decided', async () => {
    await received();
    await received({ state: 'pending', venue_status: 'pending' });
    const result = await compared();
    expect([linesOf(result), result.matched]).toEqual([[], 2]);
  });

  it('that the venue no longer lists, has otherwise or has taken back, and that only it has, are listed', async () => {
    const [gone, other, back] = [await received(), await received({ amount: '1.6' }), await received()];
    hidden.add(gone.there);
    await control.judge(back.there, 'pending');
    const unread = (await control.deposit('ETH', '2', 60_000)).transfer.id;
    expect(linesOf(await compared())).toEqual(
      [
        ['only here', gone.id, ''],
        ['different', other.id, 'amount'],
        ['different', back.id, 'status'],
        ['only at the venue', unread, ''],
      ].toSorted(byText),
    );
  });

  it('of another tenant or venue are not taken for ours, and those beyond the reach of the venue are not missed', async () => {
    const foreign = [await received({ tenant: 'other' }), await received({ venue: 'second' })];
    expect(linesOf(await compared())).toEqual(
      foreign.map(({ there }) => ['only at the venue', there, '']).toSorted(byText),
    );
    for (const { there } of foreign) hidden.add(there);
    const { id, there } = await received({ created_at: new Date(Date.now() - 3_600_000) });
    hidden.add(there);
    expect(linesOf(await compared(7_200_000))).toEqual([['only here', id, '']]);
    expect(linesOf(await compared(1_800_000))).toEqual([]);
  });

  it('of a venue that cannot list them are not compared, and the run says so', async () => {
    const { deposits: _deposits, ...blind } = venue;
    const input = { kind: 'deposits', since, symbols: [] } as const;
    expect(await reconcile(context, { ...input, venue: blind })).toMatchObject({
      matched: 0,
      refusal: 'The venue cannot list deposits.',
    });
  });
});

describe('a release after a restore', () => {
  const accounts = [{ tenant: 'acme', venue: 'test' }];
  const release = () => releaseAfterReconciliation(context, { reason: 'all paid by hand', accounts });

  it('is refused until every venue was compared since before the loss, then names what is different', async () => {
    const comparison = await compareAnchors(db, []);
    const lostSince = new Date(Date.now() - 60_000);
    await recordRestore(context, { ...comparison, lostSince }, {});
    await expect(release()).rejects.toThrow(
      `Not compared yet: test of acme. Run quaestor reconcile withdrawals --since ${lostSince.toISOString()} first.`,
    );
    await run('withdrawals', new Date(lostSince.getTime() + 1));
    await run('orders', lostSince);
    await expect(release()).rejects.toThrow('Not compared yet');
    const lost = newId();
    await payAtVenue(lost);
    const { differences } = await run('withdrawals', lostSince);
    expect(await release()).toBe(differences.length);
    expect(await findOpenRestore(db)).toBeUndefined();
    const [entry] = await sql`select details from audit_log where action = 'restore.release'`;
    expect(JSON.stringify(entry)).toContain(lost);
    await expect(release()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a comparison from before the restore does not count', async () => {
    await run('withdrawals', new Date(0));
    await new Promise((resolve) => setTimeout(resolve, 2));
    await recordRestore(context, await compareAnchors(db, []), {});
    await expect(release()).rejects.toThrow('Not compared yet: test of acme.');
    await run('withdrawals', new Date(0));
    await release();
  });
});
