import type { Decimal } from '../../../kernel/index.ts';
import type { Call, Outcome, ReferenceSupport } from './calls.ts';

export interface OrderApi extends ReferenceSupport {
  place(request: OrderRequest, call: Call): Promise<Outcome<VenueOrder>>;
  /** What `place` takes. */
  readonly types: readonly OrderType[];
  /** Answers the order as it stands afterwards; one that has ended already is left as it is. */
  cancel(order: SoughtOrder, call: Call): Promise<Outcome<VenueOrder>>;
  /** Every trade of the order so far, oldest first. */
  trades(order: SoughtOrder, call: Call): Promise<Outcome<readonly VenueTrade[]>>;
  /**
   * Null is the venue's own word that it has none. Refused with `too_old` where it does not look back far enough to
   * say so. Absent where it cannot be asked by our id.
   */
  readonly find?: (order: SoughtOrder, call: Call) => Promise<Outcome<VenueOrder | null>>;
  /**
   * Every order that the venue has taken since then, at least in these markets, also those that others placed there.
   * Refused with `too_old` where it does not look back that far. Absent where it cannot list.
   */
  readonly list?: (period: OrderPeriod, call: Call) => Promise<Outcome<readonly VenueOrder[]>>;
  /** How long `list` shows an order that ended without a trade, where the venue forgets those earlier than others. */
  readonly listsUntradedMs?: number | undefined;
}

export interface OrderPeriod {
  /** Markets, as `BTC-USDT`, for venues that list one market at a time. */
  readonly symbols: readonly string[];
  readonly since: Date;
}

/** An order of ours, by everything a venue may need to find it. */
export interface SoughtOrder {
  readonly clientOrderId: string;
  readonly symbol: string;
  /** It was not sent before this time. */
  readonly since: Date;
  /** The venue's own id, once known. */
  readonly venueOrderId: string | null;
}

export type Side = 'buy' | 'sell';

export type OrderType = OrderRequest['type'];

export type OrderRequest = PricedOrderRequest | MarketOrderRequest;

interface OrderRequestBase {
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Side;
  /** In the base asset. */
  readonly quantity: Decimal;
}

/** `ioc` takes what it can at once and cancels the rest; `post-only` is refused where it would take. */
export interface PricedOrderRequest extends OrderRequestBase {
  readonly type: 'limit' | 'ioc' | 'post-only';
  readonly price: Decimal;
}

export interface MarketOrderRequest extends OrderRequestBase {
  readonly type: 'market';
}

export interface VenueOrder {
  readonly venueOrderId: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: Decimal | null;
  readonly quantity: Decimal;
  readonly filled: Decimal;
  /** One that was cancelled may have been filled in part. */
  readonly status: 'open' | 'filled' | 'cancelled';
}

export interface VenueTrade {
  readonly venueTradeId: string;
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly fee: Decimal;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  readonly tradedAt: Date;
}
