import { EventEmitter, once } from 'node:events';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, later, newTraceId, systemClock, type Actor, type Context } from '../../kernel/index.ts';
import { plantCredential } from '../../platform/auth/testing/fixture.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { dropJobs } from '../../platform/notices/testing/fixture.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inject } from '../../testing/inject.ts';
import { openPersonalData } from '../../platform/personal-data/index.ts';
import { depositAddressEndpoints } from '../deposit-addresses/index.ts';
import { destinationEndpoints } from '../destinations/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { formIn } from '../recipients/testing/form-in.ts';
import { MARKER, RECIPIENTS } from '../../platform/personal-data/testing/samples.ts';
import { answered, unknown, type Venue } from '../venues/index.ts';
import { answerOf, patient } from '../venues/testing/acceptance/calls.ts';
import { startTestExchange } from '../venues/testing/start.ts';
import { creationAt } from '../withdrawals/index.ts';
import { managedBalanceEndpoints, managedBalanceNotices } from './index.ts';
import { lookAtBalances } from './look.ts';

const [north, south] = [await startTestExchange(), await startTestExchange()];
const description = await answerOf(north.venue.describe(patient()));
const database = await createTestDatabase({ poolSize: 8 });
const { sql } = database;

/** What a venue says that it holds of ETH; a text is why it says nothing. */
const says = { north: '1000', south: '50', other: '1000' };
/** What the north asks about who receives a withdrawal. */
let asks: Venue['asks'];
/** Called when a venue is asked for an address: between the claim and the transfer. */
let beforeAddress = async (): Promise<void> => {};
/** Called when a venue is first asked what it holds: between the look at the settings and the proposal. */
let beforeReading = async (): Promise<void> => {};

function holding(code: keyof typeof says, venue: Venue): Venue {
  const { addresses } = venue;
  if (!addresses) throw new Error('The simulated exchange shows addresses.');
  return {
    ...venue,
    code,
    get asks() {
      return code === 'north' ? asks : undefined;
    },
    async balances() {
      const before = beforeReading;
      beforeReading = async () => {};
      await before();
      const text = says[code];
      if (Decimal.tryParse(text) === undefined) return unknown(text);
      const none = { locked: Decimal.ZERO, withdrawing: Decimal.ZERO, depositing: Decimal.ZERO };
      return answered([{ asset: 'ETH', available: Decimal.parse(text), ...none }]);
    },
    addresses: {
      async find(place) {
        await beforeAddress();
        return addresses.find(place, patient());
      },
    },
  };
}

const VENUES = {
  north: holding('north', north.venue),
  south: holding('south', south.venue),
  other: holding('other', north.venue),
};
const directory: VenueDirectory = {
  async find(_tenant, code) {
    const venue = Object.hasOwn(VENUES, code) ? VENUES[code as keyof typeof VENUES] : undefined;
    return venue && { venue, description, withdrawals: 'live' };
  },
  list: async () => [],
};
const rates = { find: async () => undefined };
const nothing = (): never => {
  throw new Error('No conversion is estimated here.');
};
const personal = openPersonalData([`first=${'k'.repeat(40)}`]);
const markets = {
  directory,
  personal,
  access: { markets: { find: nothing } as never, venues: { ...directory, list: async () => [] } },
  bounds: { bound: 'default', maxSlippageBps: 50 },
} as const;
const SCOPES = ['venue-transfer:view', 'venue-transfer:edit', 'conversions:edit', 'admin'];
const actorOf = (name: string): Actor => ({
  kind: 'client',
  id: name,
  tenant: name === 'stranger' ? 'other' : 'default',
  scopes: new Set(
    name === 'viewer' ? ['venue-transfer:view'] : name === 'desk' ? SCOPES.slice(0, 3) : SCOPES,
  ),
});
const endpoints = [
  ...managedBalanceEndpoints(markets, rates),
  ...destinationEndpoints(
    { ...directory, list: async () => [{ venue: VENUES.south, description, withdrawals: 'live' }] },
    personal,
  ),
  ...depositAddressEndpoints(directory),
];
const app = frame(endpoints, {
  db: database.db,
  clock: { now: () => clock.now },
  authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
  limits: { readsPerMinute: 1_000_000, bodyBytes: 65_536 },
});
afterAll(async () => {
  await app.close();
  await Promise.all([north.stop(), south.stop()]);
});

