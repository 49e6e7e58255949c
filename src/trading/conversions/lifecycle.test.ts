import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../platform/audit/index.ts';
import { readEvents } from '../../platform/events/testing/read-events.ts';
import { effort, thorough } from '../../testing/effort.ts';
import { conversionEvents } from './index.ts';
import {
  changesBetween,
  movementsOf,
  openConversionService,
  ownedAt,
  type Shown,
} from './testing/service.ts';

const service = await openConversionService();
const { convert, create, ends, exchanges, send, show, until, database } = service;
const { north, south } = exchanges;

let before: Awaited<ReturnType<typeof ownedAt>>;

beforeEach(async () => {
  await north.control.arrange('BTC-USDT', {
    bids: [
      ['60000.00', '1'],
      ['59990.00', '2'],
    ],
    asks: [
      ['60010.00', '1'],
      ['60020.00', '2'],
    ],
  });
  await south.control.arrange('BTC-USDT', {
    bids: [
      ['60100.00', '0.5'],
      ['59000.00', '5'],
    ],
    asks: [['60500.00', '5']],
  });
  await north.control.arrange('ETH-BTC', {
    bids: [['0.050000000000000001', '10']],
    asks: [['0.050100000000000000', '10']],
  });
  await booksAreRead();
  before = await ownedAt(exchanges);
});

afterEach(async () => {
  for (const exchange of [north, south]) {
    await exchange.control.clearFaults();
    await exchange.control.goOnline();
  }
});

/** Waits until estimates use the books just arranged. */
async function booksAreRead(): Promise<void> {
  const wish = { reference: 'x', from: { asset: 'BTC', amount: '8' }, to: { asset: 'USDT' } };
  const eth = { reference: 'x', from: { asset: 'ETH', amount: '1' }, to: { asset: 'BTC' } };
  const buy = { reference: 'x', from: { asset: 'USDT' }, to: { asset: 'BTC', amount: '8' } };
  const read = async () => {
    const [sold, ether, bought] = await Promise.all(
      [wish, eth, buy].map((body) => send('viewer', 'POST', '/estimate', body)),
    );
    return [sold?.body.from?.amount, ether?.body.from?.amount, bought?.body.to?.amount];
  };
  await expect.poll(read, { interval: 20 }).toEqual(['8', '1', '8']);
}

/** Conversions must equal the exchanges' own books to the last digit. */
async function expectBalanced(...conversions: readonly Shown[]): Promise<void> {
  expect(movementsOf(conversions)).toEqual(changesBetween(before, await ownedAt(exchanges)));
  const orders = [...(await north.control.state()).orders, ...(await south.control.state()).orders];
  for (const { id, filled } of conversions.flatMap(({ orders }) => orders)) {
    const taken = orders.filter(({ clientOrderId }) => clientOrderId === id);
    expect(taken.length).toBeLessThanOrEqual(1);
    expect(Number(taken[0]?.filled ?? '0')).toBe(Number(filled));
  }
}

describe('MARKET', () => {
  it('takes the best bids of all venues by price with fee, and balances with their books', async () => {
    const done = await convert({ from: { asset: 'BTC', amount: '2' } });
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '2' }, failureMessage: null });
    expect(done.orders.map(({ venue, quantity, status }) => `${venue} ${quantity} ${status}`).sort()).toEqual(
      ['north 1.5 FILLED', 'south 0.5 FILLED'],
    );
    expect(done.to.amount).toBe('119894.905');
    await expectBalanced(done);
    expect(await readEvents(database.sql, done.id, conversionEvents)).toEqual([
      ['conversion.created', {}],
      ['conversion.state-changed', {}],
      ['conversion.state-changed', {}],
    ]);
  });

  it('buys no more than the amount given pays for', async () => {
    const done = await convert({ from: { asset: 'USDT', amount: '100000' }, to: { asset: 'BTC' } });
    expect(done.status).toBe('COMPLETED');
    expect(Number(done.from.amount)).toBeLessThanOrEqual(100_000);
    expect(Number(done.from.amount)).toBeGreaterThan(99_990);
    await expectBalanced(done);
  });

  it('buys at least the amount wanted', async () => {
    const done = await convert({ from: { asset: 'USDT' }, to: { asset: 'BTC', amount: '1.234567' } });
    expect(done).toMatchObject({ status: 'COMPLETED', to: { amount: '1.23457' } });
    await expectBalanced(done);
  });

  it('sells until at least the amount wanted is there', async () => {
    const done = await convert({ from: { asset: 'BTC' }, to: { asset: 'USDT', amount: '1000' } });
    expect(done.status).toBe('COMPLETED');
    expect(Number(done.to.amount)).toBeGreaterThanOrEqual(1000);
    expect(Number(done.to.amount)).toBeLessThan(1001);
    await expectBalanced(done);
  });

  it('goes through another asset where no market joins the two', async () => {
    const done = await convert({ from: { asset: 'ETH', amount: '2' }, to: { asset: 'USDT' } });
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '2' } });
    expect(done.legs.map(({ from, to }) => [from.asset, to.asset])).toEqual([
      ['ETH', 'BTC'],
      ['BTC', 'USDT'],
    ]);
    await expectBalanced(done);
    const back = await convert({ from: { asset: 'USDT' }, to: { asset: 'ETH', amount: '1' } });
    expect(back).toMatchObject({ status: 'COMPLETED', to: { asset: 'ETH', amount: '1' } });
    await expectBalanced(done, back);
  });

  it('ends with what the books hold', async () => {
    const done = await convert({ from: { asset: 'BTC', amount: '20' }, maxSlippageBps: 500 });
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '8.5' } });
    expect(done.failureMessage).toMatch(/\w/);
    await expectBalanced(done);
  });

  it('trades only at the venues it is restricted to', async () => {
    const done = await convert({
      from: { asset: 'BTC', amount: '1' },
      venues: ['south'],
      maxSlippageBps: 500,
    });
    expect(new Set(done.orders.map(({ venue }) => venue))).toEqual(new Set(['south']));
    expect(done.venues).toEqual(['south']);
    await expectBalanced(done);
  });
});

