import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, newId, type Actor } from '../../kernel/index.ts';
import { sealAudit, verifyAudit } from '../../platform/audit/index.ts';
import { openPersonalData, type TravelRule } from '../../platform/personal-data/index.ts';
import { createClock } from '../../platform/auth/testing/fixture.ts';
import { MARKER, RECIPIENTS } from '../../platform/personal-data/testing/samples.ts';
import { eraseOutdated, resealRecipients, type Uses } from '../../platform/recipients/index.ts';
import { fill } from '../travel-rule/index.ts';
import {
  answered,
  refused,
  unknown,
  type Outcome,
  type Venue,
  type VenueWithdrawal,
  type WithdrawalRequest,
} from '../venues/index.ts';
import { withdrawalJobs } from '../withdrawals/index.ts';
import { BITCOIN, openWithdrawalService, PEOPLE_IDS } from '../withdrawals/testing/service.ts';
import { uses } from './uses.ts';
import { formIn } from './testing/form-in.ts';

const KEY = `first=${'k'.repeat(40)}`;
const DAY_MS = 24 * 3_600_000;
const clock = createClock();
const personal = openPersonalData([KEY]);

/** What the venue was sent, and what it asks; tests change that. */
const sent: WithdrawalRequest[] = [];
let asks: Venue['asks'];
let answer: (request: WithdrawalRequest) => Outcome<never> | undefined = () => undefined;

/** What the venue answers when it is asked for a withdrawal. */
let found: (reference: string) => Outcome<VenueWithdrawal | null> = () => answered(null);

const venue: Venue = {
  code: 'test',
  describe: () => Promise.reject(new Error('It is not asked.')),
  get asks() {
    return asks;
  },
  withdrawals: {
    isIdempotent: false,
    honoursDeadline: true,
    async submit(request) {
      sent.push(request);
      const { reference, asset, amount } = request;
      const own = { venueTransferId: reference, reference, asset, amount, fee: null, hash: null };
      return (
        answer(request) ?? answered({ ...own, internalId: null, failureReason: null, status: 'accepted' })
      );
    },
    find: async (sought) => found(sought.reference),
    async status({ reference, asset }) {
      const amount = sent.find((one) => one.reference === reference)?.amount;
      if (!amount) throw new Error('It is not there.');
      const own = { venueTransferId: reference, reference, asset, amount, fee: null, internalId: null };
      return answered({
        ...own,
        status: 'failed',
        hash: null,
        failureReason: `${MARKER} Lovelace is not known.`,
      });
    },
  },
  close: () => Promise.resolve(),
};
const service = await openWithdrawalService({ venue, clock, personal });
const { database, send, create, decree, contextOf } = service;
const { handlers } = withdrawalJobs(service.directory, {}, undefined, personal);
const SYSTEM: Actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() };
const work = async (name: 'submit' | 'poll'): Promise<void> => {
  await handlers
    .find(({ job }) => job.name === `withdrawal.${name}`)
    ?.run(contextOf(SYSTEM), { venue: 'test' });
};

const EUROPE = await formIn('FR');
const JAPAN = await formIn('JP');

/** Exactly what the European form asks. */
const PERSON: TravelRule = {
  relation: 'THIRD_PARTY',
  party: { kind: 'NATURAL', firstName: `Ada${MARKER}`, lastName: `Lovelace ${MARKER}` },
  address: { country: 'DE' },
  wallet: { kind: 'SELF_HOSTED' },
  declared: true,
};
const OTHER: TravelRule = { ...PERSON, party: { kind: 'NATURAL', firstName: 'Grace', lastName: 'Hopper' } };

let aliases = 0;
const save = (change: object = {}) =>
  send('ada', 'POST', 'destinations', {
    body: {
      alias: `d${(aliases += 1)}`,
      kind: 'blockchain',
      network: 'BITCOIN',
      address: BITCOIN,
      ...change,
    },
  });
