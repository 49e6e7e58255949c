import { randomUUID } from 'node:crypto';
import { Decimal } from '../../../../kernel/index.ts';
import type {
  BookLevel,
  DepositState,
  FeeIn,
  FeeKind,
  KeyPermissions,
  OrderType,
  Side,
} from '../../port/index.ts';

const FEE_RATE = Decimal.parse('0.001');

type Levels = Map<string, string>;
export interface BookChange {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export interface CoreOrder {
  readonly id: string;
  readonly clientId: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: Decimal | null;
  readonly quantity: Decimal;
  readonly at: number;
  filled: Decimal;
  status: 'open' | 'filled' | 'cancelled';
  readonly trades: CoreTrade[];
}

export interface CoreTrade {
  readonly id: string;
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly fee: Decimal;
  readonly feeAsset: string;
  readonly at: number;
}

export interface CoreWithdrawal {
  readonly id: string;
  reference: string;
  readonly asset: string;
  /** As it was asked for. */
  readonly amount: string;
  readonly fee: string;
  /** What the payee gets. */
  readonly received: string;
  readonly address: string;
  readonly at: number;
  state: 'processing' | 'completed' | 'failed';
  /** Empty until the transaction is sent, and for one within the books of the exchange. */
  hash: string;
  isInternal: boolean;
  reason: string;
}

/** What an exchange can say of a deposit. */
export type JudgedState = Exclude<DepositState, 'unknown'>;

export interface CoreDeposit {
  readonly id: string;
  readonly asset: string;
  readonly amount: string;
  readonly address: string;
  readonly hash: string;
  readonly at: number;
  state: JudgedState;
}

/** How an exchange charges for a withdrawal, and what. */
export interface CoreFee {
  readonly kind: FeeKind;
  readonly fee: string;
}

export const HASH = '0xhash';

export type Refusal = 'funds' | 'wouldTake' | 'minimum';

/** One account and one market, without a protocol: what every imitated exchange has behind its own words. */
export class Core {
  readonly base = 'BTC';
  readonly counter = 'USDT';
  /** What the key may do. */
  permissions: KeyPermissions = { trade: true, withdraw: true, isBound: true };
  readonly orders: CoreOrder[] = [];
  readonly withdrawals: CoreWithdrawal[] = [];
  readonly deposits: CoreDeposit[] = [];
  /** Ours at the exchange, of the asset that is paid out, and one that it has replaced. */
  readonly address = `0x${'cd'.repeat(20)}`;
  readonly olderAddress = `0x${'ef'.repeat(20)}`;
  /** Where an address is made first. */
  hasAddress = false;
  /** To the wallet that pays. */
  readonly transfers: { readonly reference: string; readonly asset: string; readonly amount: string }[] = [];
  readonly #free = new Map(
    Object.entries({ BTC: '10', ETH: '1000', USDT: '1000000' }).map(([asset, free]) => [
      asset,
      Decimal.parse(free),
    ]),
  );
  /** Where withdrawals are paid from another wallet than the one that trades. */
  readonly paying: Map<string, Decimal> | undefined;
  readonly #book: Record<'bids' | 'asks', Levels> = { bids: new Map(), asks: new Map() };
  readonly #feeIn: FeeIn;
  /** It may be changed, as exchanges do. */
  withdrawalFee: CoreFee;
  readonly #onChange: (change: BookChange) => void;
  /** Counts the changes of the book. */
  sequence = 1000;
  #stirs = 0;
  #ids = 0;

  constructor(
    { feeIn, withdrawalFee }: { readonly feeIn: FeeIn; readonly withdrawalFee: CoreFee },
    onChange: (change: BookChange) => void,
    hasPayingWallet = false,
  ) {
    this.#feeIn = feeIn;
    this.withdrawalFee = withdrawalFee;
    this.paying = hasPayingWallet ? new Map([['ETH', Decimal.parse('200')]]) : undefined;
    this.#onChange = onChange;
  }