describe('the other executors', () => {
  it('TAKER trades at the single best venue', async () => {
    const done = await convert({ from: { asset: 'BTC', amount: '2' }, executor: 'TAKER' });
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '2' }, venues: ['north'] });
    await expectBalanced(done);
  });

  it('MAKER posts at the best price and waits until others take it', async () => {
    const { body } = await create({ from: { asset: 'BTC', amount: '0.3' }, executor: 'MAKER' });
    const open = await until(body.id, ({ orders }) => orders[0]?.status === 'OPEN');
    expect(open).toMatchObject({ status: 'PROCESSING', orders: [{ price: '60010.00', type: 'post-only' }] });
    await north.control.arrange('BTC-USDT', { bids: [['60020.00', '0.1']], asks: [] });
    const partly = await until(body.id, ({ trades }) => trades.length > 0);
    expect(partly.movements).toHaveLength(2);
    await north.control.arrange('BTC-USDT', { bids: [['60030.00', '5']], asks: [] });
    const done = await ends(body.id);
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '0.3' } });
    expect(done.trades.every(({ liquidity }) => liquidity === 'maker')).toBe(true);
    await expectBalanced(done);
  });

  it('MAKER_TAKER posts, then takes the rest', async () => {
    const done = await convert({ from: { asset: 'BTC', amount: '0.3' }, executor: 'MAKER_TAKER' });
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '0.3' } });
    expect(done.orders.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'post-only CANCELLED',
      'ioc FILLED',
    ]);
    await expectBalanced(done);
  });

  thorough('TWAP trades in slices over time', async () => {
    const done = await convert({ from: { asset: 'BTC', amount: '1' }, executor: 'TWAP', venues: ['north'] });
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '1' } });
    // Each takes its share of what is left, by its place among the five; one that comes late has skipped some.
    let [rest, slicesLeft] = [1, 6];
    for (const { quantity } of done.orders) {
      const parts = Math.round(rest / Number(quantity));
      expect(parts).toBeLessThan(slicesLeft);
      expect(Number(quantity)).toBeCloseTo(rest / parts, 2);
      [rest, slicesLeft] = [rest - Number(quantity), parts];
    }
    expect(slicesLeft).toBe(1);
    expect(done.orders.length).toBeGreaterThan(1);
    await expectBalanced(done);
  });
});

describe('what ends it early', () => {
  it('cancelling before the first order cancels it at once, and no other time', async () => {
    const { body } = await create({ from: { asset: 'BTC', amount: '0.3' }, executor: 'MAKER' });
    await until(body.id, ({ orders }) => orders[0]?.status === 'OPEN');
    const cancelled = await send('desk', 'POST', `/${body.id}/cancel`);
    expect([cancelled.status, cancelled.body.status]).toEqual([202, 'PENDING_CANCEL']);
    const done = await ends(body.id);
    expect(done).toMatchObject({ status: 'CANCELLED', movements: [], from: { amount: '0.3' } });
    expect((await send('desk', 'POST', `/${body.id}/cancel`)).body.code).toBe('invalid_transition');
    await expectBalanced(done);
  });

  it('DELETE after a partial fill leaves it COMPLETED with what was traded', async () => {
    const { body } = await create({ from: { asset: 'BTC', amount: '0.3' }, executor: 'MAKER' });
    await until(body.id, ({ orders }) => orders[0]?.status === 'OPEN');
    await north.control.arrange('BTC-USDT', { bids: [['60020.00', '0.1']], asks: [] });
    await until(body.id, ({ trades }) => trades.length > 0);
    await send('desk', 'POST', `/${body.id}/cancel`);
    const done = await ends(body.id);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      from: { amount: '0.1' },
      failureMessage: 'It was cancelled.',
    });
    await expectBalanced(done);
  });

  it('its expiry does the same', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await create({ from: { asset: 'BTC', amount: '0.3' }, executor: 'MAKER', expiresAt });
    await until(body.id, ({ orders }) => orders[0]?.status === 'OPEN');
    await database.sql`update conversion set expires_at = now() where id = ${body.id}`;
    const done = await ends(body.id);
    expect(done).toMatchObject({ status: 'FAILED', failureMessage: 'It expired.', movements: [] });
    expect(done.orders).toMatchObject([{ status: 'CANCELLED' }]);
    await expectBalanced(done);
  });
});

