import type { KnownVenue, Switches, VenueDescription, VenueSymbol } from '../venues/index.ts';
import type { Place } from './market.ts';

export type SwitchesOf = (venue: KnownVenue) => Switches;

/** The listings of venues, case-insensitive. Each description is read once. */
export class Places {
  readonly #symbols = new WeakMap<VenueDescription, Map<string, VenueSymbol>>();

  /** The venues that list the symbol, in the given order. */
  of(venues: readonly KnownVenue[], symbol: string, switchesOf: SwitchesOf): Place[] {
    return venues.flatMap((known) => {
      const { code: venue, description } = known;
      const listed = this.#listedBy(known)?.get(symbol);
      const [account] = description?.accounts ?? [];
      const { books: feeds } = known.venue;
      if (!listed || !account || !feeds) return [];
      const { code, tickSize } = listed;
      const { code: accountCode, makerFee, takerFee, feeIn } = account;
      const isOpenForTrading = switchesOf(known).trading === 'live';
      return [
        {
          venue,
          feeds,
          symbol: code,
          account: accountCode,
          tickSize,
          makerFee,
          takerFee,
          feeIn,
          isOpenForTrading,
        },
      ];
    });
  }

  /** How many of the venues list each symbol. */
  count(venues: readonly KnownVenue[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const known of venues) {
      for (const symbol of this.#listedBy(known)?.keys() ?? []) {
        counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
      }
    }
    return counts;
  }

  #listedBy({ venue, description }: KnownVenue): Map<string, VenueSymbol> | undefined {
    if (!description || !venue.books) return undefined;
    const known = this.#symbols.get(description);
    if (known) return known;
    const symbols = new Map(description.symbols.map((symbol) => [symbol.code.toUpperCase(), symbol]));
    this.#symbols.set(description, symbols);
    return symbols;
  }
}
