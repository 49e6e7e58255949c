import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newTraceId, systemClock, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inject } from '../../testing/inject.ts';
import type { VenueDirectory } from '../directory.ts';
import { answered, unknown, type AddressApi, type Venue } from '../venues/index.ts';
import { answerOf, patient } from '../venues/testing/acceptance/calls.ts';
import { startTestExchange } from '../venues/testing/start.ts';
import { confirmAddress, depositAddressEndpoints } from './index.ts';

const exchange = await startTestExchange();
const description = await answerOf(exchange.venue.describe(patient()));
const database = await createTestDatabase({ poolSize: 8 });
/** What the venue `odd` answers. */
let odd: AddressApi['find'] | undefined;

const venueOf = (code: string): Venue => {
  if (code !== 'odd') return exchange.venue;
  const { addresses: _addresses, ...rest } = exchange.venue;
  return odd ? { ...rest, addresses: { find: odd } } : rest;
};
const directory: VenueDirectory = {
  find: async (_tenant, code) =>
    ['main', 'second', 'odd'].includes(code)
      ? { venue: venueOf(code), description, withdrawals: 'live' }
      : undefined,
  list: async () => [],
};
const actorOf = (name: string): Actor => ({
  kind: 'client',
  id: name,
  tenant: name === 'stranger' ? 'other' : 'acme',
  scopes: new Set(
    name === 'viewer' ? ['venue-transfer:view'] : ['venue-transfer:view', 'venue-transfer:edit'],
  ),
});
const app = frame(depositAddressEndpoints(directory), {
  db: database.db,
  clock: systemClock,
  authenticate: (authorization = '') => actorOf(authorization.slice('Bearer '.length)),
});
afterAll(async () => {
  await app.close();
  await exchange.stop();
});

const CONTEXT = {
  actor: actorOf('desk'),
  clock: systemClock,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};

interface Body {
  readonly address: string;
  readonly tag: string | null;
  readonly current: boolean;
  readonly detail: string;
  readonly errors?: Record<string, string[]>;
}

async function send(actor: string, method: 'GET' | 'POST', query = '', body?: object) {
  const response = await inject(app, {
    method,
    url: `/trade/v1/venues/addresses${query}`,
    headers: { authorization: `Bearer ${actor}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: body }),
  });
  return { status: response.statusCode, body: response.json<Body>() };
}

const ask = (change: object = {}, actor = 'desk') =>
  send(actor, 'POST', '', { venue: 'main', asset: { code: 'ETH' }, network: 'ETHEREUM', ...change });
const list = async (query = '', actor = 'viewer') =>
  (await send(actor, 'GET', query)).body as unknown as Body[];

beforeEach(async () => {
  odd = undefined;
  await database.sql`delete from deposit_address`;
  await database.sql`delete from deposit_address_owner`;
});

describe('a deposit address', () => {
  it('is what the venue shows, and is kept', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ current: true, tag: null, address: expect.stringMatching(/^0x/) as string });
    expect(await list()).toEqual([body]);
    expect((await ask()).body.address).toBe(body.address);
    expect(await list()).toHaveLength(1);
  });

  it('has its tag where the network has tags', async () => {
    const { body } = await ask({ asset: { code: 'XRP' }, network: 'XRPL' });
    expect(body.tag).toMatch(/^\d+$/);
  });

  it('that the venue replaces stays known as ours', async () => {
    const { body: first } = await ask();
    await exchange.control.rotate('ETHEREUM');
    const { body: second } = await ask();
    expect(second.address).not.toBe(first.address);
    const known = await list('?venue=main&asset=ETH&network=ETHEREUM');
    expect(new Map(known.map(({ address, current }) => [address, current]))).toEqual(
      new Map([
        [first.address, false],
        [second.address, true],
      ]),
    );
  });

  it('that is asked for many times at once is kept once, and one is current', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await list()).toHaveLength(1);
  });

  it('that another tenant has is refused without saying whose it is', async () => {
    await ask();
    const { status, body } = await ask({}, 'stranger');
    expect(status).toBe(409);
    expect(body.detail).not.toMatch(/acme/);
    expect(await list('', 'stranger')).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it('that another venue of ours has is refused, in whatever case it is written', async () => {
    const { body } = await ask();
    expect((await ask({ venue: 'second' })).status).toBe(409);
    odd = async () => answered({ address: `0x${body.address.slice(2).toUpperCase()}`, tag: null });
    expect((await ask({ venue: 'odd' })).status).toBe(409);
  });

  it('that the venue writes in another case is the same one', async () => {
    const address = `0x${'ab'.repeat(20)}`;
    odd = async () => answered({ address, tag: null });
    await ask({ venue: 'odd' });
    odd = async () => answered({ address: `0x${'AB'.repeat(20)}`, tag: null });
    const context = { ...CONTEXT, db: database.db };
    const place = { venue: 'odd', asset: 'ETH', network: 'ETHEREUM' };
    expect(await confirmAddress(context, directory, place, false)).toMatchObject({ address });
    expect(await list('?venue=odd')).toMatchObject([{ address, current: true }]);
  });

  it.each([
    ['0x12', null],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', null],
    [`0x${'ab'.repeat(20)}`, '77'],
  ])('that the venue cannot mean, %s with the tag %s, is refused', async (address, tag) => {
    odd = async () => answered({ address, tag });
    const { status, body } = await ask({ venue: 'odd' });
    expect([status, body.detail]).toEqual([503, expect.stringContaining('invalid address')]);
    expect(await list()).toEqual([]);
  });

  it('that the venue does not show now is not made up', async () => {
    for (const find of [async () => unknown('No answer.'), () => Promise.reject(new Error('broken'))]) {
      odd = find;
      expect((await ask({ venue: 'odd' })).status).toBe(503);
    }
    odd = async () => answered(null);
    expect((await ask({ venue: 'odd' })).body.errors).toEqual({
      network: ['odd has no address of ETH on ETHEREUM: make one there'],
    });
  });

  it.each([
    [{ venue: 'nowhere' }, 404, undefined],
    [{ asset: { code: 'DOGE' } }, 404, undefined],
    [{ network: 'TRON' }, 422, 'network'],
    [{ asset: { code: 'EUR' }, network: 'SEPA' }, 422, 'network'],
    [{ venue: 'odd' }, 422, 'venue'],
    [{ address: '0x' }, 400, 'address'],
    [{ network: undefined }, 400, 'network'],
  ])('is refused for %j with %d, naming %s', async (change, expected, field) => {
    const { status, body } = await ask(change);
    expect(status).toBe(expected);
    expect(Object.keys(body.errors ?? {})).toEqual(field === undefined ? [] : [field]);
  });

  it('is asked for only with the scope to move money', async () => {
    expect((await ask({}, 'viewer')).status).toBe(403);
  });
});
