import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../kernel/index.ts';
import { createLogs } from '../../platform/telemetry/index.ts';
import { startWorker } from '../../platform/worker/index.ts';
import { runJobsNow } from '../../platform/worker/testing/jobs.ts';
import { answerOf, patient } from '../venues/testing/acceptance/calls.ts';
import { startTestExchange } from '../venues/testing/start.ts';
import { verifyAudit } from '../../platform/audit/index.ts';
import { readEvents } from '../../platform/events/testing/read-events.ts';
import { effort } from '../../testing/effort.ts';
import { withdrawalEvents, withdrawalJobs } from './index.ts';
import { openWithdrawalService, type Body } from './testing/service.ts';

const exchange = await startTestExchange();
// From then on it is known what it asks.
await answerOf(exchange.venue.describe(patient()));
const service = await openWithdrawalService({ venue: exchange.venue });
const { create, send, database, decree, listed } = service;
const timing = { callTimeoutMs: 5_000, marginMs: 100 };
const worker = await startWorker({
  database,
  handlers: withdrawalJobs(service.directory, timing).handlers,
  cron: [],
  group: 'test',
  atStart: [],
  concurrency: 4,
  stopTimeoutMs: 5_000,
  clock: systemClock,
  logger: createLogs('silent').logger,
});
afterAll(async () => {
  await worker.stop();
  await exchange.stop();
});

const SOME: unknown = expect.stringMatching(/\w/);
const requiring = (approvals: number) => [{ verdict: 'REQUIRE_APPROVALS', approvals }];
const ALLOW = [{ verdict: 'ALLOW' }];
const show = async (id: string): Promise<Body> =>
  (await send('desk', 'GET', `venues/withdrawals/${id}`)).body;
const eventsOf = async (id: string) =>
  (await send('desk', 'GET', `venues/withdrawals/${id}/events`)).body as unknown as Body[];
const post = (actor: string, id: string, verb: string, body?: object) =>
  send(actor, 'POST', `venues/withdrawals/${id}/${verb}`, body === undefined ? {} : { body });

/** Polls until the condition holds; the time limit of the test ends a wait in vain. */
async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    await sleep(20);
  }
}

const reaches = (id: string, status: string) =>
  until(
    () => show(id),
    (seen) => seen.status === status,
  );
const waitsFor = (id: string, reason: RegExp) =>
  until(
    () => eventsOf(id),
    (events) => reason.test(events.at(-1)?.reason ?? ''),
  );

const needsPerson = async (id: string) =>
  (await send('viewer', 'GET', `venues/withdrawals/${id}?expand=approvals`)).body.needsPerson;

async function transfersOf(id: string) {
  return (await exchange.control.state()).transfers.filter(({ reference }) => reference === id);
}

beforeEach(() => decree(ALLOW));
afterEach(async () => {
  await exchange.control.clearFaults();
  await exchange.control.goOnline();
  listed.withdrawals = 'live';
  listed.venue = exchange.venue;
});

describe('a withdrawal that the policy lets through', () => {
  it('is sent to the venue once and completed with the hash of its transaction', async () => {
    const { body } = await create();
    expect(body.status).toBe('PENDING');
    const submitted = await reaches(body.id, 'SUBMITTED');
    expect(submitted.venueTransferId).toMatch(/\w/);
    await exchange.control.complete(body.id);
    const completed = await reaches(body.id, 'COMPLETED');
    expect(completed).toMatchObject({
      blockchainMetadata: { hash: SOME },
      fiatMetadata: null,
    });
    expect(await transfersOf(body.id)).toHaveLength(1);
    expect(await readEvents(database.sql, body.id, withdrawalEvents)).toEqual([
      ['withdrawal.created', {}],
      ['withdrawal.state-changed', {}],
      ['withdrawal.state-changed', {}],
    ]);
  });

  it('to a bank ends with the reference of the bank', async () => {
    await send('ada', 'POST', 'destinations', { body: { alias: 'bank', kind: 'bank' } });
    const { body } = await create({
      asset: { code: 'EUR' },
      amount: '5',
      fiatDestination: { alias: 'bank' },
    });
    await reaches(body.id, 'SUBMITTED');
    await exchange.control.complete(body.id);
    const completed = await reaches(body.id, 'COMPLETED');
    expect(completed).toMatchObject({
      blockchainMetadata: null,
      fiatMetadata: { reference: SOME },
    });
  });

  it('is FAILED with the reason of a venue that refuses it', async () => {
    const { body } = await create({ amount: '999999' });
    const failed = await reaches(body.id, 'FAILED');
    expect(failed.failureMessage).toMatch(/available/);
    expect(await transfersOf(body.id)).toEqual([]);
  });

  it('is FAILED with the reason of a venue that takes it and fails afterwards', async () => {
    const { body } = await create();
    await reaches(body.id, 'SUBMITTED');
    await exchange.control.fail(body.id, 'The address is blocked.');
    expect((await reaches(body.id, 'FAILED')).failureMessage).toBe('The address is blocked.');
  });

  it('keeps every attempt: what was sent, what came back and when', async () => {
    const { body } = await create();
    await reaches(body.id, 'SUBMITTED');
    const attempts = await database.sql`
      select kind, outcome, request, answer, ended_at > started_at as ended from withdrawal_attempt where withdrawal_id = ${body.id}`;
    expect([...attempts]).toMatchObject([
      {
        kind: 'submit',
        outcome: 'accepted',
        request: { reference: body.id, amount: '0.50', asset: 'BTC' },
        answer: { kind: 'answered', value: { reference: body.id } },
        ended: true,
      },
    ]);
  });
});

