import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { OrderApi, PricedOrderRequest } from '../../port/index.ts';
import { answerOf, patient, plain, present, whenSent, within } from './calls.ts';
import type { Given } from './capabilities.ts';
import { aRestingOrder, aTakingOrder, sought } from './requests.ts';
import type { VenueUnderTest } from './venue-under-test.ts';

const AT_ONCE = 20;

export function describeOrders(subject: () => VenueUnderTest, given: Given): void {
  describe('its orders', () => {
    let api: OrderApi;
    let sent: PricedOrderRequest;
    beforeEach(async () => {
      const { venue, truth, samples } = subject();
      api = present(venue.orders);
      sent = aRestingOrder(samples);
      await truth.arrange(samples.market.symbol, samples.market.bids, samples.market.asks);
    });

    given('limitOrders', () => {
      it('reach the venue once, with price and quantity to the last digit', async () => {
        const placed = await answerOf(api.place(sent, patient()));
        expect(placed).toMatchObject({ clientOrderId: sent.clientOrderId, side: 'buy', status: 'open' });
        expect(placed.filled.isZero).toBe(true);
        const orders = await subject().truth.orders(sent.clientOrderId);
        expect(orders.map(({ quantity, price }) => [plain(quantity), price && plain(price)])).toEqual([
          [plain(sent.quantity), plain(sent.price)],
        ]);
      });

      it('that are cancelled give back what they held', async () => {
        const { truth, samples } = subject();
        const before = await truth.balance(samples.market.counter);
        await answerOf(api.place(sent, patient()));
        const held = await truth.balance(samples.market.counter);
        expect(Decimal.parse(difference(held.locked, before.locked)).sign).toBe(1);
        const cancelled = await answerOf(api.cancel(sought(sent), patient()));
        expect(cancelled.status).toBe('cancelled');
        expect(await truth.balance(samples.market.counter)).toEqual(before);
      });
    });

    given('idempotentOrders', () => {
      it('of one client order id sent many times at once are one', async () => {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => answerOf(api.place(sent, patient()))),
        );
        expect(new Set(answers.map(({ venueOrderId }) => venueOrderId)).size).toBe(1);
        expect(await subject().truth.orders(sent.clientOrderId)).toHaveLength(1);
      });
    });

    given('listableOrders', () => {
      it('are listed with everything else that was placed since then', async () => {
        const list = present(api.list);
        const since = new Date();
        const others = [sent, aRestingOrder(subject().samples)];
        for (const request of others) await answerOf(api.place(request, patient()));
        const listed = await answerOf(list({ symbols: [sent.symbol], since }, patient()));
        for (const { clientOrderId, quantity } of others) {
          const [found, ...again] = listed.filter((other) => other.clientOrderId === clientOrderId);
          expect(again).toEqual([]);
          expect(found).toMatchObject({ symbol: sent.symbol, side: sent.side, status: 'open' });
          expect(found?.quantity.equals(quantity)).toBe(true);
        }
      });
    });

    given('findableOrders', () => {
      it('are found by client order id after their answer was lost on the way', async () => {
        const find = present(api.find);
        await subject().faults.dropAnswer('placeOrder');
        expect(await api.place(sent, patient())).toMatchObject({ kind: 'unknown' });
        const found = await answerOf(find(sought(sent), patient()));
        expect(found?.quantity.equals(sent.quantity)).toBe(true);
      });

      it('that never reached the venue are not found', async () => {
        const find = present(api.find);
        await subject().faults.lose('placeOrder');
        expect(await api.place(sent, patient())).toMatchObject({ kind: 'unknown' });
        expect(await answerOf(find(sought(sent), patient()))).toBeNull();
      });
    });

    it('that take trade at the offered prices, and the trades add up to the balances to the last digit', async () => {
      const { truth, samples } = subject();
      const { base, counter, asks } = samples.market;
      const [baseBefore, counterBefore] = [await truth.balance(base), await truth.balance(counter)];
      const taking = aTakingOrder(samples);
      const order = await answerOf(api.place(taking, patient()));
      expect(order).toMatchObject({ status: 'filled' });
      expect(order.filled.equals(taking.quantity)).toBe(true);
      const trades = await answerOf(api.trades(sought(taking), patient()));
      expect(trades.map(({ price, quantity }) => [plain(price), plain(quantity)])).toEqual(
        asks.map((level) => level.map(plain)),
      );
      expect(trades.every(({ liquidity }) => liquidity === 'taker')).toBe(true);
      let [gained, paid] = [Decimal.ZERO, Decimal.ZERO];
      for (const { price, quantity, fee, feeAsset } of trades) {
        gained = gained.plus(quantity).minus(feeAsset === base ? fee : Decimal.ZERO);
        paid = paid.plus(price.times(quantity)).plus(feeAsset === counter ? fee : Decimal.ZERO);
      }
      const [baseAfter, counterAfter] = [await truth.balance(base), await truth.balance(counter)];
      expect(difference(baseAfter.available, baseBefore.available)).toBe(plain(gained));
      expect(difference(counterBefore.available, counterAfter.available)).toBe(plain(paid));
    });

    it('that have ended are not changed by a cancel', async () => {
      const taking = aTakingOrder(subject().samples);
      await answerOf(api.place(taking, patient()));
      const left = await answerOf(api.cancel(sought(taking), patient()));
      expect(left).toMatchObject({ clientOrderId: taking.clientOrderId, status: 'filled' });
    });

    given('iocOrders', () => {
      it('that take at once leave nothing in the book', async () => {
        const { truth, samples } = subject();
        const before = await truth.balance(samples.market.counter);
        const order = await answerOf(api.place({ ...sent, type: 'ioc' }, patient()));
        expect(order).toMatchObject({ status: 'cancelled' });
        expect(order.filled.isZero).toBe(true);
        expect(await truth.balance(samples.market.counter)).toEqual(before);
      });
    });

    given('postOnlyOrders', () => {
      it('that must not take rest in the book or trade nothing', async () => {
        const before = await subject().truth.balance(subject().samples.market.base);
        const rests = await answerOf(api.place({ ...sent, type: 'post-only' }, patient()));
        expect(rests.status).toBe('open');
        const taking = aTakingOrder(subject().samples);
        const outcome = await api.place({ ...taking, type: 'post-only' }, patient());
        // Some venues refuse it at once, others accept it and cancel it.
        const end = outcome.kind === 'answered' ? outcome.value.status : outcome.kind;
        expect(['refused', 'cancelled']).toContain(end);
        const { base } = subject().samples.market;
        expect(await subject().truth.balance(base)).toEqual(before);
      });
    });

    given('marketOrders', () => {
      it('without a price trade at the offered ones', async () => {
        const { price: _none, type: _ioc, ...taking } = aTakingOrder(subject().samples);
        const order = await answerOf(api.place({ ...taking, type: 'market' }, patient()));
        expect(order).toMatchObject({ status: 'filled', price: null });
      });
    });

    given('expiringOrders', () => {
      it('that reach the venue after their deadline are not executed', async () => {
        const find = present(api.find);
        const { soonestDeadlineMs } = subject().samples.market;
        await answerOf(subject().venue.describe(patient()));
        await subject().faults.delay('placeOrder', soonestDeadlineMs + 350);
        const outcome = await whenSent(() => api.place(sent, within(soonestDeadlineMs)));
        // A busy process may read the refusal before its own time is over.
        expect(['unknown', 'refused']).toContain(outcome.kind);
        // A later call with the same delay is read after the first one.
        await subject().faults.delay('findOrder', soonestDeadlineMs + 350);
        expect(await answerOf(find(sought(sent), patient()))).toBeNull();
        expect(await subject().truth.orders(sent.clientOrderId)).toEqual([]);
      });
    });

    it('of a market that the venue does not have are refused', async () => {
      const outcome = await api.place({ ...sent, symbol: 'NO-SUCH' }, patient());
      expect(outcome).toMatchObject({ kind: 'refused' });
    });
  });
}

const difference = (a: string, b: string): string => plain(Decimal.parse(a).minus(Decimal.parse(b)));
