import type { Decimal } from '../../src/kernel/index.ts';
import type { Beneficiary } from './beneficiary/index.ts';
import type { Book } from './book.ts';
import type { Order } from './order.ts';
import { Refusal } from './refusal.ts';
import type { Random } from './random.ts';
import type { AssetTerms, MarketTerms, Terms } from './terms.ts';

/** The exchange's own account, which provides the liquidity and may go short. */
export const HOUSE = 'house';
export const FEES = 'fees';
/** The outside world: including it, the balances of every asset always sum to zero. */
export const OUTSIDE = 'outside';

/** The state of the exchange. Only the commands of this folder change it. */
export interface ExchangeState {
  readonly name: string;
  readonly terms: Terms;
  /** Account to asset to balance. */
  readonly accounts: Map<string, Map<string, Balance>>;
  readonly markets: Map<string, Market>;
  /** By id: every order of the client, and the resting orders of the house. */
  readonly orders: Map<string, Order>;
  readonly orderIdByClientOrderId: Map<string, string>;
  /** By order id; not those of the house. */
  readonly trades: Map<string, Trade[]>;
  readonly transfers: Map<string, Transfer>;
  readonly transferIdByReference: Map<string, string>;
  readonly transfersInFlight: Set<string>;
  /** By asset; equal on exchanges with the same seed, so that their prices stay together. */
  readonly walks: Map<string, Walk>;
  /** How often the deposit addresses of a network were replaced. */
  rotations?: Map<string, number>;
  /** Executed commands since the start. */
  commands: number;
  lastOrder: number;
  lastTrade: number;
  lastTransfer: number;
  ticks: number;
}

export interface Balance {
  available: Decimal;
  locked: Decimal;
  withdrawing: Decimal;
  depositing: Decimal;
}

export interface Market {
  readonly symbol: string;
  readonly terms: MarketTerms;
  readonly tickSize: Decimal;
  readonly lotSize: Decimal;
  readonly book: Book;
  /** The house's resting orders: price to order id, at most one at each price. */
  readonly quotes: Record<'buy' | 'sell', Map<string, string>>;
  /** The deviation of this exchange's price from the common one. */
  readonly walk: Walk;
}

/** A mean-reverting random walk. */
export interface Walk {
  readonly random: Random;
  offsetPpb: number;
}

export interface Trade {
  readonly id: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly fee: Decimal;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  readonly tradedAt: number;
}

export interface Transfer {
  readonly id: string;
  readonly kind: 'withdrawal' | 'deposit';
  readonly reference: string | null;
  readonly asset: string;
  /** What arrives. */
  readonly amount: Decimal;
  /** What is charged beside it; absent where nothing is. */
  readonly fee?: Decimal;
  readonly destination: TransferDestination | null;
  /** Who receives a withdrawal, where the account was asked. */
  readonly beneficiary?: Beneficiary;
  readonly acceptedAt: number;
  readonly settlesAt: number;
  /** Why it will fail, decided when it is accepted. */
  readonly fate: string | null;
  status: 'accepted' | 'processing' | 'completed' | 'failed';
  /** Why a deposit that is neither completed nor failed waits. */
  hold?: DepositHold;
  /** What the client must say before a withdrawal goes on. */
  inquiry?: string;
  /** What the list of deposits shows of it; absent where it shows all. */
  shown?: PartlyShown;
  hash: string | null;
  failureReason: string | null;
}

export type DepositHold = 'locked' | 'information';
export type PartlyShown = 'nothing' | 'no transaction';

export type TransferDestination =
  | {
      readonly kind: 'blockchain';
      readonly network: string;
      readonly address: string;
      readonly tag?: string;
    }
  | { readonly kind: 'fiat'; readonly alias: string; readonly paymentText?: string };

export function marketOf(state: ExchangeState, symbol: string): Market {
  const market = state.markets.get(symbol);
  if (market) return market;
  throw new Refusal('unknown_symbol', `There is no market ${symbol}.`);
}

export function assetOf(state: ExchangeState, code: string): AssetTerms {
  const asset = state.terms.assets.find((asset) => asset.code === code);
  if (asset) return asset;
  throw new Refusal('unknown_asset', `There is no asset ${code}.`);
}
