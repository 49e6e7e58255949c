import { expect, it } from 'vitest';
import { Decimal, newId, systemClock, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { answered, type VenueOrder } from '../../venues/index.ts';
import type { MarketAccess } from '../plans/index.ts';
import { anOrder } from '../testing/plant.ts';
import { ask } from './advance.ts';
import { TIMING } from './timing.ts';

const context = { actor: { tenant: 'acme' }, clock: systemClock } as unknown as Context<Db>;
const order = anOrder();

/** What counts of a venue's answer, whatever was asked. */
async function heard(kind: 'place' | 'find' | 'cancel', change: Partial<VenueOrder>): Promise<string> {
  const shown: VenueOrder = {
    venueOrderId: 'O-1',
    clientOrderId: order.id,
    symbol: 'BTC-USDT',
    side: 'sell',
    type: 'ioc',
    price: null,
    quantity: Decimal.parse('0.5'),
    filled: Decimal.parse('0.50'),
    status: 'filled',
    ...change,
  };
  const say = () => Promise.resolve(answered(shown));
  const venue = { code: 'north', orders: { place: say, find: say, cancel: say } };
  const access = { venues: { list: () => Promise.resolve([{ venue }]) } } as unknown as MarketAccess;
  const { outcome } = await ask(context, access, TIMING, { kind, order });
  return outcome.kind;
}

it.each(['place', 'find', 'cancel'] as const)(
  'to the question %s, only an answer that can be about the order counts',
  async (kind) => {
    expect(await heard(kind, {})).toBe('answered');
    expect(await heard(kind, { clientOrderId: newId() })).toBe('unknown');
    expect(await heard(kind, { filled: Decimal.parse('0.51') })).toBe('unknown');
    expect(await heard(kind, { filled: Decimal.parse('-0.1') })).toBe('unknown');
  },
);
