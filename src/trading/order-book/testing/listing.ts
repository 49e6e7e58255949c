import { Decimal } from '../../../kernel/index.ts';
import type { Listing } from '../aggregate.ts';
import { Book } from '../book.ts';
import type { PricedQuantity } from '../side.ts';

interface Wanted {
  venue: string;
  /** Levels such as `100.5 x 2`, best first, separated by commas. */
  bids?: string;
  asks?: string;
  tickSize?: string;
  makerFee?: string;
  takerFee?: string;
  feeIn?: Listing['feeIn'];
  isLive?: boolean;
  isOpenForTrading?: boolean;
  timestampMs?: number;
}

/** By default a live venue that is open for trading. */
export function listingOf(wanted: Wanted): Listing {
  const { venue, bids = '', asks = '', timestampMs = 1000, isLive = true, isOpenForTrading = true } = wanted;
  const book = new Book(1000);
  book.load({ bids: levelsOf(bids), asks: levelsOf(asks), timestampMs });
  return {
    venue,
    account: `${venue}-main`,
    tickSize: Decimal.parse(wanted.tickSize ?? '0.01'),
    makerFee: Decimal.parse(wanted.makerFee ?? '0'),
    takerFee: Decimal.parse(wanted.takerFee ?? '0'),
    feeIn: wanted.feeIn ?? 'counter',
    isLive,
    isOpenForTrading,
    book,
  };
}

export function levelsOf(text: string): PricedQuantity[] {
  if (text === '') return [];
  return text.split(', ').map((level) => {
    const [price = '', quantity = ''] = level.split(' x ');
    return [price, quantity];
  });
}
