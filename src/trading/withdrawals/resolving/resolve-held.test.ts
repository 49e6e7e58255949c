import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal, newId, type Actor } from '../../../kernel/index.ts';
import { createClock } from '../../../platform/auth/testing/fixture.ts';
import { answered, unknown, type Outcome, type VenueWithdrawal } from '../../venues/index.ts';
import { withdrawalJobs } from '../index.ts';
import { scriptedVenue } from '../testing/scripted-venue.ts';
import { openWithdrawalService, type Answer, type Body } from '../testing/service.ts';

const SYSTEM: Actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() };
const HASH = `0x${'ab'.repeat(32)}`;
const REASON = 'The venue has refused what was said: look there.';

const clock = createClock();
const { venue, left } = scriptedVenue(clock);
/** What the venue says of a withdrawal that it has accepted. */
let said: Partial<VenueWithdrawal> | undefined;
async function status({ reference }: { readonly reference: string }): Promise<Outcome<VenueWithdrawal>> {
  if (!said) return unknown('There was no answer in time.');
  return answered({
    venueTransferId: `transfer of ${reference}`,
    reference,
    asset: 'BTC',
    amount: Decimal.parse('0.50'),
    fee: null,
    status: 'processing',
    hash: null,
    internalId: null,
    failureReason: null,
    ...said,
  });
}
const { withdrawals } = venue;
if (!withdrawals) throw new Error('The venue must offer withdrawals.');
const service = await openWithdrawalService({
  venue: { ...venue, withdrawals: { ...withdrawals, status } },
  clock,
});
const { create, send, decree, database } = service;
for (const [name, owner] of [
  ['ada', null],
  ['grace', null],
  ['ada-bot', 'ada'],
] as const) {
  const kind = owner === null ? 'person' : 'client';
  await database.sql`
    insert into credential (id, kind, name, tenant, scopes, owner, secret_id, created_at)
    values (${newId()}, ${kind}, ${name}, 'acme', '{}', ${owner}, ${newId()}, now())`;
}
const { handlers } = withdrawalJobs(service.directory);
const work = async (name: string): Promise<void> => {
  await handlers.find(({ job }) => job.name === name)?.run(service.contextOf(SYSTEM), { venue: 'test' });
};
const show = async (id: string): Promise<Body> =>
  (await send('viewer', 'GET', `venues/withdrawals/${id}?expand=approvals`)).body;

async function poll(): Promise<void> {
  clock.advance(60_000);
  await work('withdrawal.poll');
}

/** One that the venue has accepted and holds. */
async function held(): Promise<string> {
  clock.advance(1);
  const { body } = await create();
  await work('withdrawal.submit');
  said = { waitsFor: REASON };
  await poll();
  expect(await show(body.id)).toMatchObject({
    status: 'SUBMITTED',
    waitingReason: REASON,
    needsPerson: false,
  });
  return body.id;
}

const resolve = (who: string, id: string, body: object): Promise<Answer> =>
  send(who, 'POST', `venues/withdrawals/${id}/resolve`, { body: { comment: 'Seen there.', ...body } });
const REFUSED = { found: 'REFUSED' };
const PAID = { found: 'PAID', transaction: HASH };

beforeEach(async () => {
  await decree([{ verdict: 'ALLOW' }]);
  await database.sql`update withdrawal set status = 'CANCELLED', due_at = null where status in ('PENDING', 'SUBMITTED')`;
});