const saved = async (travelRule: TravelRule | undefined = PERSON) => {
  const { body } = await save({ travelRule });
  await send('grace', 'POST', `destinations/${body.id}/confirm`);
  return { ...body, alias: `d${aliases}` };
};
const to = (alias: string) => ({ blockchainDestination: { alias } });
const show = async (id: string) => (await send('viewer', 'GET', `venues/withdrawals/${id}`)).body;

beforeEach(async () => {
  sent.length = 0;
  asks = EUROPE;
  answer = () => undefined;
  found = () => answered(null);
  await decree([{ verdict: 'ALLOW' }]);
});

describe('a withdrawal at a venue that asks', () => {
  it.each<[string, object, Record<string, string>]>([
    ['nothing about who receives it', {}, { travelRule: 'is required: test asks who receives it' }],
    [
      'a name with digits',
      { travelRule: { ...PERSON, party: { ...PERSON.party, firstName: 'Ada 2' } } },
      { 'travelRule.party.firstName': 'without digits' },
    ],
    [
      'no declaration',
      { travelRule: { ...PERSON, declared: undefined } },
      { 'travelRule.declared': 'somebody must declare' },
    ],
    [
      'more about people than it asks',
      { travelRule: { ...PERSON, party: { ...PERSON.party, birthDate: '1985-12-10' } } },
      { 'travelRule.party.birthDate': 'must be left out: test does not ask for it' },
    ],
  ])('is refused with %s, also as a dry run, and names what to write', async (_what, body, expected) => {
    for (const headers of [{}, { 'x-dry-run': 'true' }]) {
      const refusal = await create(body, { headers });
      expect(refusal.status).toBe(422);
      expect(Object.keys(refusal.body.errors ?? {})).toEqual(Object.keys(expected));
      for (const [field, says] of Object.entries(expected))
        expect(refusal.body.errors?.[field]?.join()).toContain(says);
      expect(JSON.stringify(refusal.body)).not.toContain(MARKER);
    }
    expect(await database.sql`select from withdrawal`).toHaveLength(0);
  });

  it('carries the answers of its request to the venue, and shows a mark of them only', async () => {
    const { status, body } = await create({ travelRule: PERSON });
    expect([status, body.status]).toEqual([201, 'PENDING']);
    expect(body.recipient?.hash).toMatch(/^[0-9a-f]{64}$/);
    await work('submit');
    expect(sent.map(({ travelRule }) => travelRule)).toEqual([PERSON]);
    expect((await show(body.id)).status).toBe('SUBMITTED');
  });

  it('carries what is saved with its destination, even if that is changed before it is sent', async () => {
    const { id, alias } = await saved();
    const { body } = await create(to(alias));
    expect(body.recipient?.hash).toMatch(/^[0-9a-f]{64}$/);
    await send('ada', 'PUT', `destinations/${id}/recipient`, { body: { travelRule: OTHER } });
    await work('submit');
    expect(sent.map(({ travelRule }) => travelRule)).toEqual([PERSON]);
  });

  it('carries what is saved and confirmed with the same address, unless that says different things', async () => {
    const address = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
    const place = { blockchainDestination: { address, network: 'BITCOIN' } };
    const unconfirmed = await save({ address, travelRule: PERSON });
    expect(Object.keys((await create(place)).body.errors ?? {})).toEqual(['travelRule']);
    await send('grace', 'POST', `destinations/${unconfirmed.body.id}/confirm`);
    const { status, body } = await create(place);
    expect([status, body.recipient]).toEqual([201, unconfirmed.body.recipient]);
    const named = await create({ ...place, travelRule: OTHER });
    expect(named.body.recipient?.hash).not.toBe(body.recipient?.hash);
    await work('submit');
    expect(sent.map(({ travelRule }) => travelRule)).toEqual([PERSON, OTHER]);
    const second = await save({ address, travelRule: OTHER });
    expect((await create(place)).status).toBe(201);
    await send('grace', 'POST', `destinations/${second.body.id}/confirm`);
    expect((await create(place)).body.errors).toEqual({
      travelRule: ['is required: test asks who receives it'],
    });
  });

  it('is not sent if the questions have changed since, and says which answers are missing', async () => {
    const { body } = await create({ travelRule: PERSON });
    asks = JAPAN;
    await work('submit');
    expect(sent).toEqual([]);
    const { status, failureMessage } = await show(body.id);
    expect(status).toBe('FAILED');
    expect(failureMessage).toMatch(/^Nothing was sent: .*travelRule\.address\.city is required/);
  });

  it('is not sent if the venue asks only since it was created', async () => {
    asks = undefined;
    const { body } = await create();
    asks = EUROPE;
    await work('submit');
    expect(sent).toEqual([]);
    expect((await show(body.id)).failureMessage).toMatch(/travelRule is required/);
  });

  it('cannot say who receives it beside an alias, nor at a venue that asks nothing', async () => {
    const { alias } = await saved();
    const both = await create({ ...to(alias), travelRule: PERSON });
    expect([both.status, Object.keys(both.body.errors ?? {})]).toEqual([400, ['travelRule']]);
    asks = undefined;
    const unasked = await create({ travelRule: PERSON });
    expect([unasked.status, unasked.body.errors]).toEqual([
      422,
      { travelRule: ['must be left out: test does not ask who receives it'] },
    ]);
  });

  it('may say more than is asked where the request wants that left out, and the venue gets what it asks', async () => {
    const more: TravelRule = {
      ...PERSON,
      party: { kind: 'NATURAL', ...PERSON.party, birthDate: '1985-12-10' },
      address: { country: 'DE', city: 'Munich' },
    };
    const described = { travelRule: more, leaveOutSurplus: true };
    for (const leaveOutSurplus of [false, null, undefined])
      expect((await create({ ...described, leaveOutSurplus })).status).toBe(422);
    const missing = await create({ ...described, travelRule: { ...more, declared: undefined } });
    expect([missing.status, Object.keys(missing.body.errors ?? {})]).toEqual([422, ['travelRule.declared']]);
    const reference = `described-${(aliases += 1)}`;
    const { status, body } = await create({ ...described, reference });
    expect([status, body.recipient?.hash]).toEqual([201, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const again = await create({ ...described, reference });
    expect([again.status, again.body.id]).toEqual([200, body.id]);
    expect((await create({ travelRule: more, reference })).body.code).toBe('reference_reused');
    await work('submit');
    const [request] = sent;
    if (!EUROPE || !request?.travelRule) throw new Error('Nothing was sent.');
    expect([sent.length, fill(EUROPE, request.travelRule)]).toEqual([1, fill(EUROPE, PERSON)]);
  });

  it('keeps nothing about people at a venue that asks nothing, where the request wants surplus left out', async () => {
    asks = undefined;
    const before = await database.sql`select from recipient`;
    const { status, body } = await create({ travelRule: PERSON, leaveOutSurplus: true });
    expect([status, body.recipient]).toEqual([201, null]);
    expect(await database.sql`select from recipient`).toHaveLength(before.length);
    await send('desk', 'POST', `venues/withdrawals/${body.id}/cancel`);
  });

  it('is to a known destination where the saved recipient is named, also if surplus is left out', async () => {
    asks = undefined;
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
    const { body: own } = await save({ address, travelRule: OTHER });
    await send('grace', 'POST', `destinations/${own.id}/confirm`);
    await decree([{ destination: 'NEW', verdict: 'REFUSE' }, { verdict: 'ALLOW' }]);
    const decided = async (travelRule: TravelRule) => {
      const place = { blockchainDestination: { address, network: 'BITCOIN' } };
      const body = { ...place, travelRule, leaveOutSurplus: true };
      return (await create(body, { headers: { 'x-dry-run': 'true' } })).body.status;
    };
    // It is asked nothing, so that nobody is named.
    expect(await decided(PERSON)).toBe('SIMULATED');
    asks = EUROPE;
    expect(await decided(OTHER)).toBe('SIMULATED');
    expect(await decided(PERSON)).toBe(422);
  });

  it('stores nothing about people for a dry run', async () => {
    const before = await database.sql`select from recipient`;
    const { body } = await create({ travelRule: PERSON }, { headers: { 'x-dry-run': 'true' } });
    expect([body.status, body.recipient]).toEqual(['SIMULATED', null]);
    expect(await database.sql`select from recipient`).toHaveLength(before.length);
  });

  it('answers a repeated reference with the first one, and refuses it for somebody else', async () => {
    const reference = `same-${(aliases += 1)}`;
    const first = await create({ reference, travelRule: PERSON });
    const again = await create({ reference, travelRule: { ...PERSON } });
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    for (const travelRule of [OTHER, undefined]) {
      expect((await create({ reference, travelRule })).body.code).toBe('reference_reused');
    }
  });

  it('counts as one to a new destination, where another recipient than the confirmed one is named', async () => {
    await saved(PERSON);
    await decree([{ destination: 'NEW', verdict: 'REFUSE' }, { verdict: 'ALLOW' }]);
    const place = { blockchainDestination: { address: BITCOIN, network: 'BITCOIN' } };
    expect((await create({ ...place, travelRule: PERSON })).status).toBe(201);
    expect((await create({ ...place, travelRule: OTHER })).status).toBe(422);
  });
});

describe('a saved destination', () => {
  it('is unconfirmed after a change, and can be confirmed by somebody who neither saved nor changed it', async () => {
    const { id } = await saved();
    const { status, body } = await send('grace', 'PUT', `destinations/${id}/recipient`, {
      body: { travelRule: OTHER },
    });
    expect([status, body.status]).toEqual([200, 'UNCONFIRMED']);
    for (const person of ['ada', 'grace'])
      expect((await send(person, 'POST', `destinations/${id}/confirm`)).status).toBe(422);
    const again = await send('ada', 'PUT', `destinations/${id}/recipient`, { body: { travelRule: OTHER } });
    expect(again.body.status).toBe('UNCONFIRMED');
    expect((await send('grace', 'POST', `destinations/${id}/confirm`)).body.status).toBe('CONFIRMED');
  });

  it('recognises a repeated request by its key, and one for somebody else', async () => {
    const { id } = await saved();
    const change = (travelRule: TravelRule) =>
      send('ada', 'PUT', `destinations/${id}/recipient`, {
        body: { travelRule },
        headers: { 'idempotency-key': `key-${id}` },
      });
    const first = await change(OTHER);
    expect((await change(OTHER)).body).toEqual(first.body);
    expect((await change(PERSON)).body.code).toBe('reference_reused');
  });

  it('of a bank has no recipient', async () => {
    const bank = { alias: `bank${(aliases += 1)}`, kind: 'bank' };
    const refusal = await send('ada', 'POST', 'destinations', { body: { ...bank, travelRule: PERSON } });
    expect(Object.keys(refusal.body.errors ?? {})).toEqual(['travelRule']);
    const { body } = await send('ada', 'POST', 'destinations', { body: bank });
    expect(
      (await send('ada', 'PUT', `destinations/${body.id}/recipient`, { body: { travelRule: PERSON } }))
        .status,
    ).toBe(422);
  });
});

describe('what a person confirms', () => {
  beforeAll(async () => {
    for (const name of ['ada', 'grace'] as const) {
      await database.sql`
        insert into credential (id, kind, name, tenant, scopes, owner, secret_id, created_at)
        values (${PEOPLE_IDS[name]}, 'person', ${name}, 'acme', '{}', null, ${newId()}, now())`;
    }
  });

  it('names who receives it by its mark, so that nobody confirms another one', async () => {
    await decree([{ verdict: 'REQUIRE_APPROVALS', approvals: 1 }]);
    const { body } = await create({ travelRule: PERSON });
    const vote = { id: body.id, decision: 'APPROVE' };
    const [one, many] = [
      await send('ada-in-session', 'POST', `venues/withdrawals/${body.id}/votes`, {
        body: { decision: 'APPROVE' },
      }),
      await send('ada-in-session', 'POST', 'approvals/votes', { body: { votes: [vote] } }),
    ];
    expect(one.body.approves).toMatchObject({ command: 'withdrawal.vote', recipient: body.recipient });
    expect(many.body.approves).toMatchObject({ votes: [{ id: body.id, recipient: body.recipient }] });
    expect(JSON.stringify([one, many])).not.toContain(MARKER);
  });

  it('is a saved destination together with its recipient', async () => {
    const { body } = await save({ travelRule: PERSON });
    const asked = await send('grace-in-session', 'POST', `destinations/${body.id}/confirm`);
    expect(asked.body.approves).toMatchObject({ id: body.id, recipient: body.recipient });
    expect(JSON.stringify(asked)).not.toContain(MARKER);
  });
});

const viewsOf = (id: string | undefined) => database.sql`
  select actor_kind, actor_id, service, details from audit_log
  where action = 'recipient.view' and subject_id = ${id ?? ''} order by id`;

describe('a recipient', () => {
  it('that the partner service keeps is not found here', async () => {
    const { recipient } = await saved();
    const read = () => send('carla', 'GET', `recipients/${recipient?.id}`);
    await database.sql`update recipient set service = 'partner' where id = ${recipient?.id ?? ''}`;
    expect((await read()).status).toBe(404);
    expect((await send('ada', 'DELETE', `recipients/${recipient?.id}`)).status).toBe(404);
    await database.sql`update recipient set service = 'trading' where id = ${recipient?.id ?? ''}`;
    expect((await read()).status).toBe(200);
  });

  it('is read with the scope for it alone, and not by another tenant', async () => {
    const { recipient } = await saved();
    const read = (actor: string) => send(actor, 'GET', `recipients/${recipient?.id}`);
    expect((await read('carla')).body).toMatchObject({ hash: recipient?.hash, travelRule: PERSON });
    for (const actor of ['viewer', 'desk', 'ada']) expect((await read(actor)).status).toBe(403);
    expect((await read('stranger')).status).toBe(404);
    expect((await send('stranger', 'DELETE', `recipients/${recipient?.id}`)).status).toBe(404);
  });

  it('leaves an audit entry at each read, which says who read it and nothing of what was said', async () => {
    const { recipient } = await saved();
    const read = async (actor: string) => (await send(actor, 'GET', `recipients/${recipient?.id}`)).status;
    const seal = (key: string) =>
      database.sql`update recipient set key_id = ${key} where id = ${recipient?.id ?? ''}`;
    expect([await read('ada'), await read('stranger')]).toEqual([403, 404]);
    await seal('lost');
    expect(await read('carla')).toBe(422);
    await seal('first');
    expect(await viewsOf(recipient?.id)).toEqual([]);
    expect([await read('carla'), await read('carla')]).toEqual([200, 200]);
    const view = {
      actor_kind: 'client',
      actor_id: 'carla',
      service: 'trading',
      details: { hash: recipient?.hash },
    };
    expect(await viewsOf(recipient?.id)).toEqual([view, view]);
  });

  it('is not shown while its audit entry cannot be written', async () => {
    const { recipient } = await saved();
    const read = () => send('carla', 'GET', `recipients/${recipient?.id}`);
    await database.sql`
      create trigger refuse_view before insert on audit_log for each row
      when (new.action = 'recipient.view') execute function audit_log_refuse()`;
    const refusal = await read();
    await database.sql`drop trigger refuse_view on audit_log`;
    expect([refusal.status, JSON.stringify(refusal).includes(MARKER)]).toEqual([500, false]);
    expect((await read()).body.travelRule).toEqual(PERSON);
  });

  it('cannot be erased while it is needed; then only the hash stays, and the audit log can be verified', async () => {
    const { id, alias, recipient } = await saved();
    const { body } = await create(to(alias));
    const erase = () => send('ada', 'DELETE', `recipients/${recipient?.id}`);
    expect((await erase()).body.detail).toMatch(/saved destination/);
    await send('ada', 'DELETE', `destinations/${id}`);
    expect((await erase()).body.detail).toMatch(/has not ended/);
    await send('desk', 'POST', `venues/withdrawals/${body.id}/cancel`);
    expect((await erase()).status).toBe(204);
    expect((await erase()).body.code).toBe('invalid_transition');
    const read = await send('carla', 'GET', `recipients/${recipient?.id}`);
    expect(read.body).toMatchObject({ hash: recipient?.hash, travelRule: null });
    expect(await viewsOf(recipient?.id)).toEqual([]);
    await sealAudit(database.db);
    expect(await verifyAudit(database.db)).toMatchObject({ pending: 0, fault: undefined });
  });

  it('is erased when nothing has needed it for as long as is set', async () => {
    const { body: kept } = await create({ travelRule: PERSON });
    const { body: ended } = await create({ travelRule: PERSON });
    await send('desk', 'POST', `venues/withdrawals/${ended.id}/cancel`);
    const { recipient: inUse } = await saved();
    const isErased = async (id: string | undefined) =>
      (await send('carla', 'GET', `recipients/${id}`)).body.travelRule === null;
    const all = () => Promise.all([kept.recipient?.id, ended.recipient?.id, inUse?.id].map(isErased));
    await eraseOutdated(contextOf(SYSTEM), uses, 1);
    expect(await all()).toEqual([false, false, false]);
    clock.advance(2 * DAY_MS);
    await eraseOutdated(contextOf(SYSTEM), uses, 1);
    expect(await all()).toEqual([false, true, false]);
  });

  it('is erased on the night on which it is due, also where more are due than are read at once', async () => {
    const ended: (string | undefined)[] = [];
    for (let number = 0; number < 3; number += 1) {
      const { body } = await create({ travelRule: PERSON });
      await send('desk', 'POST', `venues/withdrawals/${body.id}/cancel`);
      ended.push(body.recipient?.id);
    }
    clock.advance(2 * DAY_MS);
    const two: Uses = {
      ...uses,
      outdated: (db, before, limit) => uses.outdated(db, before, Math.min(limit, 2)),
    };
    await eraseOutdated(contextOf(SYSTEM), two, 1);
    const kept =
      await database.sql`select from recipient where sealed is not null and id in ${database.sql(ended as string[])}`;
    expect(kept).toHaveLength(0);
  });

  it('is sealed again with another key, and can be read as before', async () => {
    const { recipient } = await saved();
    const rotated = openPersonalData([`second=${'n'.repeat(40)}`, KEY]);
    expect(await resealRecipients(database.db, rotated)).toBeGreaterThan(0);
    expect(await resealRecipients(database.db, rotated)).toBe(0);
    const keys = await database.sql`select distinct key_id from recipient where sealed is not null`;
    expect(keys).toEqual([{ key_id: 'second' }]);
    // Back, for the tests after this one.
    const back = openPersonalData([KEY, `second=${'n'.repeat(40)}`]);
    await resealRecipients(database.db, back);
    expect((await send('carla', 'GET', `recipients/${recipient?.id}`)).body.travelRule).toEqual(PERSON);
  });
});

describe('what was said about people', () => {
  const NAMED = `Ada${MARKER} is not known.`;

  it('is hidden in what the venue answers when it is asked again', async () => {
    answer = () => unknown('There was no answer in time.');
    found = (reference) => {
      const amount = Decimal.parse('0.5');
      const own = { venueTransferId: reference, reference, asset: 'BTC', amount, fee: null, hash: null };
      const texts = {
        failureReason: NAMED,
        waitsFor: NAMED,
        internalId: null,
        status: 'processing',
      } as const;
      return answered({ ...own, ...texts });
    };
    const { body } = await create({ travelRule: PERSON });
    await work('submit');
    clock.advance(60_000);
    await work('submit');
    expect((await show(body.id)).status).toBe('SUBMITTED');
    const rows = await database.sql<{ answer: unknown }[]>`
      select answer from withdrawal_attempt where withdrawal_id = ${body.id} order by number`;
    expect(rows.at(-1)?.answer).toMatchObject({
      value: { failureReason: '… is not known.', waitsFor: '… is not known.' },
    });
  });

  it('cannot be hidden without its key, so that nothing of a reason is shown', async () => {
    const { body } = await create({ travelRule: PERSON });
    await work('submit');
    await database.sql`update recipient set key_id = 'lost' where id = ${body.recipient?.id ?? ''}`;
    clock.advance(60_000);
    await work('poll');
    expect(await show(body.id)).toMatchObject({
      status: 'FAILED',
      failureMessage: 'It gave a reason that cannot be shown: it may name who receives it.',
    });
  });

  it('is hidden in the words of a screener, who cannot answer while it cannot be read', async () => {
    await decree([{ verdict: 'REQUIRE_SCREENING', screening: { withinSeconds: 600 } }, { verdict: 'ALLOW' }]);
    const { body } = await create({ travelRule: PERSON });
    const path = `venues/withdrawals/${body.id}`;
    const { screening } = (await send('viewer', 'GET', `${path}?expand=approvals`)).body;
    const said = { verdict: 'PASS', digest: screening?.digest, reason: NAMED, evidence: `case of ${NAMED}` };
    const screen = () => send('screener', 'POST', `${path}/screening`, { body: said });
    const id = body.recipient?.id ?? '';
    await database.sql`update recipient set key_id = 'lost' where id = ${id}`;
    expect((await screen()).status).toBe(422);
    await database.sql`update recipient set key_id = 'first' where id = ${id}`;
    expect((await screen()).status).toBe(201);
    const shown = await send('viewer', 'GET', `${path}?expand=approvals`);
    expect(shown.body.screening).toMatchObject({
      reason: '… is not known.',
      evidence: 'case of … is not known.',
    });
  });
});

it('nothing about people stands in any column, in clear or as bytes, whatever the venue says of them', async () => {
  await saved(RECIPIENTS['a person with an account elsewhere']);
  answer = () => refused('no', `Ada${MARKER} and Lovelace+${MARKER} and \\u005ayxmark are not allowed.`);
  const { body: failed } = await create({ travelRule: PERSON });
  await work('submit');
  expect((await show(failed.id)).failureMessage).toMatch(/not allowed/);
  answer = () => undefined;
  const { body } = await create({ travelRule: PERSON });
  await work('submit');
  clock.advance(60_000);
  await work('poll');
  expect((await show(body.id)).failureMessage).toMatch(/is not known/);
  const tables = await database.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const hex = Buffer.from(MARKER).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.sql.unsafe(
      `select count(*)::int as n from ${name} as t where t::text ilike '%${MARKER}%' or t::text like '%${hex}%'`,
    );
    if (row?.['n'] > 0) found.push(name);
  }
  expect(tables.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

it('without a key nothing about people is taken, and the setting is named', async () => {
  const { send: bare } = await openWithdrawalService({ venue });
  for (const [path, body] of [
    [
      'destinations',
      { alias: 'a', kind: 'blockchain', network: 'BITCOIN', address: BITCOIN, travelRule: PERSON },
    ],
    [
      'venues/withdrawals',
      {
        asset: { code: 'BTC' },
        amount: '1',
        venue: 'test',
        reference: 'r',
        blockchainDestination: { address: BITCOIN, network: 'BITCOIN' },
        travelRule: PERSON,
      },
    ],
  ] as const) {
    const refusal = await bare(path === 'destinations' ? 'ada' : 'desk', 'POST', path, { body });
    expect([refusal.status, refusal.body.detail]).toEqual([
      422,
      expect.stringContaining('personalData.keys'),
    ]);
  }
});
