import type { Exchange, Order, Trade } from 'ccxt';
import type { Answers } from './answers.ts';
import type { Form, FormAnswers } from '../../travel-rule/index.ts';
import type { BookProtocol } from './books/protocol.ts';
import type {
  BlockchainDestination,
  Counterparty,
  DepositState,
  FeeIn,
  FeeKind,
  KeyPermissions,
  OrderType,
  Side,
  TradingWallet,
} from '../port/index.ts';

export type { TradingWallet } from '../port/index.ts';

/** What an answer of the exchange looks like before ccxt has read it. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * What is particular to one exchange. Everything that all exchanges share, the guards included, is in the files
 * beside this one, so that a profile is data and a few functions.
 */
export interface Profile {
  /** For the library. */
  readonly options: Readonly<Record<string, unknown>>;
  /**
   * The exchange turns a signed request away this long after its timestamp. Timestamps are dated back so that the
   * window ends with the call. Absent where requests carry a rising nonce or no timestamp.
   */
  readonly signedForMs?: number;
  /** What the exchange's codes prove. */
  readonly answers: Answers;
  readonly feeIn: FeeIn;
  /** ccxt reads the fees of the account in percent, where others are fractions. */
  readonly areFeesInPercent?: true;
  /** A market whose fee stands for all, where the exchange shows the fees of spot markets one by one only. */
  readonly feeSymbol?: string;
  /** Asset to the networks it is paid out on, by ccxt's codes, where ccxt knows none. */
  readonly networks?: Readonly<Record<string, readonly string[]>>;
  /** The smallest step of an asset, from what the exchange publishes of it, where ccxt reads none. */
  stepOf?(info: Json): string | undefined;
  /** The smallest value of an order, from what the exchange publishes of a market, where ccxt reads another figure. */
  minNotionalOf?(info: Json): string | undefined;
  /** Where ccxt shows only the first page of balances. */
  balances?(exchange: Exchange): Promise<readonly WireBalance[]>;
  /** The wallet that balances, orders and transfers use, where accounts differ. Known once the markets are loaded. */
  readonly wallet?: (exchange: Exchange) => TradingWallet;
  /** Where ccxt names itself in requests, for which the exchange may reward its makers. */
  readonly tags?: BrokerTags;
  /** What the key may do, where the exchange tells. */
  readonly permissions?: (exchange: Exchange) => Promise<KeyPermissions>;
  readonly books: BookProtocol;
  readonly orders: OrderProfile;
  readonly withdrawals: WithdrawalProfile;
  /** Absent where the exchange asks nothing in requests, or nothing is known about it. */
  readonly travelRule?: TravelRuleProfile;
  /** Absent where the exchange cannot list them with few requests, or where no source tells how. */
  readonly deposits?: DepositProfile;
  /** Absent where the exchange shows none by asset and network to programs, or where no source tells how. */
  readonly addresses?: AddressProfile;
}

export interface AddressProfile {
  /**
   * What the answer names: the network that was asked for; each of all networks of the asset; or none, so that only the
   * question says which one it is.
   */
  readonly names: 'the network' | 'all networks' | 'no network';
  /** Some exchanges make an address when they are asked first. Throws where an answer has another form. */
  find(exchange: Exchange, place: WirePlace): Promise<readonly WireAddress[] | 'making'>;
}

/** In the exchange's terms. */
export interface WirePlace {
  readonly assetId: string;
  readonly networkId: string;
}

/** In the exchange's terms; undefined is what it does not say. */
export interface WireAddress {
  readonly assetId?: string | undefined;
  readonly networkId?: string | undefined;
  readonly address: string | undefined;
  readonly tag?: string | undefined;
  /** Of several, the one that the exchange shows as current. */
  readonly isChosen?: boolean;
}

export interface DepositProfile {
  /** How far back the exchange lists deposits for certain. */
  readonly reachMs: number;
  /** In any order and perhaps repeated where pages overlap. Throws where an answer is not a list. */
  list(exchange: Exchange, since: Date): Promise<readonly Json[]>;
  /** From the exchange's own answer: ccxt's reading loses what is locked, what waits and what is rejected. */
  read(row: Json): WireDeposit;
}

/** A deposit in the exchange's terms; undefined is what it does not say. */
export interface WireDeposit {
  readonly id: string | undefined;
  readonly assetId: string | undefined;
  readonly amount: string | undefined;
  readonly fee?: string | undefined;
  readonly networkId?: string | undefined;
  readonly address?: string | undefined;
  readonly tag?: string | undefined;
  readonly hash?: string | undefined;
  readonly output?: string | undefined;
  /** Of a transfer within the exchange's own books. */
  readonly internalId?: string | undefined;
  readonly word: string;
  readonly state: DepositState;
  /** In milliseconds. */
  readonly at?: number | undefined;
}

export interface BrokerTags {
  readonly headers?: readonly string[];
  /** Of the query or the body, which are signed. */
  readonly parameters?: readonly string[];
}

