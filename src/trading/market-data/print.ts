import type { AggregatedBook, BookChanges, Entry, SideChanges } from '../order-book/index.ts';

/** The members of a printed book besides its entries. */
export interface Heading {
  readonly timestampMs: number;
  readonly venue: string | null;
  readonly venueAccount: string;
  readonly type: string;
  /** Members that only some books have. */
  readonly marks?: object | undefined;
}

interface PrintedSide {
  readonly entries: readonly Entry[];
  readonly text: string;
}

/**
 * Writes the books of one symbol as JSON that is plain ASCII, so that its characters are its bytes. A side or an entry
 * that did not change is not written again.
 */
export class Printer {
  readonly #symbol: string;
  readonly #entries = new WeakMap<Entry, string>();
  #bids: PrintedSide = { entries: [], text: '[]' };
  #asks: PrintedSide = { entries: [], text: '[]' };

  constructor(base: string, counter: string) {
    this.#symbol = asciiJson({ base: { code: base }, counter: { code: counter } });
  }

  book(heading: Heading, { bids, asks }: Pick<AggregatedBook, 'bids' | 'asks'>): string {
    return `{${this.members(heading, { bids, asks })}}`;
  }

  /** Without the braces, so that members can be added. */
  members(heading: Heading, { bids, asks }: Pick<AggregatedBook, 'bids' | 'asks'>): string {
    this.#bids = this.#side(bids, this.#bids);
    this.#asks = this.#side(asks, this.#asks);
    return this.#print(heading, this.#bids.text, this.#asks.text);
  }

  changeMembers(heading: Heading, { bids, asks }: Pick<BookChanges, 'bids' | 'asks'>): string {
    return this.#print(heading, this.#changes(bids), this.#changes(asks));
  }

  #print({ timestampMs, venue, venueAccount, type, marks }: Heading, bids: string, asks: string): string {
    const before = asciiJson({ timestamp: new Date(timestampMs), venue, venueAccount }).slice(1, -1);
    const after = marks === undefined ? '' : `,${asciiJson(marks).slice(1, -1)}`;
    return `${before},"symbol":${this.#symbol},"bids":${bids},"asks":${asks},"type":"${type}"${after}`;
  }

  #side(entries: readonly Entry[], last: PrintedSide): PrintedSide {
    const { length } = entries;
    if (length === last.entries.length && entries.every((entry, index) => entry === last.entries[index])) {
      return last;
    }
    return { entries, text: `[${entries.map((entry) => this.#entry(entry)).join(',')}]` };
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
    const text = asciiJson({ price, quantity, venue, timestamp, priceWithFee });
    this.#entries.set(entry, text);
    return text;
  }
}

const asciiJson = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
