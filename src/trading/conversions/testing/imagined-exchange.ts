import { Decimal } from '../../../kernel/index.ts';
import {
  answered,
  notSent,
  refused,
  unknown,
  type FeeIn,
  type Outcome,
  type PricedOrderRequest,
  type Side,
  type VenueOrder,
  type VenueTrade,
} from '../../venues/index.ts';
import type { World } from '../../withdrawals/testing/world.ts';

interface Held {
  readonly request: PricedOrderRequest;
  readonly trades: VenueTrade[];
  status: VenueOrder['status'];
}

type Answer<T> = (outcome: Outcome<T>) => void;

const FEE = Decimal.parse('0.001');
const LOT = Decimal.parse('0.001');

/** A venue and the network to it: requests and answers are late or lost, fills are partial, and the clocks differ. */
export class ImaginedExchange {
  /** In the order of arrival. The same client order id twice is two orders. */
  readonly orders: Held[] = [];
  readonly #world: World;
  readonly #skewMs: number;
  /** The probability of each fault. */
  trouble: number;
  #trades = 0;

  readonly #feeIn: FeeIn;

  constructor(
    world: World,
    { trouble, marginMs, feeIn }: { trouble: number; marginMs: number; feeIn: FeeIn },
  ) {
    this.#world = world;
    this.#feeIn = feeIn;
    this.trouble = trouble;
    this.#skewMs = world.random.below(2 * marginMs - 1) - marginMs + 1;
  }

  place(request: PricedOrderRequest, deadline: Date, answer: Answer<VenueOrder>): void {
    this.#carry(deadline, answer, () => {
      const { random, nowMs } = this.#world;
      if (nowMs + this.#skewMs > deadline.getTime()) return notSent('It came too late.');
      if (random.strikes(this.trouble / 3)) return refused('no', 'The balance is too small.');
      const order: Held = { request, trades: [], status: 'open' };
      this.orders.push(order);
      if (random.strikes(0.8)) this.#fill(order);
      if (request.type === 'ioc' && order.status === 'open') order.status = 'cancelled';
      else this.#keepFilling(order);
      return answered(show(order));
    });
  }

  find(id: string, deadline: Date, answer: Answer<VenueOrder | null>): void {
    this.#carry(deadline, answer, () => {
      const order = this.#of(id);
      return answered(order ? show(order) : null);
    });
  }

  cancel(id: string, deadline: Date, answer: Answer<VenueOrder>): void {
    this.#carry(deadline, answer, () => {
      const order = this.#of(id);
      if (!order) return refused('unknown', 'There is no such order.');
      if (order.status === 'open') order.status = 'cancelled';
      return answered(show(order));
    });
  }

  trades(id: string, deadline: Date, answer: Answer<readonly VenueTrade[]>): void {
    this.#carry(deadline, answer, () => answered([...(this.#of(id)?.trades ?? [])]));
  }

  #of(id: string): Held | undefined {
    return this.orders.find(({ request }) => request.clientOrderId === id);
  }

  #keepFilling(order: Held): void {
    if (order.status !== 'open') return;
    this.#world.after(this.#world.random.below(2_000), () => {
      if (order.status !== 'open') return;
      this.#fill(order);
      this.#keepFilling(order);
    });
  }

  /** Some lots of the rest, or all of it. */
  #fill(order: Held): void {
    const { random } = this.#world;
    const { symbol, side, quantity, price } = order.request;
    const left = quantity.minus(filledOf(order));
    const lots = left.dividedBy(LOT, 0, 'down').coefficient;
    const part = random.strikes(0.5) ? lots : BigInt(random.below(Number(lots) + 1));
    if (part === 0n) return;
    const traded = LOT.times(Decimal.of(part));
    order.trades.push({
      venueTradeId: `T${++this.#trades}`,
      price,
      quantity: traded,
      ...this.#charge(symbol, side, traded, price),
      liquidity: order.request.type === 'ioc' ? 'taker' : 'maker',
      tradedAt: this.#world.now,
    });
    if (filledOf(order).equals(quantity)) order.status = 'filled';
  }

  #charge(symbol: string, side: Side, traded: Decimal, price: Decimal): Pick<VenueTrade, 'fee' | 'feeAsset'> {
    const [base = '', counter = ''] = symbol.split('-');
    return side === 'buy' && this.#feeIn === 'received'
      ? { fee: traded.times(FEE).trim(), feeAsset: base }
      : { fee: traded.times(price).times(FEE).trim(), feeAsset: counter };
  }

  /** The caller gets exactly one answer, by the deadline at the latest. */
  #carry<T>(deadline: Date, answer: Answer<T>, act: () => Outcome<T>): void {
    const { random } = this.#world;
    const waitMs = deadline.getTime() - this.#world.nowMs;
    // A process that stalls between reading the clock and sending may send too late.
    if (waitMs <= 0 && !random.strikes(this.trouble)) return answer(notSent('The deadline had passed.'));
    if (random.strikes(this.trouble / 2)) return answer(notSent('There is no connection.'));
    let isAnswered = false;
    const tell = (outcome: Outcome<T>): void => {
      if (isAnswered) return;
      isAnswered = true;
      answer(outcome);
    };
    this.#world.after(Math.max(waitMs, 0), () => tell(unknown('There was no answer in time.')));
    if (random.strikes(this.trouble)) return;
    const delayMs = (): number => random.below(random.strikes(this.trouble) ? 3_000 : 20);
    this.#world.after(delayMs(), () => {
      const outcome = act();
      if (!random.strikes(this.trouble)) this.#world.after(delayMs(), () => tell(outcome));
    });
  }
}

export const filledOf = ({ trades }: Pick<Held, 'trades'>): Decimal =>
  trades.reduce((sum, { quantity }) => sum.plus(quantity), Decimal.ZERO);

const show = (order: Held): VenueOrder => {
  const { request, status } = order;
  const { clientOrderId, symbol, side, type, price, quantity } = request;
  const filled = filledOf(order);
  return {
    venueOrderId: `V${clientOrderId}`,
    clientOrderId,
    symbol,
    side,
    type,
    price,
    quantity,
    filled,
    status,
  };
};
