import type { Order, Trade } from 'ccxt';
import type { OrderType, VenueOrder, VenueTrade } from '../../port/index.ts';
import { decimal } from '../describe.ts';

const ENDED: Readonly<Record<string, boolean>> = {
  open: false,
  canceling: false,
  closed: true,
  canceled: true,
  expired: true,
  rejected: true,
};

/** Undefined where something is missing that every order has. */
export function toOrder(order: Order, clientOrderId: string): VenueOrder | undefined {
  const { id, symbol, side, price } = order;
  const quantity = decimal(order.amount);
  const filled = decimal(order.filled);
  const hasEnded = ENDED[order.status ?? ''];
  if (!id || !symbol || !quantity || !filled || hasEnded === undefined) return undefined;
  if (side !== 'buy' && side !== 'sell') return undefined;
  return {
    venueOrderId: id,
    clientOrderId,
    symbol: symbol.replace('/', '-'),
    side,
    type: typeOf(order),
    price: order.type === 'market' ? null : (decimal(price) ?? null),
    quantity,
    filled,
    status: !hasEnded ? 'open' : filled.equals(quantity) ? 'filled' : 'cancelled',
  };
}

function typeOf({ type, timeInForce, postOnly }: Order): OrderType {
  if (type === 'market') return 'market';
  if (postOnly || timeInForce === 'PO') return 'post-only';
  return timeInForce === 'IOC' ? 'ioc' : 'limit';
}

/** Undefined where something is missing that every trade has. */
export function toTrade({ id, timestamp, takerOrMaker, fee, ...trade }: Trade): VenueTrade | undefined {
  const [price, quantity] = [decimal(trade.price), decimal(trade.amount)];
  const cost = decimal(fee?.cost);
  const feeAsset = fee?.currency;
  if (!id || !price || !quantity || timestamp === undefined) return undefined;
  if (cost === undefined || (feeAsset === undefined && !cost.isZero)) return undefined;
  return {
    venueTradeId: id,
    price,
    quantity,
    fee: cost,
    feeAsset: feeAsset ?? trade.symbol?.split('/')[1] ?? '',
    liquidity: takerOrMaker === 'maker' ? 'maker' : 'taker',
    tradedAt: new Date(timestamp),
  };
}
