import type { Network } from '../../platform/addresses/index.ts';
import type { Decimal } from '../../kernel/index.ts';
import type { TravelRule } from '../../platform/personal-data/index.ts';
import type { Form } from '../travel-rule/index.ts';

/**
 * How a call to a venue ended. A `switch` on `kind` decides what may follow:
 * only after `notSent` may the same request simply be sent again.
 */
export type Outcome<T> = Answered<T> | Refused | NotSent | Unknown;

/** Why a venue did not do what was asked, if it is known. */
export const CAUSES = ['unreachable', 'key', 'address', 'clock', 'limit', 'outage'] as const;
export type Cause = (typeof CAUSES)[number];

export interface Answered<T> {
  readonly kind: 'answered';
  readonly value: T;
}

/** It is proved that nothing was done, and the same request would be refused again. */
export interface Refused {
  readonly kind: 'refused';
  /** Why, in a word. */
  readonly code: string;
  readonly reason: string;
  readonly cause?: Cause;
}

/** The venue certainly did nothing: the request never left, or was turned away at the door. */
export interface NotSent {
  readonly kind: 'notSent';
  readonly reason: string;
  readonly cause?: Cause;
}

/** The request may have taken effect: ask by reference before anything is sent again. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
  readonly cause?: Cause;
  /** Of a withdrawal that may have been sent: the fee that its request reckoned with, where one did. */
  readonly fee?: Decimal;
}

export const answered = <T>(value: T): Answered<T> => ({ kind: 'answered', value });
export const refused = (code: string, reason: string, cause?: Cause): Refused => ({
  kind: 'refused',
  code,
  reason,
  ...(cause && { cause }),
});
export const notSent = (reason: string, cause?: Cause): NotSent => ({
  kind: 'notSent',
  reason,
  ...(cause && { cause }),
});
export const unknown = (reason: string, cause?: Cause): Unknown => ({
  kind: 'unknown',
  reason,
  ...(cause && { cause }),
});

/** The bound of a call. Nothing is sent after the deadline, and the call ends at it. */
export interface Call {
  readonly deadline: Date;
  readonly signal?: AbortSignal | undefined;
}

/** How far a venue's clock may be from ours. Beyond it our deadlines mean another time there: nothing that moves money is sent. */
export const CLOCK_MARGIN_MS = 2_000;

/**
 * What we can do at one account of one venue. A part that is absent is a capability the venue lacks,
 * so code that needs it has to ask first.
 */
export interface Venue {
  readonly code: string;
  describe(call: Call): Promise<Outcome<VenueDescription>>;
  readonly balances?: (call: Call) => Promise<Outcome<readonly VenueBalance[]>>;
  readonly withdrawals?: WithdrawalApi;
  /** What the venue asks about who receives a withdrawal from this account, as far as that is known now. */
  readonly asks?: Form | undefined;
  /** The providers that it knows, by its own names. Absent where it cannot be asked. */
  readonly counterparties?: (call: Call) => Promise<Outcome<readonly Counterparty[]>>;
  readonly deposits?: DepositApi;
  readonly addresses?: AddressApi;
  readonly orders?: OrderApi;
  readonly books?: BookFeeds;
  /** What the key may do. Absent where the venue does not tell. */
  readonly permissions?: (call: Call) => Promise<Outcome<KeyPermissions>>;
  /** Which wallet balances, orders and transfers use, where accounts of the venue differ in that. */
  readonly wallet?: (call: Call) => Promise<Outcome<TradingWallet>>;
  /**
   * How far our clock certainly was ahead of the venue's at its newest answer with a time, zero where both may agree;
   * undefined where it never said.
   */
  readonly clockAheadMs?: () => number | undefined;
  /** Ends every connection; calls under way end as a dropped connection would end them. */
  close(): Promise<void>;
}

/** A provider of wallets, such as another exchange. */
export interface Counterparty {
  /** What answers about recipients call it at this venue. */
  readonly id: string;
  readonly name: string;
}

export interface TradingWallet {
  /** As the venue calls it. */
  readonly name: string;
  /** Why no order is placed from it. */
  readonly cannotTrade?: string;
}

export interface KeyPermissions {
  readonly trade: boolean;
  readonly withdraw: boolean;
  /** Whether the key works from certain addresses only; undefined where the venue does not tell. */
  readonly isBound: boolean | undefined;
}

/** What the venue makes of the reference we give to a withdrawal or an order. */
export interface ReferenceSupport {
  /** A second request with the same reference and content answers the first one and does nothing more. */
  readonly isIdempotent: boolean;
  /**
   * The venue turns away what reaches it after the call's deadline, by its own clock. Only then, and only after
   * the deadline, does "no such reference" prove that a request sent earlier cannot take effect any more.
   */
  readonly honoursDeadline: boolean;
}

