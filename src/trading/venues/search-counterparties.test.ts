import { expect, it } from 'vitest';
import { createClock } from '../../platform/auth/testing/fixture.ts';
import type { Venues } from './open.ts';
import { answered, notSent, type Counterparty, type Outcome, type Venue } from './port/index.ts';
import { searchCounterparties } from './search-counterparties.ts';

/** A venue of acme that lists what the test says, and how often it was asked. */
function world(list: () => Outcome<readonly Counterparty[]>) {
  const clock = createClock();
  let asked = 0;
  const venue: Venue = {
    code: 'big',
    describe: () => Promise.reject(new Error('It is not asked.')),
    async counterparties() {
      asked += 1;
      return list();
    },
    close: () => Promise.resolve(),
  };
  const venues = {
    find: (tenant: string, code: string) => (tenant === 'acme' && code === 'big' ? { venue } : undefined),
  } as unknown as Venues;
  const search = (q?: string, tenant = 'acme') => {
    const actor = { kind: 'client', id: 'desk', tenant, scopes: new Set<string>() } as const;
    return searchCounterparties({ actor, clock } as never, venues, { code: 'big', q });
  };
  return { clock, search, venue, asked: () => asked };
}

const LIST = ['Kraken', 'Bitstamp', 'Kraken Japan'].map((name) => ({ id: name.toUpperCase(), name }));

it('finds providers by a part of their name, in their order, and asks the venue once an hour', async () => {
  const { search, clock, asked } = world(() => answered(LIST));
  const all = await Promise.all([search('krak'), search(), search('none')]);
  expect(all.map(({ total }) => total)).toEqual([2, 3, 0]);
  expect(all[1]?.counterparties.map(({ name }) => name)).toEqual(['Bitstamp', 'Kraken', 'Kraken Japan']);
  expect(asked()).toBe(1);
  clock.advance(3_600_000);
  await search();
  expect(asked()).toBe(2);
});

it('shows at most 50 of a long list, and none that no answer could hold', async () => {
  const many = Array.from({ length: 30_000 }, (_, index) => ({
    id: `id${index}`,
    name: `Provider ${index}`,
  }));
  const { search } = world(() =>
    answered([{ id: 'x'.repeat(129), name: 'Long' }, { id: '', name: 'None' }, ...many]),
  );
  const { counterparties, total } = await search();
  expect([counterparties.length, total]).toEqual([50, 20_000]);
  expect((await search('long')).total).toBe(0);
});

it('answers from the last list while the venue does not, and 503 where there is none', async () => {
  let isThere = false;
  const { search, clock } = world(() => (isThere ? answered(LIST) : notSent('There is no connection.')));
  await expect(search()).rejects.toMatchObject({ code: 'unavailable' });
  isThere = true;
  const { askedAt } = await search();
  isThere = false;
  clock.advance(7_200_000);
  expect(await search()).toMatchObject({ total: 3, askedAt });
});

it('says that a venue has no such list, and shows no venue of another tenant', async () => {
  const { search, venue } = world(() => answered(LIST));
  await expect(search('', 'other')).rejects.toMatchObject({ code: 'not_found' });
  Object.assign(venue, { counterparties: undefined });
  await expect(search()).rejects.toMatchObject({ code: 'unprocessable' });
});
