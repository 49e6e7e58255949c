import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { createClock } from '../../platform/auth/testing/fixture.ts';
import { readEvents } from '../../platform/events/testing/read-events.ts';
import { depositEvents } from './index.ts';
import { answered, refused, unknown, type DepositState, type VenueDeposit } from '../venues/index.ts';
import { periodOf, pollDeposits, TIMING } from './poll.ts';
import { aDeposit, DAY_MS, directoryOf, openDepositService, scriptedVenue } from './testing/service.ts';

const clock = createClock('2026-03-01T13:00:00.000Z');
const { database, get, contextFor } = await openDepositService(clock);
let scripted = scriptedVenue();

const poll = (tenant = 'acme', venue = 'test', signal?: AbortSignal): Promise<void> =>
  pollDeposits(contextFor(tenant, signal), directoryOf(scripted.venue), TIMING, { venue });
const show = async (...deposits: readonly VenueDeposit[]): Promise<void> => {
  scripted.answer = answered(deposits);
  await poll();
};
const listed = async (query = '') => (await get(query)).body.content;
const historyOf = async (id: string) => (await get(`/${id}/events`)).body as unknown as { status: string }[];
/** The types of its events, whose payloads must be as they are defined. */
async function eventsOf(id: string): Promise<string[]> {
  const events = await readEvents(database.sql, id, depositEvents);
  expect(events.map(([, faults]) => faults)).toEqual(events.map(() => ({})));
  return events.map(([type]) => type);
}

const sources = async () => (await get('/sources')).body as unknown as object[];

beforeEach(async () => {
  await database.sql`delete from deposit`;
  await database.sql`delete from deposit_count`;
  await database.sql`delete from deposit_source`;
  scripted = scriptedVenue();
});