  get assets(): string[] {
    return [...this.#free.keys()];
  }

  free(asset: string): Decimal {
    return this.#free.get(asset) ?? Decimal.ZERO;
  }

  /** What open orders hold. */
  locked(asset: string): Decimal {
    return sum(
      this.orders
        .filter(
          ({ status, side }) => status === 'open' && asset === (side === 'buy' ? this.counter : this.base),
        )
        .map((order) => heldBy(order)),
    );
  }

  withdrawing(asset: string): Decimal {
    return sum(
      this.withdrawals
        .filter((one) => one.asset === asset && one.state === 'processing')
        .map((one) => leaving(one)),
    );
  }

  place(draft: Pick<CoreOrder, 'clientId' | 'side' | 'type' | 'price' | 'quantity'>): CoreOrder | Refusal {
    const order: CoreOrder = {
      ...draft,
      id: `${Date.now()}${(this.#ids += 1)}`,
      at: Date.now(),
      filled: Decimal.ZERO,
      status: 'open',
      trades: [],
    };
    if (order.type === 'post-only' && this.#offersTo(order).length > 0) return 'wouldTake';
    const paid = order.side === 'buy' ? this.counter : this.base;
    if (this.free(paid).compare(heldBy(order)) < 0) return 'funds';
    this.orders.push(order);
    this.#take(order);
    if (order.filled.equals(order.quantity)) order.status = 'filled';
    else if (order.type === 'ioc' || order.type === 'market') order.status = 'cancelled';
    else this.#add(paid, heldBy(order).negate());
    return order;
  }

  cancel(order: CoreOrder): void {
    if (order.status !== 'open') return;
    this.#add(order.side === 'buy' ? this.counter : this.base, heldBy(order));
    order.status = 'cancelled';
  }

  withdraw(
    draft: Pick<CoreWithdrawal, 'reference' | 'asset' | 'amount' | 'address'>,
    { kind, fee }: CoreFee = this.withdrawalFee,
  ): CoreWithdrawal | Refusal {
    const amount = Decimal.parse(draft.amount);
    const received = kind === 'inside' ? amount.minus(Decimal.parse(fee)).trim() : amount;
    if (received.compare(Decimal.parse('0.001')) < 0) return 'minimum';
    const withdrawal: CoreWithdrawal = {
      ...draft,
      fee,
      received: received.toString(),
      id: randomUUID().replaceAll('-', ''),
      at: Date.now(),
      state: 'processing',
      hash: '',
      isInternal: false,
      reason: '',
    };
    const total = leaving(withdrawal);
    const held = this.paying ? this.payable(draft.asset) : this.free(draft.asset);
    if (held.compare(total) < 0) return 'funds';
    if (this.paying) this.paying.set(draft.asset, held.minus(total).trim());
    else this.#add(draft.asset, total.negate());
    this.withdrawals.push(withdrawal);
    return withdrawal;
  }

  deposit(draft: Pick<CoreDeposit, 'asset' | 'amount' | 'address' | 'hash'>): CoreDeposit {
    const made: CoreDeposit = {
      ...draft,
      id: `${Date.now()}${(this.#ids += 1)}`,
      at: Date.now(),
      state: 'pending',
    };
    this.deposits.push(made);
    return made;
  }

  /** Newest first, from a time on. */
  depositsSince(ms: number): CoreDeposit[] {
    return this.deposits.filter(({ at }) => at >= ms).toReversed();
  }

  /** What the wallet that pays holds. */
  payable(asset: string): Decimal {
    return this.paying?.get(asset) ?? Decimal.ZERO;
  }

  /** Moves money to the wallet that pays. */
  transfer(reference: string, asset: string, amount: string): Refusal | undefined {
    const moved = Decimal.parse(amount);
    if (this.free(asset).compare(moved) < 0) return 'funds';
    this.#add(asset, moved.negate());
    this.paying?.set(asset, this.payable(asset).plus(moved).trim());
    this.transfers.push({ reference, asset, amount });
    return undefined;
  }

  settle(reference: string, state: 'completed' | 'failed', reason = ''): void {
    this.#change(reference, { state, reason, hash: state === 'completed' ? HASH : '' });
  }

  /** Sends the transaction, which is not final yet. */
  broadcast(reference: string): void {
    this.#change(reference, { hash: HASH });
  }

  /** Pays within its own books: there is no transaction. */
  settleInside(reference: string): void {
    this.#change(reference, { state: 'completed', isInternal: true });
  }

  #change(reference: string, change: Partial<CoreWithdrawal>): void {
    for (const one of this.withdrawals) if (one.reference === reference) Object.assign(one, change);
  }

  book(): { bids: BookLevel[]; asks: BookLevel[] } {
    return { bids: sorted(this.#book.bids, -1), asks: sorted(this.#book.asks, 1) };
  }

  /** Replaces everything that others offer. */
  arrange(bids: readonly BookLevel[], asks: readonly BookLevel[]): void {
    this.change({ bids: [...gone(this.#book.bids), ...bids], asks: [...gone(this.#book.asks), ...asks] });
  }

  /** Moves the quantity of the best bid, and an ask in and out. */
  stir(): void {
    this.#stirs += 1;
    const [best] = this.book().bids;
    this.change({
      bids: best ? [[best[0], `0.${String(this.#stirs).padStart(8, '0')}`]] : [],
      asks: [['60100.12', this.#stirs % 2 === 0 ? '0.00000000' : '1.50000000']],
    });
  }

  #offersTo({ side, price }: CoreOrder): BookLevel[] {
    const levels = side === 'buy' ? this.book().asks : this.book().bids;
    const sign = side === 'buy' ? 1 : -1;
    return levels.filter(([offered]) => !price || Decimal.parse(offered).compare(price) * sign <= 0);
  }

  #take(order: CoreOrder): void {
    const changes: BookLevel[] = [];
    for (const [offered, size] of this.#offersTo(order)) {
      const left = order.quantity.minus(order.filled);
      if (left.isZero) break;
      const [price, available] = [Decimal.parse(offered), Decimal.parse(size)];
      const quantity = left.compare(available) < 0 ? left : available;
      this.#trade(order, price, quantity);
      changes.push([offered, available.minus(quantity).toString()]);
    }
    if (changes.length > 0)
      this.change(order.side === 'buy' ? { bids: [], asks: changes } : { bids: changes, asks: [] });
  }

  #trade(order: CoreOrder, price: Decimal, quantity: Decimal): void {
    const value = price.times(quantity);
    const isBuy = order.side === 'buy';
    const isPaidInBase = isBuy && this.#feeIn === 'received';
    const fee = (isPaidInBase ? quantity : value).times(FEE_RATE).trim();
    const feeAsset = isPaidInBase ? this.base : this.counter;
    this.#add(this.base, isBuy ? quantity : quantity.negate());
    this.#add(this.counter, isBuy ? value.negate() : value);
    this.#add(feeAsset, fee.negate());
    order.filled = order.filled.plus(quantity).trim();
    order.trades.push({ id: `${(this.#ids += 1)}`, price, quantity, fee, feeAsset, at: Date.now() });
  }

  change(change: BookChange): void {
    for (const side of ['bids', 'asks'] as const) {
      for (const [price, quantity] of change[side]) {
        if (Decimal.parse(quantity).isZero) this.#book[side].delete(price);
        else this.#book[side].set(price, quantity);
      }
    }
    this.sequence += 1;
    this.#onChange(change);
  }

  #add(asset: string, amount: Decimal): void {
    this.#free.set(asset, this.free(asset).plus(amount).trim());
  }
}

/** An open order holds what its rest could pay, without fees. */
const heldBy = ({ side, price, quantity, filled }: CoreOrder): Decimal => {
  const rest = quantity.minus(filled);
  return side === 'sell' ? rest : rest.times(price ?? Decimal.ZERO);
};

/** What a withdrawal takes from the account. */
const leaving = ({ received, fee }: CoreWithdrawal): Decimal =>
  Decimal.parse(received).plus(Decimal.parse(fee)).trim();

const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((total, next) => total.plus(next), Decimal.ZERO);

const sorted = (side: Levels, direction: 1 | -1): BookLevel[] =>
  [...side].sort(([a], [b]) => Decimal.parse(a).compare(Decimal.parse(b)) * direction);

const gone = (side: Levels): BookLevel[] => [...side.keys()].map((price) => [price, '0.00000000']);
