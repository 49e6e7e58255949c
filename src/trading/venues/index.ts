export {
  answered,
  notSent,
  refused,
  unknown,
  type AddressApi,
  type Answered,
  type BlockchainDestination,
  type BookChecksum,
  type BookFeed,
  type BookFeeds,
  type BookLevel,
  type Call,
  type Counterparty,
  type DepositAddress,
  type DepositApi,
  type DepositState,
  type Destination,
  type FeeIn,
  type Funding,
  type FundingRequest,
  type FeedEvent,
  type FiatDestination,
  type MarketOrderRequest,
  type NotSent,
  type OrderApi,
  type OrderRequest,
  type OrderType,
  type Outcome,
  type PayingWallet,
  type PricedOrderRequest,
  type ReferenceSupport,
  type Refused,
  type Side,
  type SoughtOrder,
  type Submitted,
  type Unknown,
  type Venue,
  type VenueAccount,
  type VenueAsset,
  type VenueBalance,
  type VenueDeposit,
  type VenueDescription,
  type VenueNetwork,
  type VenueOrder,
  type VenueSymbol,
  type VenueTrade,
  type VenueWithdrawal,
  type WithdrawalApi,
  type WithdrawalRequest,
} from './port/index.ts';
export { checkVenue, type Finding } from './check.ts';
export { connectVenue } from './connect.ts';
export { connectSimulated, type SimulatedVenueOptions } from './simulated/adapter.ts';
export { findDemoVenues, startDemoVenues, type DemoVenues } from './demo/index.ts';
export { measureVenues } from './measure.ts';
export { createDirectory } from './directory.ts';
export { formOf } from './form-of.ts';
export { INITIALLY, openVenues, type KnownVenue, type Venues } from './open.ts';
export { readSwitches } from './read-switches.ts';
export { venueEndpoints } from './routes.ts';
export type { VenueSettings } from './settings.ts';
export type { Switches, SwitchState } from './store.ts';
export { tabulateExchanges } from './tabulate.ts';