export interface WithdrawalApi extends ReferenceSupport {
  /** Sends what makes the payee receive the amount exactly; refused where the venue does not say what it charges. */
  submit(request: WithdrawalRequest, call: Call): Promise<Outcome<VenueWithdrawal>>;
  /** By the venue's own id, as `submit` answered it; one with another reference is not ours. */
  status(submitted: Submitted, call: Call): Promise<Outcome<VenueWithdrawal>>;
  /** By our reference; null is the venue's own word that it has none. Absent where it cannot be asked. */
  readonly find?: (sought: Sought, call: Call) => Promise<Outcome<VenueWithdrawal | null>>;
  /**
   * Every withdrawal that the venue has accepted since then, also those that others made there. The reference is empty
   * where the venue shows none. Refused with `too_old` where it does not look back that far. Absent where it cannot list.
   */
  readonly list?: (since: Date, call: Call) => Promise<Outcome<readonly VenueWithdrawal[]>>;
  /** Where withdrawals are paid from a wallet of their own, apart from the one that trades. */
  readonly payingWallet?: PayingWallet;
}

/**
 * Funding moves only what the wallet lacks, so that a repeated request moves nothing twice once an earlier one can no
 * longer take effect.
 */
export interface PayingWallet {
  /** As for withdrawals: what reaches the venue after the call's deadline is turned away. */
  readonly honoursDeadline: boolean;
  fund(request: FundingRequest, call: Call): Promise<Outcome<Funding>>;
  /** The transfer by our reference; null is the venue's own word that it has none. Absent where it cannot be asked. */
  readonly find?: (request: FundingRequest, call: Call) => Promise<Outcome<Funding | null>>;
}

export interface FundingRequest {
  /** The withdrawal to be paid from the wallet; its reference is also that of the transfer. */
  readonly withdrawal: WithdrawalRequest;
  /** What the wallet holds for other withdrawals. */
  readonly reserved: Decimal;
}

export interface Funding {
  readonly reference: string;
  readonly asset: string;
  /** What was moved; zero where the wallet held enough. */
  readonly moved: Decimal;
  /** What the wallet now holds for the withdrawal and its fee. */
  readonly held: Decimal;
}

export interface Submitted {
  readonly venueTransferId: string;
  readonly reference: string;
  readonly asset: string;
}

export interface Sought {
  readonly reference: string;
  readonly asset: string;
  /** Nothing was sent under the reference before: a venue that does not look back so far cannot say that it has none. */
  readonly since: Date;
}

export interface WithdrawalRequest {
  readonly reference: string;
  readonly asset: string;
  /** What the payee receives. The venue's fee is paid beside it, whichever way the venue charges. */
  readonly amount: Decimal;
  readonly destination: Destination;
  /** Who receives it. Sent where the venue asks, and then as it asks. */
  readonly travelRule?: TravelRule;
}

export type Destination = BlockchainDestination | FiatDestination;

export interface BlockchainDestination {
  readonly kind: 'blockchain';
  readonly network: string;
  readonly address: string;
  readonly tag?: string | undefined;
  /** The name it is saved under. Venues that pay out only to addresses stored there know it by the same name. */
  readonly alias?: string | undefined;
}

export interface FiatDestination {
  readonly kind: 'fiat';
  /** The bank account, by the name under which the venue knows it. */
  readonly alias: string;
  readonly paymentText?: string | undefined;
}

export interface VenueWithdrawal {
  readonly venueTransferId: string;
  readonly reference: string;
  readonly asset: string;
  /** What the payee receives. */
  readonly amount: Decimal;
  /** What the venue charges beside it: as `submit` reckoned with it, else as the venue reports it; null where unknown. */
  readonly fee: Decimal | null;
  readonly status: 'accepted' | 'processing' | 'completed' | 'failed';
  /** The transaction hash on a blockchain as soon as the venue shows it, or the bank's own reference. */
  readonly hash: string | null;
  /** The venue's own number of a completed transfer without a transaction, such as one within its own books. */
  readonly internalId: string | null;
  readonly failureReason: string | null;
  /** What somebody must do at the venue before it goes on. */
  readonly waitsFor?: string;
}

export interface DepositApi {
  /** How far back the venue lists deposits for certain. */
  readonly reachMs: number;
  /**
   * Every deposit that the venue has recorded since then, with its state as it is now, each once. Refused with `too_old`
   * where it does not look back that far.
   */
  list(since: Date, call: Call): Promise<Outcome<readonly VenueDeposit[]>>;
}

export interface AddressApi {
  /** Our address now; null is the venue's own word that there is none. Some venues make one when they are asked. */
  find(place: DepositPlace, call: Call): Promise<Outcome<DepositAddress | null>>;
}

export interface DepositPlace {
  readonly asset: string;
  /** Our code of it. */
  readonly network: string;
}

export interface DepositAddress {
  readonly address: string;
  readonly tag: string | null;
}