describe('a withdrawal that the venue has accepted and holds', () => {
  it.each([
    [REFUSED, 'FAILED', { failureMessage: 'Refused by the venue, as ada and grace found: Seen there.' }],
    [PAID, 'COMPLETED', { blockchainMetadata: { hash: HASH } }],
  ])('ends when two admins have found the same: %j', async (found, ending, expected) => {
    const id = await held();
    const first = await resolve('ada', id, found);
    expect([first.status, first.body.status]).toEqual([200, 'SUBMITTED']);
    const waiting = `${REASON} ada found it ${found.found} there: another admin must find the same.`;
    // The venue goes on to be asked.
    for (let polls = 0; polls < 2; polls++) {
      expect(await show(id)).toMatchObject({ status: 'SUBMITTED', waitingReason: waiting });
      await poll();
    }
    const second = await resolve('grace', id, found);
    expect(second.body).toMatchObject({ status: ending, ...expected });
    expect((await resolve('grace', id, found)).body.code).toBe('invalid_transition');
    const entries = await database.sql<{ details: Record<string, unknown> }[]>`
      select details from audit_log where subject_id = ${id} and action = 'withdrawal.resolve' order by at, id`;
    expect(entries.map(({ details }) => details)).toMatchObject([
      { status: 'SUBMITTED', found: found.found },
      { status: ending, foundBefore: { by: 'ada', ...found } },
    ]);
    expect(left.filter(({ reference }) => reference === id)).toHaveLength(1);
  });

  it('does not end by one person, nor by their program, nor by two who found different things', async () => {
    const id = await held();
    for (const [who, found] of [
      ['ada', REFUSED],
      ['ada', REFUSED],
      ['grace', PAID],
      ['ada', { ...PAID, transaction: `0x${'cd'.repeat(32)}` }],
      ['ada', REFUSED],
    ] as const) {
      const { status: code, body } = await resolve(who, id, found);
      expect([who, code, body.status]).toEqual([who, 200, 'SUBMITTED']);
    }
    expect((await show(id)).waitingReason).toMatch(/ada found it REFUSED there/);
    expect((await resolve('grace', id, REFUSED)).body.status).toBe('FAILED');
  });

  it('does not end against the word of the venue', async () => {
    const id = await held();
    await resolve('ada', id, REFUSED);
    for (const now of [
      { status: 'completed', hash: HASH },
      { status: 'failed', failureReason: 'No.' },
      {},
      undefined,
    ] as const) {
      said = now;
      const { status: code, body } = await resolve('grace', id, REFUSED);
      expect([now, code, body.code]).toEqual([now, 409, 'invalid_transition']);
    }
    // Money that shows a transaction has left.
    said = { waitsFor: REASON, hash: HASH };
    expect((await resolve('grace', id, REFUSED)).status).toBe(422);
    expect((await resolve('grace', id, { ...PAID, transaction: '0xother' })).status).toBe(422);
    expect((await show(id)).status).toBe('SUBMITTED');
  });

  it('that has shown a transaction before is not found REFUSED, also where it shows none now', async () => {
    const id = await held();
    said = { waitsFor: REASON, hash: HASH };
    await poll();
    said = { waitsFor: REASON };
    for (const who of ['ada', 'grace']) expect((await resolve(who, id, REFUSED)).status).toBe(422);
    await resolve('ada', id, PAID);
    expect((await resolve('grace', id, PAID)).body.status).toBe('COMPLETED');
  });

  it('loses what was found when the venue goes on with it', async () => {
    const id = await held();
    await resolve('ada', id, REFUSED);
    said = {};
    await poll();
    expect(await show(id)).toMatchObject({ status: 'SUBMITTED', waitingReason: null });
    said = { waitsFor: REASON };
    await poll();
    expect((await show(id)).waitingReason).toBe(REASON);
    expect((await resolve('grace', id, REFUSED)).body.status).toBe('SUBMITTED');
    said = { status: 'completed', hash: HASH };
    await poll();
    expect((await show(id)).status).toBe('COMPLETED');
  });

  it('takes only what can be found of it, and only from admins', async () => {
    const id = await held();
    const answers = await Promise.all([
      resolve('desk', id, REFUSED),
      resolve('stranger', id, REFUSED),
      resolve('ada', id, { found: 'PAID' }),
      resolve('ada', id, { ...REFUSED, transaction: HASH }),
      resolve('ada', id, { found: 'NOTHING' }),
      resolve('ada', id, { found: 'ACCEPTED', venueTransferId: 'x' }),
    ]);
    expect(answers.map(({ status: code }) => code)).toEqual([403, 404, 400, 400, 422, 422]);
    expect((await show(id)).waitingReason).toBe(REASON);
  });
});

it('one that is in doubt and was never accepted cannot be found PAID', async () => {
  const { body } = await create();
  await database.sql`update withdrawal set status = 'PENDING', due_at = null where id = ${body.id}`;
  expect((await resolve('ada', body.id, PAID)).status).toBe(422);
});
