import type { AggregatedBook, BookChanges, Entry, SideChanges } from '../order-book/index.ts';

/** What a printed book tells beside its entries. */
export interface Heading {
  readonly timestampMs: number;
  readonly venue: string | null;
  readonly venueAccount: string;
  readonly type: string;
}

/** Writes the books of one symbol as JSON. An entry that did not change is not written again. */
export class Printer {
  readonly #symbol: string;
  readonly #entries = new WeakMap<Entry, string>();

  constructor(base: string, counter: string) {
    this.#symbol = JSON.stringify({ base: { code: base }, counter: { code: counter } });
  }

  book(heading: Heading, { bids, asks }: Pick<AggregatedBook, 'bids' | 'asks'>): string {
    return `{${this.members(heading, { bids, asks })}}`;
  }

  /** The same without the braces, for what has further members. */
  members(heading: Heading, { bids, asks }: Pick<AggregatedBook, 'bids' | 'asks'>): string {
    return this.#print(heading, this.#side(bids), this.#side(asks));
  }

  changeMembers(heading: Heading, { bids, asks }: Pick<BookChanges, 'bids' | 'asks'>): string {
    return this.#print(heading, this.#changes(bids), this.#changes(asks));
  }

  #print({ timestampMs, venue, venueAccount, type }: Heading, bids: string, asks: string): string {
    const before = JSON.stringify({ timestamp: new Date(timestampMs), venue, venueAccount }).slice(1, -1);
    return `${before},"symbol":${this.#symbol},"bids":${bids},"asks":${asks},"type":"${type}"`;
  }

  #side(entries: readonly Entry[]): string {
    let text = '';
    for (const entry of entries) text += text === '' ? this.#entry(entry) : `,${this.#entry(entry)}`;
    return `[${text}]`;
  }

  #changes({ removals, upserts }: SideChanges): string {
    const put = upserts.map(({ at, entry }) => `{"at":${at},"entry":${this.#entry(entry)}}`);
    return `{"removals":[${removals.join(',')}],"upserts":[${put.join(',')}]}`;
  }

  #entry(entry: Entry): string {
    const known = this.#entries.get(entry);
    if (known !== undefined) return known;
    const { price, quantity, venue, timestampMs, priceWithFee } = entry;
    const timestamp = new Date(timestampMs);
    const text = JSON.stringify({ price, quantity, venue, timestamp, priceWithFee });
    this.#entries.set(entry, text);
    return text;
  }
}
