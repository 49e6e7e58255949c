import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, later, newTraceId, systemClock, type Actor, type Context } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { createLogs } from '../../platform/telemetry/index.ts';
import { startWorker } from '../../platform/worker/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inject } from '../../testing/inject.ts';
import { depositJobs } from '../deposits/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { answerOf, patient } from '../venues/testing/acceptance/calls.ts';
import { startTestExchange } from '../venues/testing/start.ts';
import { withdrawalEndpoints, withdrawalJobs } from '../withdrawals/index.ts';
import { allowAll } from '../withdrawals/testing/rest.ts';
import { transferEndpoints } from './index.ts';
import { matchTransfers, PATIENCE_MS } from './match.ts';

const [north, south] = [await startTestExchange(), await startTestExchange()];
const description = await answerOf(north.venue.describe(patient()));
const database = await createTestDatabase({ poolSize: 8 });
await allowAll(database.db);

const { deposits: _deposits, ...blind } = south.venue;
const VENUES = { north: north.venue, south: south.venue, blind };
const directory: VenueDirectory = {
  async find(_tenant, code) {
    const venue = Object.hasOwn(VENUES, code) ? VENUES[code as keyof typeof VENUES] : undefined;
    return venue && { venue, description, withdrawals: 'live' };
  },
  list: async () => [],
};
const actorOf = (name: string): Actor => ({
  kind: 'client',
  id: name,
  tenant: name === 'stranger' ? 'other' : 'default',
  scopes: new Set(
    name === 'viewer' ? ['venue-transfer:view'] : ['venue-transfer:view', 'venue-transfer:edit', 'admin'],
  ),
});
const app = frame(
  [...transferEndpoints(directory, { find: async () => undefined }), ...withdrawalEndpoints(directory)],
  {
    db: database.db,
    clock: systemClock,
    authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
    limits: { readsPerMinute: 1_000_000, bodyBytes: 65_536 },
  },
);
const worker = await startWorker({
  database,
  handlers: withdrawalJobs(directory, { callTimeoutMs: 5_000, marginMs: 100 }).handlers,
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
  await app.close();
  await Promise.all([north.stop(), south.stop()]);
});

interface Body {
  readonly id: string;
  readonly status: string;
  readonly withdrawal: { readonly status: string; readonly hash: string };
  readonly blockchainDestination: { readonly address: string };
  readonly deposit: { readonly id: string; readonly status: string } | null;
  readonly candidates: readonly { readonly id: string }[];
  readonly waitingReason: string | null;
  readonly content: readonly Body[];
  readonly totalElements: number;
  readonly code: string;
  readonly errors?: Record<string, string[]>;
}

