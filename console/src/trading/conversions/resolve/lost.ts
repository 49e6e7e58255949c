import type { ConversionDetail, ConversionOrder } from '@quaestor/sdk';
import { Big } from 'big.js';

type Kept = Pick<ConversionDetail, 'status' | 'waitingReason' | 'orders' | 'trades'>;

/** Of a cancelled conversion: whether it is not known yet what became of the order. */
export function isOpen({ status, trades }: Kept, { id, filled, status: its }: ConversionOrder): boolean {
  if (status !== 'PENDING_CANCEL') return false;
  if (its === 'SENT' || its === 'OPEN') return true;
  const traded = trades
    .filter(({ orderId }) => orderId === id)
    .reduce((sum, { quantity }) => sum.plus(quantity), new Big(0));
  return traded.lt(filled);
}

/** Those that hold up a cancelled conversion, whose venue does not answer. The server knows whether it can be asked. */
export const lostOrders = (kept: Kept): ConversionOrder[] =>
  kept.waitingReason === null ? [] : kept.orders.filter((order) => isOpen(kept, order));
