import { Decimal } from '../../../kernel/index.ts';
import type { FeeStrategy, Listing, OrderBookType } from '../aggregate.ts';

export interface Row {
  readonly price: Decimal;
  readonly quantity: Decimal;
  readonly venue: string;
  readonly timestampMs: number;
  readonly priceWithFee: Decimal;
}

const ONE = Decimal.of(1n);

/** One side of an aggregated book, literally by its definition: computed in decimals, then sorted. */
export function expectedRows(
  listings: readonly Listing[],
  type: OrderBookType,
  feeStrategy: FeeStrategy | undefined,
  depth: number,
  side: 'bids' | 'asks',
): Row[] {
  const chosen = listings.filter(
    ({ isLive, isOpenForTrading }) =>
      type === 'INDICATIVE' || (type === 'FIRM' ? isLive && isOpenForTrading : isLive),
  );
  const coarsest = chosen.map(({ tickSize }) => tickSize).sort((left, right) => right.compare(left))[0];
  const rows = chosen.flatMap((listing) => {
    const levels = listing.book[side].levels(type === 'TOP' ? 1 : undefined).map((level) => ({
      price: Decimal.parse(level.price),
      quantity: Decimal.parse(level.quantity),
      timestampMs: level.timestampMs,
    }));
    const placed = type === 'AGGREGATED' && coarsest ? onGrid(levels, coarsest, side) : levels;
    const rate = { MAKER: listing.makerFee, TAKER: listing.takerFee, NONE: Decimal.ZERO }[
      feeStrategy ?? 'NONE'
    ];
    const withFee = (price: Decimal): Decimal => {
      if (side === 'bids') return price.times(ONE.minus(rate));
      if (listing.feeIn === 'counter') return price.times(ONE.plus(rate));
      return rate.isZero ? price : price.dividedBy(ONE.minus(rate), 18, 'half-even');
    };
    return placed.map((level) => ({
      ...level,
      venue: listing.venue,
      priceWithFee: withFee(level.price),
    }));
  });
  const sorted = rows
    .sort(
      (left, right) =>
        left.price.compare(right.price) * (side === 'bids' ? -1 : 1) ||
        right.quantity.compare(left.quantity) ||
        (left.venue < right.venue ? -1 : 1),
    )
    .slice(0, depth);
  return type === 'VWAP' ? sorted.map((_, index) => averageOf(sorted.slice(0, index + 1))) : sorted;
}

type Level = Pick<Row, 'price' | 'quantity' | 'timestampMs'>;

function onGrid(levels: readonly Level[], tick: Decimal, side: 'bids' | 'asks'): Level[] {
  const sums = new Map<string, Level>();
  for (const { price, quantity, timestampMs } of levels) {
    const steps = price.dividedBy(tick, 0, side === 'bids' ? 'down' : 'up');
    const sum = sums.get(steps.toString());
    sums.set(steps.toString(), {
      price: steps.times(tick),
      quantity: quantity.plus(sum?.quantity ?? Decimal.ZERO),
      timestampMs: Math.max(timestampMs, sum?.timestampMs ?? timestampMs),
    });
  }
  return [...sums.values()];
}

function averageOf(rows: readonly Row[]): Row {
  const sum = (valueOf: (row: Row) => Decimal): Decimal =>
    rows.map(valueOf).reduce((left, right) => left.plus(right), Decimal.ZERO);
  const quantity = sum((row) => row.quantity);
  const average = (valueOf: (row: Row) => Decimal): Decimal =>
    sum((row) => valueOf(row).times(row.quantity)).dividedBy(quantity, 18, 'half-even');
  return {
    price: average(({ price }) => price),
    quantity,
    venue: rows.at(-1)?.venue ?? '',
    timestampMs: Math.max(...rows.map(({ timestampMs }) => timestampMs)),
    priceWithFee: average(({ priceWithFee }) => priceWithFee),
  };
}