export interface WireBalance {
  readonly asset: string;
  readonly free: string;
  readonly used: string;
}

export interface OrderProfile {
  readonly types: readonly OrderType[];
  readonly ids: IdCodec;
  /** Whether the exchange takes nothing after the deadline of an order. */
  readonly honoursDeadline: boolean;
  /** The shortest time to its deadline that an order may have. */
  readonly shortestMs?: number;
  /** What `createOrder` of ccxt is given besides side, price and quantity. */
  parameters(type: OrderType, id: string, deadline: Date): Json;
  /** Headers that the signature leaves out and that end the order's life with its deadline. */
  headers?(deadline: Date): Readonly<Record<string, string>>;
  /** The exchange's names for what must stand in the request. */
  readonly names: Readonly<Record<'id' | 'amount' | 'price' | 'side' | 'symbol', string>>;
  /** What stands for the side, where it is not the side alone. */
  sideOf?(side: Side, type: OrderType): string;
  /** "There is no such order", as the answer to a question by id. */
  readonly absentCodes: readonly string[];
  /** Asked in turn until one of them has the order. */
  readonly queries: readonly OrderQuery[];
  /** Absent where the exchange cannot list orders that have ended. */
  readonly history?: OrderHistory;
  cancel(exchange: Exchange, order: WireOrder): Promise<unknown>;
  /** All trades of an order by the exchange's own id, oldest first where several have the same time. */
  trades(exchange: Exchange, order: WireOrder & { readonly orderId: string }): Promise<readonly Trade[]>;
}

/** An order in the exchange's terms. */
export interface WireOrder {
  readonly id: string;
  /** As ccxt writes it, such as `BTC/USDT`. */
  readonly symbol: string;
  readonly since: Date;
  /** The exchange's own id, once known. */
  readonly orderId?: string | undefined;
}

/** All orders of a market since a time, also those that others placed. */
export interface OrderHistory {
  /** How far back the exchange lists open orders and those that have traded. */
  readonly reachMs: number;
  /** How long it lists those that ended without a trade, where that is shorter. */
  readonly untradedMs?: number;
  /** In any order and perhaps repeated where pages overlap. Throws where an answer is not a list. */
  list(exchange: Exchange, market: Pick<WireOrder, 'symbol' | 'since'>): Promise<readonly Order[]>;
}

/** One way to ask for an order, with what it covers. */
export interface OrderQuery {
  /** It answers with every order that fits; else with the one asked for or an error. */
  readonly isList?: true;
  /** Undefined where the answer is not what the exchange says to this. */
  ask(exchange: Exchange, order: WireOrder): Promise<readonly Order[] | undefined>;
  readonly covers: {
    readonly open?: true;
    /** How long after it was sent an order is shown that has traded, or one that ended without a trade. */
    readonly tradedMs?: number;
    readonly untradedMs?: number;
  };
}

export interface WithdrawalProfile {
  /**
   * The parameter that carries our reference; absent where the exchange takes none. A hidden one is checked for
   * repeats by the exchange but never shown again, so that nothing can be found by it.
   */
  readonly reference?: { readonly parameter: string; readonly ids: IdCodec; readonly isHidden?: true };
  readonly honoursDeadline: boolean;
  /** How far back the exchange looks for a reference. */
  readonly looksBackMs: number;
  /** The most decimals that an amount may have, where ccxt does not know them; `send` then checks the network's own. */
  readonly decimals?: number;
  /** The exchange's name for the amount. */
  readonly amountName: string;
  readonly fee: WithdrawalFeeProfile;
  /** What must stand in the request of the destination, by the exchange's names. Throws where it cannot be said. */
  destination(to: WireDestination): Readonly<Record<string, string>>;
  /** What `withdraw` of ccxt is given besides asset, amount, address and tag. */
  parameters?(to: WireDestination, exchange: Exchange): Json | Promise<Json>;
  /** Takes the place of ccxt's `withdraw` where that changes a value. Answers the exchange's id of the withdrawal. */
  send?(exchange: Exchange, withdrawal: WireWithdrawal): Promise<string | undefined>;
  /** Whether the tag is part of what is stored at the exchange, and not sent. */
  readonly isTagStored?: boolean;
  /** The raw list; undefined where the answer is no list. */
  list(exchange: Exchange, by: WithdrawalQuery): Promise<readonly Json[] | undefined>;
  /** All withdrawals since a time, also those that others made. */
  readonly history: {
    /** How far back the exchange lists them. */
    readonly reachMs: number;
    /** In any order and perhaps repeated where pages overlap; undefined where the answer is no list. */
    list(exchange: Exchange, since: Date): Promise<readonly Json[] | undefined>;
  };
  /** Where withdrawals are paid from another wallet than the one that trades. */
  readonly payingWallet?: PayingWalletProfile;
  referenceOf(info: Json): string | undefined;
  failureOf(info: Json): string | undefined;
  /** What somebody must do at the exchange before it goes on, where it waits for that. */
  waitsFor?(info: Json): string | undefined;
}