describe('a deposit that a venue lists', () => {
  it('is kept once, however often it is listed and in whatever order', async () => {
    const [first, second] = [aDeposit(), aDeposit({ venueDepositId: 'dep-2', hash: null })];
    await show(first, second);
    await show(second, first, first);
    await show(first, second);
    expect((await get()).body.totalElements).toBe(2);
    const ids = (await listed()).map(({ venueTransferId }) => venueTransferId);
    expect(new Set(ids)).toEqual(new Set(['dep-1', 'dep-2']));
  });

  it('is shown with every digit, its address, its transaction and the word of the venue', async () => {
    await show(aDeposit({ amount: Decimal.parse('1.234567890123456789'), fee: Decimal.parse('0.10') }));
    expect(await listed()).toMatchObject([
      {
        asset: { code: 'ETH' },
        venue: 'test',
        status: 'PENDING',
        hold: null,
        amount: '1.234567890123456789',
        fee: '0.10',
        blockchainDestination: { address: `0x${'ab'.repeat(20)}`, network: 'ETHEREUM', tag: null },
        blockchainMetadata: { hash: `0x${'1'.repeat(64)}` },
        venueStatus: 'confirming',
        createdAt: '2026-03-01T12:00:00.000Z',
      },
    ]);
  });

  it.each<[DepositState, string, string | null]>([
    ['pending', 'PENDING', null],
    ['locked', 'PENDING', 'LOCKED'],
    ['information', 'PENDING', 'NEEDS_INFORMATION'],
    ['credited', 'COMPLETED', null],
    ['rejected', 'FAILED', null],
    ['unknown', 'PENDING', null],
  ])('in the state %s has the status %s and the hold %s', async (state, status, hold) => {
    await show(aDeposit({ state, venueStatus: `word-${state}` }));
    const [deposit] = await listed();
    expect(deposit).toMatchObject({ status, hold });
    const isSaid = state === 'locked' || state === 'information' || state === 'unknown';
    expect(deposit?.['waitingReason'] === null).toBe(!isSaid);
    expect(await listed('?q=hold:(LOCKED%20NEEDS_INFORMATION)')).toHaveLength(hold === null ? 0 : 1);
  });

  it('in a word that nobody knows says that word, and is not credited', async () => {
    await show(aDeposit({ state: 'unknown', venueStatus: 'moon_phase' }));
    expect(await listed()).toMatchObject([
      { status: 'PENDING', waitingReason: expect.stringContaining('moon_phase') as string },
    ]);
  });

  it('has its changes as history, and a success that is taken back is one of them', async () => {
    await show(aDeposit());
    await show(aDeposit({ state: 'credited' }));
    clock.advance(60_000);
    await show(aDeposit({ state: 'rejected' }));
    const [deposit] = await listed();
    const id = deposit?.id ?? '';
    expect(deposit).toMatchObject({ status: 'FAILED', takenBackAt: clock.now().toISOString() });
    expect((await historyOf(id)).map(({ status }) => status)).toEqual(['PENDING', 'COMPLETED', 'FAILED']);
    expect(await eventsOf(id)).toEqual([
      'deposit.seen',
      'deposit.credited',
      'deposit.taken-back',
      'deposit.rejected',
    ]);
    await show(aDeposit({ state: 'credited' }));
    expect((await historyOf(id)).at(-1)).toMatchObject({ status: 'COMPLETED' });
    expect(await listed()).toHaveLength(1);
  });

  it('announces that the venue wants information', async () => {
    await show(aDeposit({ state: 'information' }));
    const [deposit] = await listed();
    expect(await eventsOf(deposit?.id ?? '')).toEqual(['deposit.seen', 'deposit.needs-information']);
  });

  it('with another amount under the same id is a change that can be read', async () => {
    await show(aDeposit());
    await show(aDeposit({ amount: Decimal.parse('15') }));
    const [deposit] = await listed();
    expect(deposit).toMatchObject({ amount: '15' });
    const history = (await get(`/${deposit?.id}/events`)).body as unknown as { details: object }[];
    expect(history.at(-1)?.details).toMatchObject({ from: { amount: '1.50' }, to: { amount: '15' } });
  });

  it('makes no entry when nothing has changed, also where zeros were added', async () => {
    await show(aDeposit());
    await show(aDeposit({ amount: Decimal.parse('1.5000') }));
    const [deposit] = await listed();
    expect(await historyOf(deposit?.id ?? '')).toHaveLength(1);
  });

  it('stays when the venue lists it no more', async () => {
    await show(aDeposit({ state: 'credited' }));
    await show();
    expect(await listed()).toMatchObject([{ status: 'COMPLETED' }]);
  });

  it('with texts that no database takes is stored, and keeps no other back', async () => {
    const tag = 'memo\0 with a null';
    await show(
      aDeposit({ tag, hash: 'x'.repeat(10_000) }),
      aDeposit({ venueDepositId: 'dep\0a', venueStatus: '\u0007' }),
      aDeposit({ venueDepositId: 'dep\0b' }),
    );
    expect(await listed()).toHaveLength(3);
    const [plain] = await listed('?q=venueTransferId:dep\\-1');
    expect(plain).toMatchObject({ blockchainDestination: { tag: null }, blockchainMetadata: null });
  });

  it('with a fee below zero is stored without one, and keeps no other back', async () => {
    const fee = Decimal.parse('-0.10');
    await show(aDeposit({ fee }), aDeposit({ venueDepositId: 'dep-2', fee: Decimal.ZERO }));
    expect(new Set((await listed()).map(({ fee }) => fee))).toEqual(new Set(['0', null]));
    expect(await sources()).toMatchObject([{ reason: null, readTo: clock.now().toISOString() }]);
  });

  it('whose time is ahead of ours is listed as of now', async () => {
    await show(aDeposit({ createdAt: new Date('2035-01-01T00:00:00.000Z') }));
    expect(await listed()).toMatchObject([{ createdAt: clock.now().toISOString() }]);
  });

  it('belongs to one tenant, also where another has a deposit of the same id', async () => {
    scripted.answer = answered([aDeposit()]);
    await poll('acme');
    await poll('other');
    const [own] = await listed();
    expect((await get('', 'other')).body.totalElements).toBe(1);
    expect((await get(`/${own?.id}`, 'other')).status).toBe(404);
    expect((await get(`/${own?.id}/events`, 'other')).status).toBe(404);
  });
});

