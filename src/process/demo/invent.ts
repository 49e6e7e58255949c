import { hash } from 'node:crypto';
import { Decimal, later } from '../../kernel/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Move {
  readonly at: Date;
  readonly venue: string;
  readonly asset: string;
  readonly amount: string;
  readonly network: 'BITCOIN' | 'ETHEREUM';
}

/** What a desk has received and paid. */
export interface Invented {
  readonly deposits: readonly (Move & { readonly id: string })[];
  readonly withdrawals: readonly (Move & { readonly reference: string })[];
  /** What an asset was worth so many days before it had this price. */
  readonly priceBefore: (asset: string, price: Decimal, days: number) => Decimal;
}

interface Habit {
  readonly venue: string;
  readonly asset: 'USDT' | 'BTC' | 'ETH';
  /** At most. */
  readonly amount: number;
  /** Every so many days, from this one on. */
  readonly every: number;
  readonly from: number;
}

const RECEIVES: readonly Habit[] = [
  { venue: 'aurora', asset: 'USDT', amount: 180_000, every: 4, from: 1 },
  { venue: 'borealis', asset: 'BTC', amount: 1.6, every: 9, from: 2 },
  { venue: 'cumulus', asset: 'ETH', amount: 30, every: 8, from: 5 },
];
const PAYS: readonly Habit[] = [
  { venue: 'aurora', asset: 'USDT', amount: 120_000, every: 5, from: 3 },
  { venue: 'borealis', asset: 'BTC', amount: 1.2, every: 12, from: 6 },
];
const PLACES = { USDT: 2, BTC: 4, ETH: 3 } as const;
const NETWORKS = { USDT: 'ETHEREUM', BTC: 'BITCOIN', ETH: 'ETHEREUM' } as const;
/** How much a price changes in a day at most; other assets change more. */
const CALM: Readonly<Record<string, number>> = { USDC: 0.0004, EUR: 0.004 };
const USUAL = 0.03;

/** Months that end at a midnight. Equal for equal arguments, so that an interrupted demo goes on with the same. */
export function inventMonths(end: Date, days: number): Invented {
  const movesOf = (kind: string, habits: readonly Habit[]) =>
    habits.flatMap(({ venue, asset, amount, every, from }) =>
      Array.from({ length: Math.floor((days - 1 - from) / every) + 1 }, (_, index) => {
        const name = `${kind}-${venue}-${asset}-${index + 1}`.toLowerCase();
        const chance = chanceOf(name);
        return {
          name,
          at: later(end, (from + index * every - days) * DAY_MS + (8 + Math.floor(chance * 9)) * HOUR_MS),
          venue,
          asset,
          amount: (amount * (0.35 + 0.65 * chance)).toFixed(PLACES[asset]),
          network: NETWORKS[asset],
        };
      }),
    );
  return {
    deposits: movesOf('deposit', RECEIVES).map(({ name, ...move }) => ({ ...move, id: name })),
    withdrawals: movesOf('payment', PAYS)
      .map(({ name, ...move }) => ({ ...move, reference: name }))
      .sort((a, b) => a.at.getTime() - b.at.getTime()),
    priceBefore(asset, price, age) {
      const range = CALM[asset] ?? USUAL;
      let value = Number(price.toString());
      for (let day = 1; day <= age; day++) value *= 1 + range * (2 * chanceOf(`${asset} ${day}`) - 1);
      return Decimal.parse(value.toFixed(value < 10 ? 6 : 2));
    },
  };
}

/** Between 0 and 1, and always the same for a name. */
const chanceOf = (name: string): number => Number.parseInt(hash('sha256', name).slice(0, 8), 16) / 2 ** 32;
