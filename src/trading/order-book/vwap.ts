import { Decimal } from '../../kernel/index.ts';
import type { Entry, Rung } from './ladder.ts';
import { plain } from './plain.ts';

/** Decimals of a volume-weighted average price, rounded half to even. */
const VWAP_DECIMALS = 18;

interface Step {
  readonly rung: Rung;
  readonly volume: Decimal;
  readonly cost: Decimal;
  readonly costWithFee: Decimal;
  readonly entry: Entry;
}

/** One side's averages. Steps up to the first changed level are reused. */
export class AverageWalk {
  #steps: Step[] = [];

  /** For each level: average price and quantity up to it, newest time, marginal venue. */
  entries(rungs: readonly Rung[]): Entry[] {
    let kept = 0;
    while (kept < rungs.length && this.#steps[kept]?.rung === rungs[kept]) kept += 1;
    this.#steps.length = kept;
    for (const rung of rungs.slice(kept)) this.#steps.push(next(this.#steps.at(-1), rung));
    return this.#steps.map(({ entry }) => entry);
  }
}

function next(last: Step | undefined, rung: Rung): Step {
  const { venue, timestampMs } = rung.entry;
  const volume = rung.quantity.plus(last?.volume ?? Decimal.ZERO);
  const cost = rung.price.times(rung.quantity).plus(last?.cost ?? Decimal.ZERO);
  const isFree = rung.priceWithFee === rung.price && last?.costWithFee === last?.cost;
  const costWithFee = isFree
    ? cost
    : rung.priceWithFee.times(rung.quantity).plus(last?.costWithFee ?? Decimal.ZERO);
  const price = average(cost, volume);
  const entry = {
    price,
    quantity: plain(volume),
    venue,
    timestampMs: Math.max(timestampMs, last?.entry.timestampMs ?? timestampMs),
    priceWithFee: isFree ? price : average(costWithFee, volume),
  };
  return { rung, volume, cost, costWithFee, entry };
}

const average = (cost: Decimal, volume: Decimal): string =>
  plain(cost.dividedBy(volume, VWAP_DECIMALS, 'half-even'));