const ALL_FAULTS = ['drop', 'lose', 'errorAfterwards', 'error', 'garble'] as const;
const FAULTS = effort<readonly (typeof ALL_FAULTS)[number][]>(['drop', 'errorAfterwards'], ALL_FAULTS);

describe('a fault', () => {
  it.each(FAULTS)(
    'of the kind %s while orders are sent leads to no order twice and no fill lost',
    async (type) => {
      await north.control.fault({ operation: 'placeOrder', fault: { type }, times: 1 });
      const done = await convert({ from: { asset: 'BTC', amount: '2' } });
      expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '2' } });
      await expectBalanced(done);
    },
  );

  thorough('in every other call of all kinds delays it, and it still balances', async () => {
    for (const exchange of [north, south]) {
      for (const type of ['drop', 'lose', 'garble'] as const) {
        await exchange.control.fault({ operation: '*', fault: { type }, probability: 0.2, seed: type });
      }
    }
    const made = await Promise.all(
      ['MARKET', 'TAKER', 'MAKER_TAKER', 'TWAP'].map((executor) =>
        create({ from: { asset: 'BTC', amount: '0.4' }, executor }),
      ),
    );
    const done = await Promise.all(made.map(({ body }) => ends(body.id)));
    for (const exchange of [north, south]) await exchange.control.clearFaults();
    expect(done.map(({ status }) => status)).not.toContain('CANCELLED');
    await expectBalanced(...done);
  });

  it.each(effort([422], [200, 400, 422, 500]))(
    'of a venue that executes an order and answers %d with a code that proves nothing: it is not traded again elsewhere',
    async (status) => {
      const fault = { type: 'refuseAfterwards', status, code: 'timed_out', message: 'Try again.' } as const;
      for (const exchange of [north, south])
        await exchange.control.fault({ operation: 'placeOrder', fault, times: 1 });
      const done = await convert({ from: { asset: 'BTC', amount: '0.5' } });
      expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '0.5' } });
      await expectBalanced(done);
      expect(changesBetween(before, await ownedAt(exchanges))).toMatchObject({ BTC: '-0.5' });
    },
  );

  it('of a venue that refuses for want of balance leaves the rest to the others', async () => {
    await north.control.fault({
      operation: 'placeOrder',
      fault: { type: 'refuse', status: 422, code: 'insufficient_balance', message: 'Too little BTC.' },
    });
    const done = await convert({ from: { asset: 'BTC', amount: '1' } });
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '1' } });
    expect(done.orders.filter(({ venue }) => venue === 'north')).toMatchObject([
      { status: 'REFUSED', reason: 'Too little BTC.' },
    ]);
    await expectBalanced(done);
  });

  it('of a venue where the balance is really too small fails it with its reason', async () => {
    await north.control.arrange('BTC-USDT', { bids: [['60000.00', '5000']], asks: [] });
    const { body } = await create({
      from: { asset: 'BTC', amount: '3' },
      venues: ['north'],
      executor: 'MAKER',
    });
    expect(body.code).toBe('unavailable');
    const done = await convert({ from: { asset: 'BTC', amount: '3000' }, venues: ['north'] });
    expect(done).toMatchObject({ status: 'FAILED', movements: [] });
    // It is asked again after pauses: balances change.
    expect(done.orders.length).toBeGreaterThan(1);
    const refused = done.orders.find(({ status }) => status === 'REFUSED');
    expect(refused?.reason).toMatch(/3000 BTC; .* available/);
    expect(done.failureMessage).toBe(done.orders.at(-1)?.reason);
    await expectBalanced(done);
  });

  it('of a venue that goes away in the middle is waited out, and nothing is lost', async () => {
    await north.control.fault({ operation: 'placeOrder', fault: { type: 'drop' }, times: 1 });
    await north.control.fault({ operation: 'findOrder', fault: { type: 'error' } });
    const { body } = await create({ from: { asset: 'BTC', amount: '1' }, venues: ['north'] });
    await until(body.id, ({ waitingReason }) => waitingReason !== null);
    await north.control.goOffline();
    await until(body.id, ({ waitingReason }) => /connect/i.test(waitingReason ?? ''));
    expect(await show(body.id)).toMatchObject({ status: 'PROCESSING', orders: [{ status: 'SENT' }] });
    await north.control.clearFaults();
    await north.control.goOnline();
    const done = await ends(body.id);
    expect(done).toMatchObject({ status: 'COMPLETED', from: { amount: '1' } });
    await expectBalanced(done);
  });
});

it('the audit chain over all of this verifies', async () => {
  expect(await verifyAudit(database.db)).toMatchObject({ fault: undefined });
});
