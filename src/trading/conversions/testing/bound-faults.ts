import { Decimal } from '../../../kernel/index.ts';
import { movementsOf } from '../movements.ts';
import type { Kept } from '../execution/kept.ts';

/**
 * How a conversion breaks its bound, by its trades alone. What the first of two legs got and the second one did
 * not sell has brought nothing yet, so only the part that went all the way counts.
 */
export function boundFaults({ row, orders, trades }: Kept): string[] {
  const { min_received, max_given, fixed_amount, path } = row;
  if (min_received === null && max_given === null) return [];
  const most = Decimal.parse(max_given ?? fixed_amount);
  const least = Decimal.parse(min_received ?? fixed_amount);
  const [from = '', via = '', last] = path;
  const moved = (leg: number, asset: string): Decimal =>
    movementsOf(
      orders.filter((order) => order.leg === leg),
      trades,
    ).get(asset) ?? Decimal.ZERO;
  const given = moved(0, from).negate();
  const got = moved(path.length - 2, last ?? via);
  const [sold, bought] =
    last === undefined ? [Decimal.of(1n), Decimal.of(1n)] : [moved(1, via).negate(), moved(0, via)];
  const isPriceKept =
    got.times(most).times(bought).trim().compare(least.times(given).times(sold).trim()) >= 0;
  const fault = `${row.id} (${row.executor}) gave ${given.toString()} of at most ${most.toString()} and got ${got.toString()}, where all of it gets ${least.toString()}`;
  return isPriceKept && given.compare(most) <= 0 ? [] : [fault];
}