/** What the exchange asks about who receives a withdrawal, by the country of the account. */
export interface TravelRuleProfile {
  readonly forms: Readonly<Record<string, Form>>;
  /** Asked in every country that has no form of its own. */
  readonly anywhere?: Form;
  /** What stands in the request, by the exchange's names. */
  toParameters(answers: FormAnswers): Json;
  /**
   * The country whose form the account gets, null where it gets none, undefined where the answer does not say. Absent where
   * the exchange cannot be asked.
   */
  ask?(exchange: Exchange): Promise<string | null | undefined>;
  /** Takes the place of how withdrawals are sent otherwise, where those with answers go another way. */
  readonly way?: {
    /** A part of the path by which the request is recognised. */
    readonly part: string;
    send(exchange: Exchange, withdrawal: WireWithdrawal): Promise<string | undefined>;
  };
  /** The providers that the exchange knows; undefined where the answer is no list. */
  readonly counterparties?: (exchange: Exchange) => Promise<readonly Counterparty[] | undefined>;
}

export interface WithdrawalFeeProfile {
  /** Whether the fee is taken out of the amount of a request or added to it; undefined where no source tells. */
  readonly kind: FeeKind | undefined;
  /** The kind follows from the exchange's records or from reports of users; its documentation does not say it. */
  readonly isInferred?: true;
  /** The fixed fee as it is now, where it is inside: without it, what ccxt has read counts. Undefined where there is none. */
  readonly quote?: (exchange: Exchange, to: WireDestination, amount: string) => Promise<string | undefined>;
  /** ccxt takes the fee off the amount that the exchange shows. */
  readonly isSubtracted?: true;
}

export interface PayingWalletProfile {
  readonly ids: IdCodec;
  /** The exchange's names for what must stand in the request of a transfer, and the wallets by theirs. */
  readonly names: Readonly<Record<'id' | 'amount' | 'asset', string>>;
  wallets(exchange: Exchange): Readonly<Record<string, string>>;
  /** What the wallet holds of an asset; undefined where the answer does not say. */
  available(exchange: Exchange, assetId: string): Promise<string | undefined>;
  /** Answers the exchange's id of the transfer; undefined where the answer shows none. */
  send(exchange: Exchange, transfer: WireTransfer): Promise<string | undefined>;
  /** The amount that was moved under a reference; null where there was none. Absent where nothing can be asked by it. */
  find?(exchange: Exchange, reference: string): Promise<string | null | undefined>;
}

/** A transfer to the paying wallet in the exchange's terms. */
export interface WireTransfer {
  readonly assetId: string;
  readonly amount: string;
  readonly reference: string;
}

/** A withdrawal in the exchange's terms. */
export interface WireWithdrawal {
  readonly to: WireDestination;
  readonly amount: string;
  readonly reference: string;
  /** The answers about who receives it, by the exchange's names. */
  readonly answers?: Json | undefined;
}
export type WithdrawalQuery = { readonly asset: string } & (
  | { readonly reference: string; readonly since: Date }
  | { readonly id: string }
);

export interface WireDestination extends BlockchainDestination {
  /** The exchange's id of the asset, and its id of the network. */
  readonly assetId: string;
  readonly networkId: string;
  /** What the exchange charges on the network, where it says so. */
  readonly fee: string | undefined;
}

export const DAY_MS = 24 * 3_600_000;

/** How far the exchange's clock may be from ours. */
const CLOCK_MARGIN_MS = 60_000;

/** A time by the exchange's clock before which nothing was sent. */
export const marginBefore = (since: Date): number => since.getTime() - CLOCK_MARGIN_MS;

/** Periods of at most this length, oldest first, that cover all the time from `since` by the exchange's clock. */
export function* periods(exchange: Exchange, since: Date, lengthMs: number): Generator<[number, number]> {
  const end = exchange.milliseconds() + CLOCK_MARGIN_MS;
  for (let start = marginBefore(since); start < end; start += lengthMs)
    yield [start, Math.min(start + lengthMs, end)];
}

/** Our ids are UUIDs of 36 characters. One id has one form at the exchange, and no two ids share one. */
export interface IdCodec {
  encode(id: string): string;
  decode(text: string): string;
}

export const WHOLE: IdCodec = { encode: (id) => id, decode: (text) => text };

/** The 32 hexadecimal digits of a UUID. */
export const HEX: IdCodec = {
  encode: (id) => id.replaceAll('-', ''),
  decode: (text) => text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
};

/** How ccxt is asked for an order type. */
export const unifiedType = (type: OrderType): Json => ({
  ...(type === 'ioc' && { timeInForce: 'IOC' }),
  ...(type === 'post-only' && { postOnly: true }),
});

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const list = (value: unknown): readonly Json[] | undefined =>
  Array.isArray(value) ? (value as Json[]) : undefined;