export interface VenueDeposit {
  /** The venue's own id, or all that makes one deposit differ from others where it has none. */
  readonly venueDepositId: string;
  readonly asset: string;
  /** What arrived at the venue, before its own fee. */
  readonly amount: Decimal;
  /** What the venue takes out of it; null where it does not say. */
  readonly fee: Decimal | null;
  /** Our code of the network; null where the venue names none, or one that we do not know. */
  readonly network: string | null;
  /** Our address at the venue, where it shows it. */
  readonly address: string | null;
  readonly tag: string | null;
  /** The transaction as the venue writes it, without what it adds to it. */
  readonly hash: string | null;
  /** Which output of the transaction it is, where the venue says so. */
  readonly output: string | null;
  /** The venue's own number of a transfer within its own books, which has no transaction. */
  readonly internalId: string | null;
  readonly state: DepositState;
  /** The venue's own word for it. */
  readonly venueStatus: string;
  /** Null where the venue does not say when it saw it. */
  readonly createdAt: Date | null;
}

/**
 * `locked`: credited, but it cannot be withdrawn yet. `information`: the venue waits for something from its client.
 * `unknown`: a word that we do not know, which never counts as credited.
 */
export type DepositState = 'pending' | 'locked' | 'information' | 'credited' | 'rejected' | 'unknown';

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

export interface VenueBalance {
  readonly asset: string;
  readonly available: Decimal;
  /** Held by open orders. */
  readonly locked: Decimal;
  readonly withdrawing: Decimal;
  readonly depositing: Decimal;
}

export interface VenueDescription {
  readonly name: string;
  readonly accounts: readonly VenueAccount[];
  readonly symbols: readonly VenueSymbol[];
  readonly assets: readonly VenueAsset[];
}

export interface VenueAccount {
  readonly code: string;
  /** Fractions of what is traded: 0.001 is ten basis points. */
  readonly makerFee: Decimal;
  readonly takerFee: Decimal;
  readonly feeIn: FeeIn;
}

/**
 * The asset a fee is charged in: always the counter asset, or the asset received. A sale charges the counter asset
 * either way. A discount token shows only in the trades: plans do not count on its balance.
 */
export type FeeIn = 'counter' | 'received';

export interface VenueSymbol {
  /** `BASE-COUNTER`. */
  readonly code: string;
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  readonly minSize: Decimal;
  /** The smallest quantity times limit price, in the counter asset; zero without one. */
  readonly minNotional: Decimal;
}

export interface VenueAsset {
  readonly code: string;
  /** The maximum scale of a withdrawal. */
  readonly precision: number;
  readonly minWithdrawal: Decimal;
  readonly networks: readonly VenueNetwork[];
}

export interface VenueNetwork extends Network {
  /** What the venue charges for a withdrawal, where it says so. */
  readonly withdrawalFee?: Decimal | undefined;
  /** Why withdrawals over it are refused, and what to do; absent where they are not. */
  readonly refusal?: string | undefined;
}

/** How a venue charges for a withdrawal: it takes the fee out of the amount that it is asked for, or adds it. */
export type FeeKind = 'inside' | 'on top';

export interface BookFeeds {
  /** Whole books fetched again and again instead of a stream of changes. */
  readonly isPolled: boolean;
  /** While all is well, an event comes at least this often; a feed much longer silent has failed. */
  readonly heartbeatEveryMs: number;
  /** Absent where the venue sends no checksums. */
  readonly checksum?: BookChecksum;
  /**
   * Connects once and reports what happens, in order, until `disconnected` or `close`.
   * It never reconnects: the listener decides when to open the next feed.
   */
  open(symbol: string, onEvent: (event: FeedEvent) => void): BookFeed;
}

export interface BookFeed {
  /** Asks for one more snapshot on the same connection. */
  refresh(): void;
  /** No event follows. */
  close(): void;
}

export interface BookChecksum {
  /** Levels of each side that it covers. */
  readonly depth: number;
  /** Over the best levels, best first, in the venue's own texts. */
  of(bids: readonly BookLevel[], asks: readonly BookLevel[]): number;
}

/** Exactly as the venue wrote them. In a change, quantity zero removes the level. */
export type BookLevel = readonly [price: string, quantity: string];

export type FeedEvent =
  | { readonly type: 'connected' }
  | (BookUpdate & { readonly type: 'snapshot'; readonly sequence: number })
  /** Follows on the update that ended at `first - 1`; a hole means that something was lost. */
  | (BookUpdate & { readonly type: 'change'; readonly first: number; readonly last: number })
  /** Alive; `sequence` is the newest update's. */
  | { readonly type: 'heartbeat'; readonly sequence: number }
  | { readonly type: 'disconnected'; readonly reason: string };

interface BookUpdate {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** When the venue says the book looked like this. */
  readonly at: Date;
  readonly checksum?: number;
}