async function send(method: 'GET' | 'POST', path = '', body?: object, actor = 'desk', headers = {}) {
  const response = await inject(app, {
    method,
    url: `/trade/v1/transfers${path}`,
    headers: {
      authorization: `Bearer ${actor}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.json<Body>() };
}

let made = 0;
const aTransfer = (change: object = {}) => ({
  reference: `move-${(made += 1)}`,
  fromVenue: 'north',
  toVenue: 'south',
  asset: { code: 'ETH' },
  amount: '1.5',
  network: 'ETHEREUM',
  ...change,
});
const create = (change: object = {}) => send('POST', '', aTransfer(change));
const show = async (id: string): Promise<Body> => (await send('GET', `/${id}`)).body;
const inFlight = async () =>
  (await send('GET', '/in-flight')).body as unknown as { asset: string; amount: string; transfers: number }[];

const contextAt = (now = systemClock.now()): Context<Db> => ({
  actor: { kind: 'system', id: 'job', tenant: 'default', scopes: new Set() },
  db: database.db,
  clock: { now: () => now },
  traceId: newTraceId(),
  signal: new AbortController().signal,
});
const polling = depositJobs(directory, () => []).handlers.find(({ job }) => job.name === 'deposit.poll');
const read = async () => polling?.run(contextAt(), { venue: 'south' });

async function until(id: string, isSo: (seen: Body) => boolean): Promise<Body> {
  for (;;) {
    const seen = await show(id);
    if (isSo(seen)) return seen;
    await sleep(20);
  }
}

/** A transfer that the sending venue has completed. */
async function left(change: object = {}): Promise<Body> {
  const { id } = (await create(change)).body;
  await until(id, ({ withdrawal }) => withdrawal.status === 'SUBMITTED');
  await north.control.complete(id);
  return until(id, ({ withdrawal }) => withdrawal.status === 'COMPLETED');
}

/** Lets it arrive at the other venue. */
async function arrive(
  { withdrawal, blockchainDestination }: Body,
  change: { amount?: string; hash?: string } = {},
) {
  const { amount = '1.5', hash = withdrawal.hash } = change;
  const destination = {
    kind: 'blockchain',
    network: 'ETHEREUM',
    address: blockchainDestination.address,
  } as const;
  const { transfer } = await south.control.deposit('ETH', amount, 3_600_000, { destination, hash });
  return transfer.id;
}

const look = async (now?: Date): Promise<void> => {
  await read();
  await matchTransfers(contextAt(now));
};

/** What is known of our addresses. */
const countKept = async () =>
  (
    await database.sql`select (select count(*) from deposit_address) as addresses,
      (select count(*) from deposit_address_owner) as owners,
      (select count(*) from audit_log where action = 'deposit-address.learn') as entries`
  )[0];

beforeEach(async () => {
  await database.sql`delete from transfer_match`;
  await database.sql`update withdrawal set to_venue = null`;
});

describe('a transfer', () => {
  it('is a withdrawal to our own address, in flight until the deposit is credited', async () => {
    const sent = await left();
    expect(sent).toMatchObject({ status: 'IN_FLIGHT', deposit: null });
    expect(await inFlight()).toEqual([{ asset: 'ETH', amount: '1.5', leaving: '0', transfers: 1 }]);
    const deposit = await arrive(sent);
    await look();
    expect(await show(sent.id)).toMatchObject({ status: 'IN_FLIGHT', deposit: { status: 'PENDING' } });
    expect((await inFlight())[0]?.amount).toBe('1.5');
    await south.control.judge(deposit, 'credited');
    await look();
    expect(await show(sent.id)).toMatchObject({
      status: 'COMPLETED',
      amount: '1.5',
      deposit: { status: 'COMPLETED', venueTransferId: deposit },
    });
    expect(await inFlight()).toEqual([]);
    expect((await send('GET', '?open=true')).body.totalElements).toBe(0);
    expect((await send('GET', '?cursor=*')).body.content.map(({ id }) => id)).toEqual([sent.id]);
  });

  it('goes to the address that the venue shows, and through the policy', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    const [row] =
      await database.sql`select destination, to_venue, decision from withdrawal where id = ${body.id}`;
    expect(row).toMatchObject({
      to_venue: 'south',
      destination: { address: body.blockchainDestination.address },
      decision: { policyVersion: 1 },
    });
  });

  it('of a reference is one, also when the address is replaced meanwhile', async () => {
    const body = aTransfer({ network: 'BITCOIN', asset: { code: 'BTC' } });
    const first = await send('POST', '', body);
    await south.control.rotate('BITCOIN');
    const second = await send('POST', '', body);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);
    expect((await send('POST', '', { ...body, amount: '2' })).body.code).toBe('reference_reused');
    // A new one waits until somebody has seen the new address.
    expect((await create({ network: 'BITCOIN', asset: { code: 'BTC' } })).status).toBe(409);
  });

  it('that is tried only is stored as simulated', async () => {
    const { body } = await send('POST', '', aTransfer(), 'desk', { 'x-dry-run': 'true' });
    expect(body.status).toBe('SIMULATED');
    expect((await send('GET')).body.totalElements).toBe(1);
    expect((await send('GET', '?simulated=false')).body.totalElements).toBe(0);
    expect(await inFlight()).toEqual([]);
  });

  it('that is tried only keeps nothing of the address that the venue shows', async () => {
    const move = { asset: { code: 'XRP' }, network: 'XRPL', amount: '2' };
    const before = await countKept();
    const { status, body } = await send('POST', '', aTransfer(move), 'desk', { 'x-dry-run': 'true' });
    expect([status, body.status]).toEqual([201, 'SIMULATED']);
    expect(await countKept()).toEqual(before);
    expect((await create(move)).status).toBe(201);
    expect(await countKept()).not.toEqual(before);
  });

  it('is never matched by guess, and waits for a person with both sides shown', async () => {
    const sent = await left();
    await arrive(sent, { amount: '1.4' });
    await arrive(sent, { hash: `0x${'9'.repeat(64)}` });
    await look();
    expect(await show(sent.id)).toMatchObject({ status: 'IN_FLIGHT', deposit: null });
    await look(later(new Date(), PATIENCE_MS + 60_000));
    const parked = await show(sent.id);
    expect(parked).toMatchObject({
      status: 'NEEDS_PERSON',
      waitingReason: expect.stringContaining('No deposit') as string,
    });
    expect(parked.candidates.length).toBeGreaterThanOrEqual(2);
    expect((await inFlight())[0]?.amount).toBe('1.5');
    for (const filter of [
      'status=NEEDS_PERSON',
      'q=status:NEEDS_PERSON',
      `q=${sent.id}%20OR%20toVenue:south&open=true`,
    ]) {
      expect((await send('GET', `?${filter}`)).body.content.map(({ id }) => id)).toEqual([sent.id]);
    }
    expect((await send('GET', '?status=IN_FLIGHT')).body.totalElements).toBe(0);
    expect((await send('GET', '?q=nothing:here')).status).toBe(400);
    const resolution = { depositId: parked.candidates.at(-1)?.id ?? '', comment: 'Seen there.' };
    expect((await send('POST', `/${sent.id}/resolve`, resolution, 'viewer')).status).toBe(403);
    expect((await send('POST', `/${sent.id}/resolve`, resolution, 'stranger')).status).toBe(404);
    const resolved = await send('POST', `/${sent.id}/resolve`, resolution);
    expect(resolved.body).toMatchObject({ status: 'IN_FLIGHT', deposit: { id: resolution.depositId } });
    const again = await send('POST', `/${sent.id}/resolve`, resolution);
    expect(again.body.code).toBe('invalid_transition');
  });

  it('that has not left yet needs nobody, however long the venue that sends takes', async () => {
    const { id } = (await create()).body;
    await until(id, ({ withdrawal }) => withdrawal.status === 'SUBMITTED');
    await look(later(new Date(), PATIENCE_MS + 60_000));
    expect(await show(id)).toMatchObject({ status: 'IN_FLIGHT', withdrawal: { status: 'SUBMITTED' } });
    await north.control.complete(id);
    await until(id, ({ withdrawal }) => withdrawal.status === 'COMPLETED');
    await look(later(new Date(), PATIENCE_MS + 60_000));
    expect((await show(id)).status).toBe('NEEDS_PERSON');
  });

  it('that arrives late is still matched after a person was asked', async () => {
    const sent = await left();
    await look(later(new Date(), PATIENCE_MS + 60_000));
    expect((await show(sent.id)).status).toBe('NEEDS_PERSON');
    await arrive(sent);
    await look();
    expect((await show(sent.id)).deposit).not.toBeNull();
  });

  it('that arrived days ago is still matched although another has left since', async () => {
    const sent = await left();
    await look(later(new Date(), PATIENCE_MS + 60_000));
    await database.sql`update withdrawal set created_at = created_at - interval '5 days' where id = ${sent.id}`;
    await south.control.judge(await arrive(sent), 'credited');
    await left();
    await read();
    await database.sql`update deposit set created_at = created_at - interval '3 days'`;
    await matchTransfers(contextAt());
    expect((await show(sent.id)).status).toBe('COMPLETED');
  });

  it('is found among more deposits of others than are read at once', async () => {
    const sent = await left();
    const { address } = sent.blockchainDestination;
    // Dust in one transaction each, at our own address and before ours.
    await database.sql`
      insert into deposit (id, tenant, venue, venue_deposit_id, asset, amount, network, address, receipt, state, venue_status,
          created_at, updated_at)
        select gen_random_uuid(), 'default', 'south', 'foreign-' || i, 'ETH', 1.5, 'ETHEREUM', ${address}, md5(i::text), 'credited',
          'credited', now() - interval '1 hour', now()
        from generate_series(1, 1200) as i`;
    await south.control.judge(await arrive(sent), 'credited');
    await look();
    await database.sql`delete from deposit where venue_deposit_id like 'foreign-%'`;
    expect((await show(sent.id)).status).toBe('COMPLETED');
  });

  it('whose deposit is listed twice under two ids waits for a person', async () => {
    const sent = await left();
    await arrive(sent);
    await arrive(sent);
    await look();
    expect(await show(sent.id)).toMatchObject({ status: 'NEEDS_PERSON', deposit: null });
  });

  it('whose deposit is taken back is in flight again, and one that is rejected needs a person', async () => {
    const sent = await left();
    const deposit = await arrive(sent);
    await south.control.judge(deposit, 'credited');
    await look();
    expect((await show(sent.id)).status).toBe('COMPLETED');
    await south.control.judge(deposit, 'pending');
    await look();
    expect((await show(sent.id)).status).toBe('IN_FLIGHT');
    expect((await inFlight())[0]?.amount).toBe('1.5');
    await south.control.judge(deposit, 'rejected');
    await look();
    expect((await show(sent.id)).status).toBe('NEEDS_PERSON');
  });

  it('is matched once by many processes at once', async () => {
    const sent = await left();
    await arrive(sent);
    await read();
    await Promise.all(Array.from({ length: 6 }, () => matchTransfers(contextAt())));
    const [{ matches } = { matches: '' }] = await database.sql<{ matches: string }[]>`
      select count(*) as matches from audit_log where action = 'transfer.match' and subject_id = ${sent.id}`;
    expect(Number(matches)).toBe(1);
  });

  it.each([
    [{ toVenue: 'north' }, 400, 'toVenue'],
    [{ toVenue: 'nowhere' }, 404, undefined],
    [{ fromVenue: 'nowhere' }, 404, undefined],
    [{ toVenue: 'blind' }, 422, 'toVenue'],
    [{ network: 'TRON' }, 422, 'network'],
    [{ amount: '0' }, 400, 'amount'],
    [{ address: '0x' }, 400, 'address'],
  ])('is refused for %j with %d, naming %s', async (change, expected, field) => {
    const { status, body } = await create(change);
    expect(status).toBe(expected);
    expect(Object.keys(body.errors ?? {})).toEqual(field === undefined ? [] : [field]);
  });

  it('does not exist for another tenant', async () => {
    const { body } = await create();
    expect((await send('GET', `/${body.id}`, undefined, 'stranger')).status).toBe(404);
    expect((await send('GET', '', undefined, 'stranger')).body.totalElements).toBe(0);
  });

  it('keeps the sum of both venues, of what is in flight and of fees', async () => {
    const total = async (): Promise<string> => {
      const books = await Promise.all([north.control.state(), south.control.state()]);
      const held = books.map(({ accounts }) => accounts['MAIN']?.['ETH']);
      const amounts = held.flatMap((one) => (one ? [one.available, one.withdrawing] : []));
      const between = (await inFlight()).map(({ amount, leaving }: { amount: string; leaving?: string }) =>
        Decimal.parse(amount).minus(Decimal.parse(leaving ?? '0')),
      );
      return [...amounts.map((text) => Decimal.parse(text)), ...between]
        .reduce((sum, next) => sum.plus(next), Decimal.ZERO)
        .trim()
        .toString();
    };
    const before = await total();
    const { id } = (await create()).body;
    await until(id, ({ withdrawal }) => withdrawal.status === 'SUBMITTED');
    expect(await total()).toBe(before);
    await north.control.complete(id);
    const sent = await until(id, ({ withdrawal }) => withdrawal.status === 'COMPLETED');
    expect(await total()).toBe(before);
    const deposit = await arrive(sent);
    await look();
    expect(await total()).toBe(before);
    await south.control.judge(deposit, 'credited');
    await look();
    expect(await total()).toBe(before);
  });
});
