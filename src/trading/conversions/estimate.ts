import { Decimal, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import {
  feeAssetOf,
  checkWish,
  isBoundKept,
  prepare,
  targetOf,
  type PlannedOrder,
  type MarketAccess,
  type BoundRules,
  type Prepared,
} from './plans/index.ts';
import { showBound } from './conversion.ts';
import type { CreateConversion, Estimate } from './schema.ts';

const RATE_DECIMALS = 18;

/** Plans a conversion without storing or sending anything. */
export async function estimateConversion(
  context: Context<Db>,
  access: MarketAccess,
  rules: BoundRules,
  wish: CreateConversion,
): Promise<Estimate> {
  checkWish(wish, context.clock.now());
  return toEstimate(wish, await prepare(context, access, rules, wish));
}

function toEstimate(wish: CreateConversion, prepared: Prepared): Estimate {
  const { path, legs, give, get } = prepared;
  const bound = showBound(prepared.bound);
  const { kind, amount } = targetOf(wish);
  const fees = new Map<string, Decimal>();
  for (const { place, fee } of legs.flat()) {
    const asset = feeAssetOf(place.symbol, place);
    fees.set(asset, (fees.get(asset) ?? Decimal.ZERO).plus(fee).trim());
  }
  return {
    from: { asset: wish.from.asset, amount: give.toString() },
    to: { asset: wish.to.asset, amount: get.toString() },
    executor: wish.executor ?? 'MARKET',
    rate: get.dividedBy(give, RATE_DECIMALS, 'half-even').trim().toString(),
    missing: (kind === 'give' ? positive(amount.minus(give)) : positive(amount.minus(get))).toString(),
    bound: bound && { ...bound, isMet: isBoundKept(wish, prepared) },
    fees: [...fees].map(([asset, fee]) => ({ asset, amount: fee.toString() })),
    legs: legs.map((orders, leg) => ({
      from: path[leg] ?? '',
      to: path[leg + 1] ?? '',
      orders: orders.map(showOrder),
    })),
  };
}

const positive = (amount: Decimal): Decimal => (amount.sign > 0 ? amount.trim() : Decimal.ZERO);

const showOrder = ({ place, type, price, quantity, give, get, fee }: PlannedOrder) => ({
  venue: place.venue,
  symbol: place.symbol,
  side: place.side,
  type,
  price: price.toString(),
  quantity: quantity.toString(),
  give: give.toString(),
  get: get.toString(),
  fee: fee.toString(),
  feeAsset: feeAssetOf(place.symbol, place),
});