const period = (readTo: string | null, open?: string, reachMs = Infinity) =>
  periodOf(
    { read_to: readTo === null ? null : new Date(readTo) },
    open === undefined ? undefined : new Date(open),
    TIMING,
    reachMs,
    new Date('2026-03-31T00:00:00Z'),
  );
const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

describe('reading', () => {
  it('begins a week before what was read, and with what is still open', async () => {
    expect(period(null).since).toEqual(day('2026-03-01'));
    expect(period('2026-03-31T00:00:00Z').since).toEqual(day('2026-03-24'));
    expect(period('2026-03-31T00:00:00Z', '2026-03-10T00:00:00Z').since).toEqual(day('2026-03-10'));
    // One that stays open for ever does not make every reading long.
    expect(period('2026-03-31T00:00:00Z', '2020-01-01T00:00:00Z').since).toEqual(day('2026-03-01'));
    expect(period('2026-03-31T00:00:00Z').missing).toEqual({});
    expect(period(null, undefined, DAY_MS).missing).toEqual({});
  });

  it('after a longer pause than the venue lists says which period is missing', async () => {
    scripted = scriptedVenue(2 * DAY_MS);
    await show();
    const before = clock.now();
    clock.advance(5 * DAY_MS);
    await show();
    const [since] = scripted.asked.slice(-1);
    expect(await sources()).toEqual([
      {
        venue: 'test',
        readTo: clock.now().toISOString(),
        reason: null,
        missing: { from: before.toISOString(), to: since?.toISOString() },
      },
    ]);
  });

  it('that fails counts as not done, and says why', async () => {
    await show(aDeposit());
    const readTo = clock.now().toISOString();
    clock.advance(60_000);
    for (const outcome of [unknown('There was no answer.'), refused('too_old', 'Too far back.')]) {
      scripted.answer = outcome;
      await poll();
      expect(await sources()).toMatchObject([{ readTo, reason: outcome.reason }]);
    }
    await show(aDeposit());
    expect(await sources()).toMatchObject([{ readTo: clock.now().toISOString(), reason: null }]);
  });

  it('that throws counts as not done', async () => {
    const deposits = { reachMs: Infinity, list: () => Promise.reject(new Error('out of order')) };
    scripted.venue = { ...scripted.venue, deposits };
    await poll();
    expect(await sources()).toMatchObject([
      { readTo: null, reason: expect.stringContaining('out of order') as string },
    ]);
  });

  it('that ends while it stores is done again, and nothing is lost or kept twice', async () => {
    scripted.answer = answered(
      Array.from({ length: 40 }, (_, index) => aDeposit({ venueDepositId: `dep-${index}` })),
    );
    await database.sql.unsafe(`
      create function stop_there() returns trigger language plpgsql as $$
      begin raise exception 'the database has gone'; end $$;
      create trigger stop_there before insert on deposit
        for each row when (new.venue_deposit_id = 'dep-20') execute function stop_there();`);
    await expect(poll()).rejects.toThrow('the database has gone');
    await database.sql.unsafe('drop trigger stop_there on deposit; drop function stop_there');
    const { body } = await get();
    expect(body.totalElements).toBeGreaterThanOrEqual(16);
    expect(body.totalElements).toBeLessThan(40);
    expect(await sources()).toEqual([]);
    await poll();
    expect((await get()).body.totalElements).toBe(40);
    expect(await sources()).toMatchObject([{ readTo: clock.now().toISOString() }]);
  });

  it('that is asked to stop stores nothing more, and does not count as done', async () => {
    scripted.answer = answered([aDeposit()]);
    await expect(poll('acme', 'test', AbortSignal.abort())).rejects.toThrow('aborted');
    expect((await get()).body.totalElements).toBe(0);
    expect(await sources()).toEqual([]);
  });

  it('by several processes at once keeps each deposit once', async () => {
    scripted.answer = answered(
      Array.from({ length: 20 }, (_, index) => aDeposit({ venueDepositId: `d${index}` })),
    );
    await Promise.all(Array.from({ length: 6 }, () => poll()));
    await poll();
    expect((await get()).body.totalElements).toBe(20);
    for (const { id } of await listed('?pageSize=100')) expect(await eventsOf(id)).toEqual(['deposit.seen']);
  });

  it('by a process that wakes up after its lease changes nothing that another has read since', async () => {
    await show(aDeposit());
    const [stopped] = await listed();
    const id = stopped?.id ?? '';
    const awake = scripted;
    scripted = scriptedVenue();
    const list = async () => {
      await database.sql`update lease set expires_at = now() - interval '1 second'`;
      clock.advance(60_000);
      scripted = awake;
      await show(aDeposit({ state: 'credited' }));
      return answered([aDeposit({ state: 'information' }), aDeposit({ venueDepositId: 'dep-2' })]);
    };
    scripted.venue = { ...scripted.venue, deposits: { reachMs: Infinity, list } };
    await expect(poll()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await listed()).toMatchObject([{ id, status: 'COMPLETED', takenBackAt: null }]);
    expect(await eventsOf(id)).toEqual(['deposit.seen', 'deposit.credited']);
    expect(await sources()).toMatchObject([{ readTo: clock.now().toISOString() }]);
  });

  it('that failed in a process that wakes up after its lease is not what is shown last', async () => {
    const awake = scripted;
    scripted = scriptedVenue();
    const list = async () => {
      await database.sql`update lease set expires_at = now() - interval '1 second'`;
      clock.advance(60_000);
      scripted = awake;
      await show();
      return unknown('There was no answer.');
    };
    scripted.venue = { ...scripted.venue, deposits: { reachMs: Infinity, list } };
    await expect(poll()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await sources()).toMatchObject([{ readTo: clock.now().toISOString(), reason: null }]);
  });

  it('any words of a lying venue ends with what it said last, and counts by status as a model does', async () => {
    const said = fc.array(
      fc.array(
        fc.record({
          id: fc.constantFrom('a', 'b', 'c'),
          state: fc.constantFrom<DepositState>(
            'pending',
            'locked',
            'information',
            'credited',
            'rejected',
            'unknown',
          ),
          amount: fc.constantFrom('1', '2'),
        }),
        { maxLength: 4 },
      ),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(said, async (readings) => {
        await database.sql`delete from deposit`;
        await database.sql`delete from deposit_count`;
        const model = new Map<string, { status: string; amount: string }>();
        const status = { credited: 'COMPLETED', rejected: 'FAILED' } as Record<string, string>;
        for (const reading of readings) {
          await show(
            ...reading.map(({ id, state, amount }) =>
              aDeposit({ venueDepositId: id, state, amount: Decimal.parse(amount) }),
            ),
          );
          for (const { id, state, amount } of reading)
            model.set(id, { status: status[state] ?? 'PENDING', amount });
        }
        for (const name of ['PENDING', 'COMPLETED', 'FAILED']) {
          const expected = [...model].filter(([, one]) => one.status === name);
          const { body } = await get(`?status=${name}`);
          expect(body.totalElements).toBe(expected.length);
          const shown = body.content.map((one) => [one['venueTransferId'], one['amount']] as const);
          expect(Object.fromEntries(shown)).toEqual(
            Object.fromEntries(expected.map(([id, { amount }]) => [id, amount])),
          );
        }
      }),
      { numRuns: 25 },
    );
  });
});
