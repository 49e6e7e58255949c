import { Decimal } from '../../../kernel/index.ts';
import type { BookChange } from '../book.ts';
import type { Level, PricedQuantity } from '../side.ts';

interface Priced {
  readonly key: string;
  readonly value: Decimal;
}

/** The simplest book: a map for each side, sorted at every read. */
export class NaiveBook {
  readonly #bids = new Map<string, Level>();
  readonly #asks = new Map<string, Level>();
  readonly #prices = new Map<string, Priced>();

  apply({ bids, asks, timestampMs }: BookChange): void {
    this.#setAll(this.#bids, bids, timestampMs);
    this.#setAll(this.#asks, asks, timestampMs);
  }

  get bids(): Level[] {
    return this.#sorted(this.#bids).reverse();
  }

  get asks(): Level[] {
    return this.#sorted(this.#asks);
  }

  #setAll(side: Map<string, Level>, changes: readonly PricedQuantity[], timestampMs: number): void {
    for (const [price, quantity] of changes) {
      const { key } = this.#priced(price);
      if (/[1-9]/.test(quantity)) side.set(key, { price, quantity, timestampMs });
      else side.delete(key);
    }
  }

  #sorted(side: Map<string, Level>): Level[] {
    return [...side.values()].sort((left, right) =>
      this.#priced(left.price).value.compare(this.#priced(right.price).value),
    );
  }

  #priced(price: string): Priced {
    const known = this.#prices.get(price);
    if (known) return known;
    const value = Decimal.parse(price);
    const priced = { key: value.trim().toString(), value };
    this.#prices.set(price, priced);
    return priced;
  }
}
