export {
  answered,
  type Answered,
  type Call,
  type Cause,
  CAUSES,
  CLOCK_MARGIN_MS,
  notSent,
  type NotSent,
  type Outcome,
  type ReferenceSupport,
  refused,
  type Refused,
  storable,
  unknown,
  type Unknown,
} from './calls.ts';
export type { Counterparty, KeyPermissions, TradingWallet, Venue, VenueBalance } from './venue.ts';
export type {
  BlockchainDestination,
  Destination,
  FiatDestination,
  Funding,
  FundingRequest,
  PayingWallet,
  Sought,
  Submitted,
  VenueWithdrawal,
  WithdrawalApi,
  WithdrawalRequest,
} from './withdrawals.ts';
export type {
  AddressApi,
  DepositAddress,
  DepositApi,
  DepositPlace,
  DepositState,
  VenueDeposit,
} from './deposits.ts';
export type {
  MarketOrderRequest,
  OrderApi,
  OrderPeriod,
  OrderRequest,
  OrderType,
  PricedOrderRequest,
  Side,
  SoughtOrder,
  VenueOrder,
  VenueTrade,
} from './orders.ts';
export type {
  FeeIn,
  FeeKind,
  VenueAccount,
  VenueAsset,
  VenueDescription,
  VenueNetwork,
  VenueSymbol,
} from './description.ts';
export type { BookChecksum, BookFeed, BookFeeds, BookLevel, FeedEvent } from './books.ts';
