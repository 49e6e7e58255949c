export type { BalanceSummary } from './desk.ts';
export type { EventStreamOptions, StreamedEvent } from './events.ts';
export type { OrderBooks } from './market.ts';
export type { Book } from './read-books.ts';
export { Trading } from './trading.ts';
export type { CreateOptions } from './withdrawals.ts';
