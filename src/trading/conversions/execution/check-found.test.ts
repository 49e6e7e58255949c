import { expect, it } from 'vitest';
import { anOrder } from '../testing/plant.ts';
import { checkFound } from './check-found.ts';

it.each(['BNB', 'constructor', '__proto__'])('a fee in the third asset %s can have any amount', (asset) => {
  const order = anOrder();
  const trade = {
    venueTradeId: 'T-1',
    price: '60010',
    quantity: '0.2',
    fee: { asset, amount: '20000' },
    liquidity: 'taker',
    tradedAt: order.created_at.toISOString(),
  } as const;
  expect(() => checkFound(order, [], [trade], order.created_at)).not.toThrow();
});
