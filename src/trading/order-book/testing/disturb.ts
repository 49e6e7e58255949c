import { Decimal } from '../../../kernel/index.ts';
import type { Listing } from '../aggregate.ts';
import type { PricedQuantity } from '../side.ts';
import { listingOf } from './listing.ts';

/** Three venues with different ticks and fees, and empty books. */
export const emptyListings = (): Listing[] =>
  ['a', 'b', 'c'].map((venue, index) =>
    listingOf({
      venue,
      tickSize: ['0.01', '0.02', '0.05'][index] ?? '1',
      makerFee: '0.0001',
      takerFee: `0.000${index}`,
      feeIn: index === 1 ? 'received' : 'counter',
    }),
  );

/** A batch at one venue. Sometimes a venue disconnects or returns, closes or opens, empties or changes its fee. */
export function disturb(listings: Listing[], below: (limit: number) => number, timestampMs: number): void {
  const index = below(listings.length);
  const listing = listings[index];
  if (!listing) return;
  const chance = below(30);
  if (chance === 0) listings[index] = { ...listing, isLive: !listing.isLive };
  else if (chance === 1) listings[index] = { ...listing, isOpenForTrading: !listing.isOpenForTrading };
  else if (chance === 2) listings[index] = { ...listing, takerFee: Decimal.of(BigInt(below(50)), 4) };
  else if (chance === 3) listing.book.clear();
  else {
    const levels = (from: number): PricedQuantity[] =>
      Array.from({ length: below(5) }, () => [
        `1.${from + below(30)}`,
        ['0', '1', '1.0', '2.5'][below(4)] ?? '0',
      ]);
    listing.book.apply({ bids: levels(10), asks: levels(40), timestampMs });
  }
}
