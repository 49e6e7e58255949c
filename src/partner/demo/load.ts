import { ingest, type Summary } from '../facts/intake/index.ts';
import { readState } from '../facts/store/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { disburse, type Paying } from './disburse.ts';
import { at, beginningOf, runWeeks } from './history.ts';
import { programBatches, type DemoBatch } from './program.ts';
import { scaleOf, type Scale } from './scale.ts';
import { accountBatches, orderBatch, ordersBefore } from './trading.ts';
import { trafficBatches } from './traffic.ts';

export interface DemoInput {
  /** The same seed on the same day gives the same program. */
  readonly seed: number;
  /** The number of orders in the two years. */
  readonly orders: number;
  readonly onProgress?: (progress: DemoProgress) => void;
}

export interface DemoProgress {
  readonly kind: string;
  /** Of the whole, from 0 to 1. */
  readonly fraction: number;
}

const FIRST_ORDERS = 20_000;
const ORDERS_AT_ONCE = 2_000_000;
/** The share of the work before the orders. */
const OVERHEAD = 0.2;

/** Loads two years of a realistic program that ends today, and returns the number of new or changed facts by kind. */
export function loadDemo(context: FactsContext, input: DemoInput): Promise<Record<string, number>> {
  return sendDemo(storeInto(context), input, context.clock.now());
}

const storeInto =
  (context: FactsContext) =>
  ({ kind, sql }: DemoBatch): Promise<Summary> =>
    ingest(context, { kind, source: { format: 'select', sql } });

/** Passes the batches of such a program on, one after the other; their selects need no table. */
export async function sendDemo(
  store: (batch: DemoBatch) => Promise<Summary>,
  { seed, orders, onProgress }: DemoInput,
  now: Date,
): Promise<Record<string, number>> {
  const scale = scaleOf(seed, orders, now);
  const before = [...programBatches(scale), ...trafficBatches(scale), ...accountBatches(scale)];
  const loaded: Record<string, number> = {};
  const take = async (batch: DemoBatch, fraction: number): Promise<void> => {
    const { kind } = batch;
    onProgress?.({ kind, fraction });
    const summary = await store(batch);
    if (summary.refused > 0) {
      const [first] = summary.errors;
      throw new Error(`The demo generated invalid ${kind}: ${first?.field} ${first?.reason}.`);
    }
    loaded[kind] = (loaded[kind] ?? 0) + summary.accepted + summary.replaced;
  };
  for (const [index, batch] of before.entries()) await take(batch, (OVERHEAD * index) / before.length);
  for (const { first, end } of orderRanges(scale)) {
    await take(orderBatch(scale, first, end), OVERHEAD + ((1 - OVERHEAD) * first) / orders);
  }
  onProgress?.({ kind: 'orders', fraction: 1 });
  return loaded;
}

interface FirstDemo extends Paying {
  readonly orders?: number;
}

/** Loads a small program into a store that never had a fact, with rebate groups, weeks of crediting runs and disbursements. */
export async function loadFirstDemo(
  context: FactsContext,
  { orders = FIRST_ORDERS, ...paying }: FirstDemo,
): Promise<void> {
  const { applied } = await readState(context.facts.database);
  if (applied !== 0) return;
  const now = context.clock.now();
  await sendDemo(storeInto(at(context, beginningOf(now))), { seed: 1, orders }, now);
  await runWeeks(context);
  await disburse(context, paying);
}

/** All orders at once if they are few, else month by month, so that each month is stored in order. */
function orderRanges(scale: Scale): { first: number; end: number }[] {
  if (scale.orders <= ORDERS_AT_ONCE) return [{ first: 0, end: scale.orders }];
  const begin = Date.parse(scale.start);
  const length = scale.days * 86_400_000;
  const ranges = [];
  for (let month = new Date(begin), first = 0; first < scale.orders;) {
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
    const end = ordersBefore(scale, Math.min(1, (month.getTime() - begin) / length));
    if (end > first) ranges.push({ first, end });
    first = end;
  }
  return ranges;
}
