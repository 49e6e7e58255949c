import type { ConversionDetail, ConversionOrder } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { lostOrders } from './lost.ts';

const order = { id: 'o-1', status: 'SENT', filled: '0' } as ConversionOrder;
const trade = (quantity: string) => ({ orderId: 'o-1', quantity });
const lost = (change: object) =>
  lostOrders({
    status: 'PENDING_CANCEL',
    waitingReason: 'The venue is no longer configured.',
    orders: [order],
    trades: [],
    ...change,
  } as unknown as ConversionDetail).length === 1;

it.each([
  ['an order without an answer', {}, true],
  ['one whose trades are not all known', { orders: [{ ...order, status: 'FILLED', filled: '0.3' }] }, true],
  [
    'one whose trades are all known',
    { orders: [{ ...order, status: 'FILLED', filled: '0.3' }], trades: [trade('0.1'), trade('0.20')] },
    false,
  ],
  ['one of a conversion that was not cancelled', { status: 'PROCESSING' }, false],
  ['one of a conversion that has ended', { status: 'CANCELLED' }, false],
  ['one whose venue answers', { waitingReason: null }, false],
])('people settle %s: %j', (_what, change, expected) => {
  expect(lost(change)).toBe(expected);
});
