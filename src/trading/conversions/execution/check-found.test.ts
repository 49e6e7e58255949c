import { expect, it } from 'vitest';
import type { OrderRow } from '../store.ts';
import { checkFound } from './check-found.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const order: OrderRow = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  conversion_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  number: 1,
  leg: 0,
  round: 1,
  venue: 'gone',
  symbol: 'BTC-USDT',
  side: 'sell',
  type: 'ioc',
  price: '60000',
  quantity: '0.5',
  status: 'SENT',
  filled: '0',
  venue_order_id: null,
  reason: null,
  deadline: at,
  created_at: at,
  updated_at: at,
  finding: null,
};

it.each(['BNB', 'constructor', '__proto__'])('a fee in the third asset %s can have any amount', (asset) => {
  const trade = {
    venueTradeId: 'T-1',
    price: '60010',
    quantity: '0.2',
    fee: { asset, amount: '20000' },
    liquidity: 'taker',
    tradedAt: at.toISOString(),
  } as const;
  expect(() => checkFound(order, [], [trade], at)).not.toThrow();
});
