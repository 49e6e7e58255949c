export {
  Aggregator,
  DEPTH,
  FEE_STRATEGIES,
  isEmpty,
  ORDER_BOOK_TYPES,
  type AggregatedBook,
  type AggregationRequest,
  type FeeStrategy,
  type Listing,
  type OrderBookType,
} from './aggregate.ts';
export { Book, type BookChange } from './book.ts';
export { applyChanges, changesBetween, type BookChanges, type SideChanges } from './change.ts';
export { FeedFault, type FaultReason } from './fault.ts';
export type { Entry, FeeIn } from './ladder.ts';
export { bestPrices, indicativeRate, type IndicativeRate, type Market } from './rate.ts';
export {
  Sequencer,
  type Decision,
  type FeedEvent,
  type FeedState,
  type SequencerLimits,
} from './sequence.ts';
export type { Level, PricedQuantity } from './side.ts';
