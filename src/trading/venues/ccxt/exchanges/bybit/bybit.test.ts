import { expect, it } from 'vitest';
import { Decimal, newId } from '../../../../../kernel/index.ts';
import { answerOf, patient, present } from '../../../testing/acceptance/calls.ts';
import { connectTo } from '../../testing/connect.ts';
import { startLoopback } from '../../testing/loopback.ts';
import { dialect } from './testing/server.ts';

const DAY_MS = 86_400_000;

it('the trades of an order are read since it was sent, though the exchange shows seven days at a time', async () => {
  const server = await startLoopback(dialect);
  const venue = connectTo('bybit', server.port);
  const clientOrderId = newId();
  const since = new Date(Date.now() - 30 * DAY_MS);
  const days = [29, 22, 15, 8, 1];
  const one = Decimal.parse('0.1');
  server.core.orders.push({
    id: '77',
    clientId: clientOrderId,
    side: 'buy',
    type: 'limit',
    price: Decimal.parse('100'),
    quantity: Decimal.parse('0.5'),
    filled: Decimal.parse('0.5'),
    status: 'filled',
    at: since.getTime(),
    trades: days.map((day) => ({
      id: String(100 - day),
      price: Decimal.parse('100'),
      quantity: one,
      fee: Decimal.parse('0.001'),
      feeAsset: 'BTC',
      at: Date.now() - day * DAY_MS,
    })),
  });
  const sought = { clientOrderId, symbol: 'BTC-USDT', since, venueOrderId: '77' };
  const trades = await answerOf(present(venue.orders).trades(sought, patient()));
  expect(trades.map(({ venueTradeId }) => venueTradeId)).toEqual(days.map((day) => String(100 - day)));
  await venue.close();
  await server.goOffline();
});
