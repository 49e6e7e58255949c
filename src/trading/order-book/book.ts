import { FeedFault } from './fault.ts';
import { Side, type PricedQuantity } from './side.ts';

export interface BookChange {
  readonly bids: readonly PricedQuantity[];
  readonly asks: readonly PricedQuantity[];
  readonly timestampMs: number;
}

/** One venue's book of one symbol. A batch that breaks it throws a FeedFault and leaves it empty. */
export class Book {
  readonly bids: Side;
  readonly asks: Side;
  #revision = 0;

  /** `depth` is at most the depth of the venue's snapshots: a side with fewer levels counts as complete. */
  constructor(depth: number) {
    this.bids = new Side('bid', depth);
    this.asks = new Side('ask', depth);
  }

  /** Grows with every batch. */
  get revision(): number {
    return this.#revision;
  }

  get isThin(): boolean {
    return this.bids.isThin || this.asks.isThin;
  }

  load(snapshot: BookChange): void {
    this.#change('load', snapshot);
  }

  apply(change: BookChange): void {
    this.#change('apply', change);
  }

  clear(): void {
    this.bids.clear();
    this.asks.clear();
    this.#revision += 1;
  }

  #change(verb: 'load' | 'apply', { bids, asks, timestampMs }: BookChange): void {
    this.#revision += 1;
    try {
      this.bids[verb](bids, timestampMs);
      this.asks[verb](asks, timestampMs);
      if (this.bids.crosses(this.asks)) {
        throw new FeedFault('integrity', 'The best bid is not below the best ask.');
      }
    } catch (error) {
      this.clear();
      throw error;
    }
  }
}
