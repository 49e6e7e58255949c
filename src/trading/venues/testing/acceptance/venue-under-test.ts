import type { BookLevel, DepositState, Destination, Venue } from '../../port/index.ts';

type JudgedState = Exclude<DepositState, 'unknown'>;

/** An adapter connected to a real server that the suite controls and inspects. */
export interface VenueUnderTest {
  readonly venue: Venue;
  /** Another adapter to the same venue. */
  readonly connect: () => Venue;
  readonly samples: Samples;
  readonly truth: Truth;
  readonly faults: Faults;
  readonly doubts: readonly Doubt[];
  readonly stop: () => Promise<void>;
}

/** Requests that the venue accepts. */
export interface Samples {
  readonly withdrawal: {
    readonly asset: string;
    /** With the maximum scale of the asset. */
    readonly amount: string;
    /** What the venue charges for it. */
    readonly fee: string;
    readonly destination: Destination;
  };
  /** Well-formed, but the venue refuses it. */
  readonly refusedAmount: string;
  /** What the adapter says of a withdrawal that failed because its address was blocked. */
  readonly failureReason: string;
  readonly market: {
    readonly symbol: string;
    readonly base: string;
    readonly counter: string;
    /** Offered by others when the suite arranges the book; on the venue's grid, with all its decimals. */
    readonly bids: readonly BookLevel[];
    readonly asks: readonly BookLevel[];
    /** Below every ask. */
    readonly restingPrice: string;
    readonly quantity: string;
    /** The shortest time until the deadline of an order that the venue accepts. */
    readonly soonestDeadlineMs: number;
    /** The smallest value of an order that the venue publishes; 0 where it publishes none. */
    readonly minNotional: string;
  };
}

/** The venue's own books. Amounts are texts without trailing zeros. */
export interface Truth {
  transfers(
    reference: string,
  ): Promise<readonly { readonly asset: string; readonly received: string; readonly fee: string }[]>;
  orders(
    clientOrderId: string,
  ): Promise<readonly { readonly quantity: string; readonly price: string | null }[]>;
  balance(asset: string): Promise<Record<'available' | 'locked' | 'withdrawing', string>>;
  book(symbol: string): Promise<{ readonly bids: readonly BookLevel[]; readonly asks: readonly BookLevel[] }>;
  /** Replaces what others offer. */
  arrange(symbol: string, bids: readonly BookLevel[], asks: readonly BookLevel[]): Promise<void>;
  /** Lets others trade and quote for some time. */
  stir(): Promise<void>;
  /** Sends the transaction of a withdrawal, which is not completed yet. */
  broadcast(reference: string): Promise<void>;
  complete(reference: string): Promise<void>;
  /** Completes it within the venue's own books. Absent where the venue never does. */
  readonly completeInside?: (reference: string) => Promise<void>;
  fail(reference: string, reason: string): Promise<void>;
  /** Lets money arrive, which is pending. Answers the venue's id of it. Absent without the capability. */
  readonly deposit?: (deposit: ArrangedDeposit) => Promise<string>;
  /** Says what a deposit is from now on, also against what was said before. */
  readonly judge?: (id: string, state: JudgedState) => Promise<void>;
  /** The states that the venue has words for. */
  readonly depositStates?: readonly JudgedState[];
}

/** A deposit as the suite arranges it. */
export interface ArrangedDeposit {
  readonly asset: string;
  readonly amount: string;
  readonly network: string;
  readonly address: string;
  readonly hash: string;
}

export type Operation =
  | 'withdraw'
  | 'findWithdrawal'
  | 'placeOrder'
  | 'findOrder'
  | 'balances'
  | 'listDeposits';

/** An answer by which the venue leaves open what became of a request. */
export interface Doubt {
  readonly name: string;
  /** The next call of the operation is executed and answered with it. */
  readonly follow: (operation: Operation, status: number) => Promise<void>;
}

/** Faults of the next call of an operation. */
export interface Faults {
  /** It is executed, and the connection is cut instead of an answer. */
  dropAnswer(operation: Operation): Promise<void>;
  /** It is not executed, and the connection is cut. */
  lose(operation: Operation): Promise<void>;
  /** It is executed and answered with a server error. */
  fail(operation: Operation): Promise<void>;
  /** It is executed and answered with something outside the protocol. */
  garble(operation: Operation): Promise<void>;
  /** It is delayed this long before the venue reads it. */
  delay(operation: Operation, ms: number): Promise<void>;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
}