const clock = { now: systemClock.now() };

interface Answer {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly state: string;
  readonly reason: string | null;
  readonly refusal: string | null;
  readonly transferId: string | null;
  readonly moved: string;
  readonly etag: string;
  readonly active: object | null;
  readonly pending: object | null;
  readonly policy: { readonly verdict: string; readonly sentence: string } | null;
  readonly proposal: Answer | null;
  readonly content: readonly Answer[];
  readonly code: string;
  readonly detail: string;
  readonly errors?: Record<string, string[]>;
}

async function send(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  actor = 'admin',
  headers = {},
) {
  const response = await inject(app, {
    method,
    url: `/trade/v1/${path}`,
    headers: {
      authorization: `Bearer ${actor}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: (response.body === '' ? {} : response.json()) as Answer };
}

const SETTINGS = {
  minimum: '100',
  target: '200',
  maximum: '400',
  dailyCap: '1000',
  sources: [{ kind: 'TRANSFER', venue: 'north', network: 'ETHEREUM' }],
  acts: 'PROPOSE',
};
const SOUTH = 'managed-balances/south/ETH';
const put = (change: object = {}, actor = 'admin', path = SOUTH) =>
  send('PUT', path, { ...SETTINGS, ...change }, actor);
const show = async (): Promise<Answer> => (await send('GET', SOUTH)).body;
const confirm = (id: string, actor = 'desk') =>
  send('POST', `balance-proposals/${id}/confirm`, undefined, actor);

const contextNow = (): Context<Db> => ({
  actor: { kind: 'system', id: 'job', tenant: 'default', scopes: new Set() },
  db: database.db,
  clock: { now: () => clock.now },
  traceId: newTraceId(),
  signal: new AbortController().signal,
});
const tools = { ...markets, rates, creation: creationAt(directory, rates, personal) };
async function look(minutes = 1): Promise<void> {
  clock.now = later(clock.now, minutes * 60_000);
  await lookAtBalances(contextNow(), tools);
}

/** The open proposal of the balance at the south. */
async function proposed(change: object = {}): Promise<Answer> {
  expect((await put(change)).status).toBe(200);
  await look();
  await look();
  const { proposal, reason } = await show();
  if (!proposal) throw new Error(`Nothing was proposed: ${reason}`);
  return proposal;
}

const transfers = () =>
  sql<{ reference: string; amount: string; requested_by: string; status: string; decision: object }[]>`
    select reference, trim_scale(amount)::text as amount, requested_by, status, decision from withdrawal order by created_at`;

async function policy(rules: readonly object[]): Promise<void> {
  await sql`delete from policy`;
  await database.db
    .insertInto('policy')
    .values({
      tenant: 'default',
      version: 1,
      status: 'ACTIVE',
      rules: JSON.stringify(rules),
      groups: {},
      proposed_by: 'a',
      proposed_at: clock.now,
      confirmed_by: 'b',
      confirmed_at: clock.now,
    })
    .execute();
}

beforeEach(async () => {
  await sql`delete from withdrawal`;
  await sql`delete from managed_claim`;
  await sql`delete from managed_proposal`;
  await sql`delete from managed_balance`;
  await sql`delete from managed_reading`;
  Object.assign(says, { north: '1000', south: '50', other: '1000' });
  beforeAddress = async () => {};
  beforeReading = async () => {};
  asks = undefined;
  await policy([{ verdict: 'ALLOW' }]);
});

describe('a low balance', () => {
  it('is proposed a transfer, with its fee, the policy and why', async () => {
    expect(await proposed()).toMatchObject({
      status: 'OPEN',
      amount: '150',
      reason: '50 is below the minimum of 100.',
      policy: { verdict: 'ALLOW', sentence: 'rule 1: always → allowed' },
      fees: [{ asset: 'ETH' }],
    });
    expect(await transfers()).toEqual([]);
  });

  it('is believed after a second reading, and reported once', async () => {
    await put();
    await look();
    expect(await show()).toMatchObject({ state: 'UNKNOWN', proposal: null });
    await look();
    await look();
    expect(await show()).toMatchObject({ state: 'LOW', level: '50' });
    const events = await sql`select payload from outbox where type = 'balance.low' order by created_at desc`;
    expect(events[0]).toMatchObject({ payload: { venue: 'south', level: '50', minimum: '100' } });
    const before = events.length;
    await look();
    says.south = 'no answer';
    await look();
    says.south = '50';
    await look();
    await look();
    expect(await sql`select payload from outbox where type = 'balance.low'`).toHaveLength(before);
  });

  it('has one proposal, no matter who looks', async () => {
    await proposed();
    await Promise.all([look(), look(), look(0)]);
    expect((await send('GET', 'balance-proposals?status=OPEN')).body.content).toHaveLength(1);
  });

  it.each([
    ['does not answer', { south: 'The connection was lost.' }, 'The connection was lost'],
    ['has a source that does not answer', { north: 'The connection was lost.' }, 'The connection was lost'],
  ])('that %s is proposed nothing, and says why', async (_name, change, reason) => {
    Object.assign(says, change);
    await put();
    await look();
    await look();
    expect(await show()).toMatchObject({ proposal: null, reason: expect.stringContaining(reason) as string });
  });

  it('is proposed nothing by a venue whose answers jump', async () => {
    await put();
    for (const text of ['500', '5', '500', '5', '500']) {
      says.south = text;
      await look();
    }
    expect((await send('GET', 'balance-proposals')).body.content).toEqual([]);
  });

  it('that recovers needs its proposal no more', async () => {
    const { id } = await proposed();
    says.south = '180';
    await look();
    await look();
    expect((await send('GET', `balance-proposals/${id}`)).body.status).toBe('OBSOLETE');
    expect((await confirm(id)).body.code).toBe('invalid_transition');
  });

  it('is left alone for hours after a proposal was dismissed', async () => {
    const { id } = await proposed();
    expect((await send('POST', `balance-proposals/${id}/dismiss`, undefined, 'desk')).body.status).toBe(
      'DISMISSED',
    );
    await look();
    expect(await show()).toMatchObject({
      proposal: null,
      reason: expect.stringContaining('dismissed') as string,
    });
  });

  it('has a proposal that expires, and then another', async () => {
    const { id } = await proposed();
    clock.now = later(clock.now, 4 * 3_600_000);
    expect((await confirm(id)).status).not.toBe(200);
    await look();
    await look();
    expect((await send('GET', `balance-proposals/${id}`)).body.status).toBe('EXPIRED');
    expect((await show()).proposal?.id).not.toBe(id);
  });
});

describe('a proposal', () => {
  it('is carried out as a transfer that its confirmer requests, under the policy', async () => {
    await policy([{ asset: 'ETH', verdict: 'REQUIRE_APPROVALS', approvals: 2 }]);
    const { id } = await proposed();
    const { status, body } = await confirm(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'CONFIRMED',
      transferId: expect.any(String) as string,
      confirmedBy: 'desk',
    });
    expect(await transfers()).toMatchObject([
      { reference: `managed-${id}`, amount: '150', requested_by: 'desk', status: 'APPROVAL_REQUESTED' },
    ]);
    await look();
    // What is on its way counts.
    expect(await show()).toMatchObject({ state: 'OK', proposal: null, moved: '150' });
  });

  it('becomes one transfer, however many confirm it at once', async () => {
    const { id } = await proposed();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => confirm(id, index % 2 ? 'desk' : 'admin')),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await confirm(id)).body.transferId).toEqual(expect.any(String));
    expect(await transfers()).toHaveLength(1);
    expect((await show()).moved).toBe('150');
  });

  it('that the policy refuses stays open and says so, and uses up nothing of the cap', async () => {
    const { id } = await proposed();
    await policy([{ verdict: 'REFUSE' }]);
    expect((await confirm(id)).body).toMatchObject({ code: 'unprocessable' });
    const open = (await send('GET', `balance-proposals/${id}`)).body;
    expect(open).toMatchObject({ status: 'OPEN', refusal: expect.stringContaining('refuses') as string });
    expect((await show()).moved).toBe('0');
    await policy([{ verdict: 'ALLOW' }]);
    expect((await confirm(id)).status).toBe(200);
    expect(await transfers()).toHaveLength(1);
  });

  it('is checked by new readings: a source that has less gives nothing', async () => {
    const { id } = await proposed();
    says.north = '149';
    const { body } = await confirm(id);
    expect(body).toMatchObject({
      code: 'unprocessable',
      detail: expect.stringContaining('At most') as string,
    });
    expect(await transfers()).toEqual([]);
    says.north = 'silence';
    expect((await confirm(id)).body.detail).toContain('silence');
  });

  it('whose process is interrupted before the transfer is opened again, and the interrupted one can do nothing', async () => {
    const { id } = await proposed();
    const sleeping = new EventEmitter();
    const [asleep, woken] = [once(sleeping, 'asleep'), once(sleeping, 'woken')];
    beforeAddress = async () => {
      beforeAddress = async () => {};
      sleeping.emit('asleep');
      await woken;
    };
    const first = confirm(id);
    await asleep;
    expect((await send('GET', `balance-proposals/${id}`)).body).toMatchObject({
      status: 'CONFIRMED',
      transferId: null,
    });
    expect((await show()).moved).toBe('150');
    await look(6);
    expect((await send('GET', `balance-proposals/${id}`)).body).toMatchObject({
      status: 'OPEN',
      refusal: expect.stringContaining('interrupted') as string,
    });
    sleeping.emit('woken');
    expect((await first).body.code).toBe('conflict');
    expect(await transfers()).toEqual([]);
    await look();
    expect((await confirm(id)).status).toBe(200);
    expect(await transfers()).toHaveLength(1);
  });

  it('that was interrupted is carried on by the next confirmation', async () => {
    const { id } = await proposed();
    beforeAddress = async () => {
      throw new TypeError('The process dies here.');
    };
    expect((await confirm(id)).status).toBeGreaterThanOrEqual(500);
    expect(await transfers()).toEqual([]);
    beforeAddress = async () => {};
    expect((await confirm(id)).status).toBe(200);
    expect(await transfers()).toHaveLength(1);
  });

  it('is proposed nothing by a venue that asks who receives it, until that is saved with our address', async () => {
    asks = await formIn('FR');
    await put();
    await look();
    await look();
    expect(await show()).toMatchObject({
      proposal: null,
      reason: expect.stringContaining('north asks who receives it') as string,
    });
    const place = { venue: 'south', asset: { code: 'ETH' }, network: 'ETHEREUM' };
    const { body: own } = await send('POST', 'venues/addresses', place);
    const { status, body: saved } = await send('POST', 'destinations', {
      alias: 'own-south',
      kind: 'blockchain',
      network: 'ETHEREUM',
      address: (own as unknown as { address: string }).address,
      travelRule: RECIPIENTS['ourselves elsewhere'],
    });
    expect([status, saved.detail, saved.errors]).toEqual([201, undefined, undefined]);
    await look();
    expect((await show()).proposal).toBeNull();
    const confirmed = await send('POST', `destinations/${saved.id}/confirm`, undefined, 'grace');
    expect([confirmed.status, confirmed.body.detail]).toEqual([200, undefined]);
    await look();
    const { proposal, reason } = await show();
    expect(reason).toBeNull();
    expect((await confirm(proposal?.id ?? '')).body.status).toBe('CONFIRMED');
    const again = await confirm(proposal?.id ?? '');
    expect(again.body.transferId).toEqual(expect.any(String));
    const [row] =
      await sql`select recipient_hash, (select recipient_hash from destination) as saved from withdrawal`;
    expect(row?.['recipient_hash']).toBe(row?.['saved']);
    expect(row?.['saved']).not.toBeNull();
    expect(JSON.stringify(await show())).not.toContain(MARKER);
  });

  it('is not confirmed by a viewer, nor seen by another tenant', async () => {
    const { id } = await proposed();
    expect((await confirm(id, 'viewer')).status).toBe(403);
    expect((await send('POST', `balance-proposals/${id}/dismiss`, undefined, 'viewer')).status).toBe(403);
    expect((await confirm(id, 'stranger')).status).toBe(404);
    expect((await send('GET', `balance-proposals/${id}`, undefined, 'stranger')).status).toBe(404);
    expect((await send('GET', 'balance-proposals', undefined, 'stranger')).body.content).toEqual([]);
    expect((await send('GET', SOUTH, undefined, 'stranger')).status).toBe(404);
    expect((await send('DELETE', SOUTH, undefined, 'stranger')).status).toBe(404);
    expect(await transfers()).toEqual([]);
  });
});

describe('the daily cap', () => {
  it('counts what was confirmed by whomever, for 24 hours', async () => {
    const { id, amount } = await proposed({ dailyCap: '60' });
    expect(amount).toBe('60');
    expect((await confirm(id)).status).toBe(200);
    await sql`update withdrawal set status = 'COMPLETED', updated_at = now() - interval '1 hour', to_venue = null,
      due_at = null, venue_transfer_id = 'v', receipt = '0x', sent_at = now()`;
    await look();
    expect(await show()).toMatchObject({ state: 'LOW', proposal: null, reason: 'The daily cap is used up.' });
    clock.now = later(clock.now, 24 * 3_600_000);
    await look();
    await look();
    expect((await show()).proposal?.amount).toBe('60');
  });

  it('does not count what failed', async () => {
    const { id } = await proposed({ dailyCap: '60' });
    await confirm(id);
    await sql`update withdrawal set status = 'FAILED', due_at = null`;
    await look();
    expect((await show()).proposal?.amount).toBe('60');
  });
});

it('what was given is not taken back, also when it was sent by hand', async () => {
  const id = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
  await sql`insert into withdrawal (id, tenant, venue, asset, amount, destination, reference, status, requested_by,
      approvals_required, to_venue, venue_transfer_id, receipt, sent_at, created_at, updated_at)
    values (${id}, 'default', 'south', 'ETH', 5, ${sql.json({ kind: 'blockchain', network: 'ETHEREUM', address: '0x', tag: null, alias: null })},
      'by hand', 'COMPLETED', 'desk', 0, 'other', 'v', '0x', ${clock.now}, ${clock.now}, ${later(clock.now, -3_600_000)})`;
  await put({ sources: [{ kind: 'TRANSFER', venue: 'other', network: 'ETHEREUM' }, ...SETTINGS.sources] });
  await look();
  await look();
  expect((await show()).proposal).toMatchObject({ from: { venue: 'north' } });
});

async function alone(): Promise<void> {
  expect((await put({ acts: 'ALONE' })).body).toMatchObject({ active: null, pending: { by: 'admin' } });
  expect((await send('POST', `${SOUTH}/confirm`, undefined, 'second')).status).toBe(200);
  await look();
  await look();
}

describe('of a proposal', () => {
  const [voteNotice, reminderNotice] = managedBalanceNotices.slice(1);

  async function openProposal(change: object = {}) {
    await sql`truncate credential cascade`;
    for (const [name, role, tenant] of [
      ['olivia', 'trading:operator', 'default'],
      ['vera', 'trading:viewer', 'default'],
      ['stranger', 'trading:operator', 'other'],
    ] as const) {
      await plantCredential(database, { kind: 'person', name, tenant, roles: [role], scopes: [] });
    }
    await dropJobs(database);
    const { id } = await proposed(change);
    const find = async (notice = voteNotice) => (await notice?.find(contextNow(), id, undefined))?.people;
    return { id, find };
  }

  it('those who can confirm it get a message, and another before it expires, as long as it waits', async () => {
    const { id, find } = await openProposal();
    const jobs = await sql`
      select payload->'payload'->>'kind' as kind, run_at > ${later(clock.now, 2 * 3_600_000)} as "isLater"
      from graphile_worker._private_jobs where payload->'payload'->>'subject' = ${id} order by run_at`;
    expect(jobs).toEqual([
      { kind: 'managed-balance.proposal', isLater: false },
      { kind: 'managed-balance.proposal-reminder', isLater: true },
    ]);
    expect([await find(), await find(reminderNotice)]).toEqual([['olivia'], ['olivia']]);
    await sql`update credential set revoked_at = now() where name = 'olivia'`;
    expect(await find()).toEqual([]);
    expect((await send('POST', `balance-proposals/${id}/dismiss`, undefined, 'desk')).status).toBe(200);
    expect(await find(reminderNotice)).toBeUndefined();
  });

  it('that has expired, or that nobody has to confirm, causes no message', async () => {
    const { find } = await openProposal();
    clock.now = later(clock.now, 4 * 3_600_000);
    expect(await find()).toBeUndefined();
    const other = await openProposal();
    await policy([{ verdict: 'ALLOW' }]);
    await sql`update managed_balance set settings = settings || '{"acts": "ALONE"}'`;
    expect(await other.find()).toBeUndefined();
  });
});

describe('a managed balance that acts alone', () => {
  const ALONE_RULE = { requester: 'MANAGED_BALANCE', asset: 'ETH', amountTo: '150', verdict: 'ALLOW' };

  it('does nothing before a second admin confirms it', async () => {
    await policy([ALONE_RULE]);
    await put({ acts: 'ALONE' });
    expect((await send('POST', `${SOUTH}/confirm`)).body.code).toBe('unprocessable');
    await look();
    await look();
    expect(await transfers()).toEqual([]);
    expect((await send('POST', `${SOUTH}/refuse`)).status).toBe(204);
    expect((await send('GET', SOUTH)).status).toBe(404);
  });

  it('makes what a rule for managed balances allows', async () => {
    await policy([ALONE_RULE, { verdict: 'REFUSE' }]);
    await alone();
    expect(await transfers()).toMatchObject([
      {
        amount: '150',
        requested_by: 'managed-balance',
        status: 'PENDING',
        decision: { requester: 'MANAGED_BALANCE', rule: 1 },
      },
    ]);
    await look();
    expect(await transfers()).toHaveLength(1);
  });

  it.each([
    ['only other rules allow', [{ verdict: 'ALLOW' }]],
    ['no rule mentions', []],
    ['the rule does not reach', [{ ...ALONE_RULE, amountTo: '149.99' }]],
    [
      'a stricter rule comes before',
      [{ asset: 'ETH', verdict: 'REQUIRE_APPROVALS', approvals: 1 }, ALONE_RULE],
    ],
  ])('waits for a person where %s it', async (_name, rules) => {
    await policy(rules);
    await alone();
    expect(await transfers()).toEqual([]);
    expect((await show()).proposal?.status).toBe('OPEN');
  });

  it('waits for a person where the policy changes meanwhile', async () => {
    await policy([ALONE_RULE]);
    beforeAddress = () => policy([{ verdict: 'ALLOW' }]);
    await alone();
    expect(await transfers()).toEqual([]);
    expect((await show()).proposal).toMatchObject({
      status: 'OPEN',
      refusal: expect.stringContaining('without a person') as string,
    });
    await look();
    expect(await transfers()).toEqual([]);
  });

  it('is stopped by one admin at once, also while the venues are read', async () => {
    await policy([ALONE_RULE]);
    await put({ acts: 'ALONE' });
    await send('POST', `${SOUTH}/confirm`, undefined, 'second');
    await look();
    beforeReading = async () => void (await put());
    await look();
    expect(await transfers()).toEqual([]);
    expect(await show()).toMatchObject({ active: { settings: { acts: 'PROPOSE' } }, proposal: null });
    await look();
    expect((await show()).proposal?.status).toBe('OPEN');
    expect(await transfers()).toEqual([]);
  });

  it('keeps its sources protected: one admin can neither change nor remove their bounds', async () => {
    await put({ sources: [] }, 'admin', 'managed-balances/north/ETH');
    await policy([ALONE_RULE]);
    await alone();
    const changed = await put({ minimum: '1', sources: [] }, 'admin', 'managed-balances/north/ETH');
    expect(changed.body).toMatchObject({
      active: { settings: { minimum: '100' } },
      pending: { settings: { minimum: '1' } },
    });
    expect((await send('DELETE', 'managed-balances/north/ETH')).body.code).toBe('conflict');
    expect((await put()).body).toMatchObject({ pending: null, active: { settings: { acts: 'PROPOSE' } } });
    expect((await send('DELETE', 'managed-balances/north/ETH')).status).toBe(204);
  });
});

describe('settings', () => {
  it.each<[object, number, string | undefined]>([
    [{ minimum: '0' }, 400, 'minimum'],
    [{ minimum: '1e3' }, 400, 'minimum'],
    [{ target: '100' }, 400, 'target'],
    [{ maximum: '200' }, 400, 'maximum'],
    [{ dailyCap: undefined }, 400, 'dailyCap'],
    [{ acts: 'ALWAYS' }, 400, 'acts'],
    [{ venue: 'north' }, 400, 'venue'],
    [{ sources: [{ kind: 'TRANSFER', network: 'ETHEREUM' }] }, 400, 'sources.0.venue'],
    [{ sources: [{ kind: 'TRANSFER', venue: 'south', network: 'ETHEREUM' }] }, 400, 'sources.0.venue'],
    [
      { sources: [{ kind: 'TRANSFER', venue: 'north', network: 'ETHEREUM', asset: 'BTC' }] },
      400,
      'sources.0.asset',
    ],
    [{ sources: [{ kind: 'CONVERSION', asset: 'BTC' }] }, 400, 'sources.0.maxSlippageBps'],
    [{ sources: [{ kind: 'CONVERSION', asset: 'ETH', maxSlippageBps: 50 }] }, 400, 'sources.0.asset'],
    [{ sources: [...SETTINGS.sources, ...SETTINGS.sources] }, 400, 'sources.1.kind'],
    [{ sources: [{ kind: 'TRANSFER', venue: 'nowhere', network: 'ETHEREUM' }] }, 422, 'sources.0.venue'],
    [{ sources: [{ kind: 'TRANSFER', venue: 'north', network: 'TRON' }] }, 422, 'sources.0.network'],
    [{ sources: [{ kind: 'CONVERSION', asset: 'XXX', maxSlippageBps: 50 }] }, 422, 'sources.0.asset'],
  ])('%j are refused with %d, naming %s', async (change, status, field) => {
    const { status: got, body } = await put(change);
    expect(got).toBe(status);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
    expect((await send('GET', SOUTH)).status).toBe(404);
  });

  it('belong to venues and assets that there are, and to admins', async () => {
    expect((await put({}, 'admin', 'managed-balances/nowhere/ETH')).status).toBe(404);
    expect((await put({}, 'admin', 'managed-balances/south/XXX')).status).toBe(404);
    expect((await put({}, 'desk')).status).toBe(403);
    expect((await send('DELETE', SOUTH)).status).toBe(404);
  });

  it('are not overwritten by who has not seen them, and end what was proposed by others', async () => {
    const { id } = await proposed();
    const { etag } = await show();
    const changed = { ...SETTINGS, target: '300' };
    expect((await send('PUT', SOUTH, changed, 'admin', { 'if-match': '"old"' })).body.code).toBe(
      'precondition_failed',
    );
    expect((await send('PUT', SOUTH, changed, 'admin', { 'if-match': etag })).status).toBe(200);
    expect((await send('GET', `balance-proposals/${id}`)).body.status).toBe('OBSOLETE');
    await look();
    expect((await show()).proposal?.amount).toBe('250');
  });

  it('that change or end while the venues are read have no proposal of the former ones', async () => {
    await put();
    await look();
    const sources = [{ kind: 'TRANSFER', venue: 'other', network: 'ETHEREUM' }, ...SETTINGS.sources];
    beforeReading = async () => void (await put({ sources }));
    await look();
    expect((await show()).proposal).toBeNull();
    beforeReading = async () => void (await send('DELETE', SOUTH));
    await look();
    expect((await send('GET', 'balance-proposals')).body.content).toEqual([]);
  });
});