const ALL_FAULTS = ['drop', 'lose', 'errorAfterwards', 'error', 'garble'] as const;
const FAULTS = effort<readonly (typeof ALL_FAULTS)[number][]>(['drop', 'errorAfterwards'], ALL_FAULTS);

describe('a withdrawal whose request met a fault', () => {
  it.each(FAULTS)('of the kind %s is looked up by reference and paid exactly once', async (type) => {
    await exchange.control.fault({ operation: 'withdraw', fault: { type }, times: 1 });
    const { body } = await create();
    await reaches(body.id, 'SUBMITTED');
    expect(await transfersOf(body.id)).toHaveLength(1);
    const actions = (await eventsOf(body.id)).map(({ action }) => action);
    expect(actions).toContain('withdrawal.conclude');
    expect(
      new Set(
        (await database.sql`select kind from withdrawal_attempt where withdrawal_id = ${body.id}`).map(
          ({ kind }) => String(kind),
        ),
      ),
    ).toEqual(new Set(['submit', 'find']));
  });

  it('is sent when the venue is back, as nothing was sent before', async () => {
    await exchange.control.goOffline();
    const { body } = await create();
    await waitsFor(body.id, /connection|venue/i);
    expect(await needsPerson(body.id)).toBe(false);
    await exchange.control.goOnline();
    await reaches(body.id, 'SUBMITTED');
    expect(await transfersOf(body.id)).toHaveLength(1);
  });

  it('waits for a person where the venue cannot be asked, and goes on by what that person found', async () => {
    const { withdrawals: whole, ...venue } = exchange.venue;
    if (!whole) throw new Error('The exchange must offer withdrawals.');
    const { find: _none, ...deaf } = whole;
    listed.venue = { ...venue, withdrawals: deaf };
    await exchange.control.fault({ operation: 'withdraw', fault: { type: 'drop' }, times: 3 });
    const parked = await Promise.all([create(), create(), create()]);
    const [accepted = '', refused = '', nothing = ''] = parked.map(({ body }) => body.id);
    for (const id of [accepted, refused, nothing]) await waitsFor(id, /resolve/);
    expect((await show(accepted)).status).toBe('PENDING');
    expect(await needsPerson(accepted)).toBe(true);
    expect((await post('desk', accepted, 'cancel')).body.code).toBe('invalid_transition');

    const comment = 'Seen in the books.';
    const lost = await post('ada', accepted, 'resolve', { found: 'ACCEPTED', comment });
    expect([lost.status, Object.keys(lost.body.errors ?? {})]).toEqual([400, ['venueTransferId']]);
    expect((await post('desk', accepted, 'resolve', { found: 'REFUSED', comment })).status).toBe(403);
    const [transfer] = await transfersOf(accepted);
    await post('ada', accepted, 'resolve', { found: 'ACCEPTED', comment, venueTransferId: transfer?.id });
    await exchange.control.complete(accepted);
    await reaches(accepted, 'COMPLETED');

    const again = { found: 'ACCEPTED', comment, venueTransferId: transfer?.id };
    const taken = await post('ada', refused, 'resolve', again);
    expect([taken.status, Object.keys(taken.body.errors ?? {})]).toEqual([422, ['venueTransferId']]);
    expect(taken.body.detail).toContain(accepted);
    const failed = await post('ada', refused, 'resolve', { found: 'REFUSED', comment });
    expect(failed.body).toMatchObject({ status: 'FAILED', failureMessage: SOME });
    expect((await post('ada', refused, 'resolve', { found: 'REFUSED', comment })).body.code).toBe(
      'invalid_transition',
    );

    await post('ada', nothing, 'resolve', { found: 'NOTHING', comment });
    await reaches(nothing, 'SUBMITTED');
  });

  it('waits while the switch of the venue is not on live', async () => {
    await exchange.control.goOffline();
    const { body } = await create();
    listed.withdrawals = 'off';
    await waitsFor(body.id, /switched off/);
    expect(await show(body.id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('a withdrawal that needs approval', () => {
  const APPROVE = { decision: 'APPROVE' };

  it('goes on when enough distinct people, none of them the requester, have approved it', async () => {
    await decree(requiring(2));
    const { body } = await create();
    expect((await post('desk', body.id, 'votes', APPROVE)).body.code).toBe('unprocessable');
    expect((await post('viewer', body.id, 'votes', APPROVE)).status).toBe(403);
    expect((await post('ada', body.id, 'votes', APPROVE)).body.status).toBe('APPROVAL_REQUESTED');
    expect((await post('ada', body.id, 'votes', APPROVE)).body.code).toBe('conflict');
    expect((await post('grace', body.id, 'votes', APPROVE)).body.status).toBe('PENDING');
    await reaches(body.id, 'SUBMITTED');
    expect((await post('grace', body.id, 'votes', APPROVE)).body.code).toBe('invalid_transition');
  });

  it('is counted once for each of many who vote at once', async () => {
    await decree(requiring(2));
    const { body } = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('ada', body.id, 'votes', APPROVE)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await show(body.id)).status).toBe('APPROVAL_REQUESTED');
  });

  it('is CANCELLED by a single no', async () => {
    await decree(requiring(2));
    const { body } = await create();
    await post('ada', body.id, 'votes', APPROVE);
    const { body: rejected } = await post('grace', body.id, 'votes', {
      decision: 'REJECT',
      comment: 'Not ours.',
    });
    expect(rejected).toMatchObject({
      status: 'CANCELLED',
      failureMessage: 'Rejected by grace: Not ours.',
    });
  });

  it('is CANCELLED by its requester', async () => {
    await decree(requiring(1));
    const { body } = await create();
    const { body: cancelled } = await post('desk', body.id, 'cancel');
    expect(cancelled).toMatchObject({ status: 'CANCELLED', failureMessage: 'Cancelled by desk.' });
    expect((await post('desk', body.id, 'cancel')).body.code).toBe('invalid_transition');
  });

  it('is CANCELLED when its time has passed, and takes no vote from then on', async () => {
    await decree(requiring(1));
    const { body } = await create();
    await database.sql`update withdrawal set due_at = now() - interval '1 second' where id = ${body.id}`;
    expect((await post('ada', body.id, 'votes', APPROVE)).body.code).toBe('invalid_transition');
    await runJobsNow(database);
    expect((await reaches(body.id, 'CANCELLED')).failureMessage).toMatch(/expired/);
  });

  it('shows in its events who did what, and by which rule', async () => {
    await decree([
      { asset: 'BTC', sum: { window: '24h', over: '0.1' }, verdict: 'REQUIRE_APPROVALS', approvals: 1 },
    ]);
    const { body } = await create();
    await post('ada', body.id, 'votes', APPROVE);
    await reaches(body.id, 'SUBMITTED');
    const events = await eventsOf(body.id);
    expect(events.slice(0, 2)).toMatchObject([
      {
        action: 'withdrawal.create',
        actor: { kind: 'client', id: 'desk' },
        reason: 'rule 1: over 0.1 BTC in 24 h → 1 approval',
      },
      {
        action: 'withdrawal.vote',
        actor: { kind: 'client', id: 'ada' },
        status: 'PENDING',
        reason: '1 of 1 approvals',
      },
    ]);
    expect(events.at(-1)).toMatchObject({
      action: 'withdrawal.conclude',
      status: 'SUBMITTED',
      actor: { kind: 'system' },
    });
  });
});

describe('another tenant', () => {
  it('finds nothing, whatever it asks for', async () => {
    await decree([]);
    const { body } = await create();
    const answers = await Promise.all([
      send('stranger', 'GET', `venues/withdrawals/${body.id}`),
      send('stranger', 'GET', `venues/withdrawals/${body.id}/events`),
      post('stranger', body.id, 'cancel'),
      post('stranger', body.id, 'votes', { decision: 'APPROVE' }),
      post('stranger', body.id, 'resolve', { found: 'REFUSED', comment: 'x' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await send('stranger', 'GET', 'venues/withdrawals')).body.content).toEqual([]);
  });
});

it('the audit chain over all of this verifies', async () => {
  expect(await verifyAudit(database.db)).toMatchObject({ fault: undefined });
});
