import { type Context, Decimal, noFieldErrors, Problem, refuseFieldErrors } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Target } from './search.ts';
import { isDry, MANNERS } from './plan.ts';
import {
  canTrade,
  marketFaults,
  readPlaces,
  tradingFault,
  type MarketAccess,
  type Place,
  type TradingVenue,
} from './places.ts';
import { boundOf, describeBound, keeps, quoteOf, slipped, type StoredBound } from './bound.ts';
import { midsOf } from './mid.ts';
import { pathsBetween, planRoute, type Route } from './route.ts';
import type { CreateConversion } from '../schema.ts';
import type { Executor } from '../status.ts';

/** A route that can be traded, whether it is simulated, and the bound. */
export interface Prepared extends Route {
  readonly isSimulated: boolean;
  readonly bound: StoredBound;
  /** The middle of the books of each leg. */
  readonly mids: readonly Decimal[] | null;
}

/** What becomes of a conversion that names no slippage. */
export interface BoundRules {
  /** `default`: it gets `maxSlippageBps`; `required`: it is refused without an amount; `optional`: it has none. */
  readonly bound: 'default' | 'required' | 'optional';
  readonly maxSlippageBps: number;
}

type Wish = Omit<CreateConversion, 'reference'>;

/** Checks what does not depend on the venue. */
export function checkWish(wish: Wish, now: Date): void {
  const { from, to, expiresAt } = wish;
  const errors = noFieldErrors();
  if ((from.amount === undefined) === (to.amount === undefined)) {
    const fault =
      from.amount === undefined ? 'is required unless the other is given' : 'must be given on one side only';
    errors['from.amount'] = [fault];
    errors['to.amount'] = [fault];
  } else {
    const [fitting, other, given] =
      from.amount === undefined
        ? (['maxGiven', 'minReceived', 'to.amount'] as const)
        : (['minReceived', 'maxGiven', 'from.amount'] as const);
    if (wish[other] !== undefined) errors[other] = [`does not fit ${given}: give ${fitting} instead`];
  }
  if (from.asset === to.asset) errors['to.asset'] = ['must be another asset than from.asset'];
  if (expiresAt !== undefined && !(Date.parse(expiresAt) > now.getTime())) {
    errors['expiresAt'] = ['must be a time in the future'];
  }
  refuseFieldErrors(errors);
}

export const targetOf = ({ from, to }: Wish): Target =>
  from.amount === undefined
    ? { kind: 'get', amount: Decimal.parse(to.amount ?? '') }
    : { kind: 'give', amount: Decimal.parse(from.amount) };

/** The best plan with the current books. */
export async function prepare(
  { actor }: Context<Db>,
  access: MarketAccess,
  rules: BoundRules,
  wish: Wish,
): Promise<Prepared> {
  const { tenant } = actor;
  const known = await access.venues.list(tenant);
  const allowed = wish.venues?.length ? new Set(wish.venues) : undefined;
  const executor = wish.executor ?? 'MARKET';
  checkVenues(known, allowed, executor);
  checkAssets(known, wish);
  const usableVenues = known.filter(({ venue }) => allowed?.has(venue.code) ?? true);
  const [from, to] = [wish.from.asset, wish.to.asset];
  const paths = pathsBetween(listedAt(known, allowed, executor), from, to);
  if (paths.length === 0) {
    const faults = marketFaults(usableVenues, executor, from, to);
    throw new Problem(
      'unprocessable',
      faults.length === 0
        ? `No venue lists a market between ${from} and ${to}, nor two markets through a third asset.`
        : `No venue can trade ${from} for ${to}: ${few(faults)}.`,
    );
  }
  const candidates = await Promise.all(
    paths.map(async (path) => ({
      path,
      places: await Promise.all(
        path.slice(1).map(async (asset, leg) => {
          const places = await readPlaces(access, tenant, executor, path[leg] ?? '', asset);
          return places.filter(({ venue }) => allowed?.has(venue) ?? true);
        }),
      ),
    })),
  );
  const isSimulated = !candidates.some(({ places }) => places.every((leg) => leg.some(isLive)));
  const usable = isSimulated
    ? candidates
    : candidates.map(({ path, places }) => ({ path, places: places.map((leg) => leg.filter(isLive)) }));
  const target = targetOf(wish);
  const route = planRoute(executor, usable, target);
  if (route && !route.get.isZero) {
    // What MAKER_TAKER posts may be taken by nobody: its quote is that of taking.
    const sameRoute = usable.filter(({ path }) => path === route.path);
    const taken = executor === 'MAKER_TAKER' ? planRoute('MARKET', sameRoute, target) : undefined;
    const { legs } = taken && !taken.get.isZero ? taken : route;
    return {
      ...route,
      isSimulated,
      bound: storedBound(wish, rules, quoteOf(legs, target)),
      mids: midsOf(sameRoute[0]?.places ?? []),
    };
  }
  if (
    usable.some(({ places }) => places.every((leg) => leg.some((place) => !isDry(place, MANNERS[executor]))))
  ) {
    const field = target.kind === 'give' ? 'from.amount' : 'to.amount';
    throw new Problem('unprocessable', 'The amount is below the minimum sizes of the venues. Increase it.', {
      errors: { [field]: ['is below what can be traded'] },
    });
  }
  const silent = candidates.flatMap(({ path, places }) =>
    places.flatMap((leg, index) =>
      leg.length > 0 ? [] : marketFaults(usableVenues, executor, path[index] ?? '', path[index + 1] ?? ''),
    ),
  );
  const why = silent.length === 0 ? '' : `: ${few(silent)}`;
  throw new Problem('unavailable', `The markets between ${from} and ${to} have no price now${why}.`, {
    headers: { 'retry-after': '1' },
  });
}

function storedBound(wish: Wish, rules: BoundRules, quote: Decimal): StoredBound {
  const { kind } = targetOf(wish);
  const own = (kind === 'give' ? wish.minReceived : wish.maxGiven) ?? null;
  const bps = wish.maxSlippageBps ?? (rules.bound === 'default' ? rules.maxSlippageBps : null);
  const relative = bps === null ? null : slipped(quote, kind, bps);
  const isOwn = relative === null || (own !== null && isStricter(kind, Decimal.parse(own), relative));
  const amount = isOwn ? own : relative.toString();
  return {
    min_received: kind === 'give' ? amount : null,
    max_given: kind === 'get' ? amount : null,
    max_slippage_bps: isOwn ? null : bps,
    quoted_amount: quote.toString(),
  };
}

/** Whether the first of two bounds keeps the other too. */
const isStricter = (kind: Target['kind'], one: Decimal, other: Decimal): boolean =>
  one.compare(other) * (kind === 'give' ? 1 : -1) >= 0;

/** TWAP trades over time, so what it would get now for all of it says little: only its quote counts. */
export function isBoundKept(wish: Wish, prepared: Prepared): boolean {
  const { kind, amount } = targetOf(wish);
  const bound = boundOf({ fixed_amount: amount.toString(), ...prepared.bound });
  if (!bound || wish.executor !== 'TWAP') return !bound || keeps(bound, prepared);
  const quote = Decimal.parse(prepared.bound.quoted_amount ?? '0');
  return keeps(bound, kind === 'give' ? { give: amount, get: quote } : { give: quote, get: amount });
}

/** Refuses a conversion that lacks a bound, or whose bound is broken before it begins. */
export function refuseUnbound(wish: Wish, prepared: Prepared, { bound }: BoundRules): void {
  const { min_received, max_given, max_slippage_bps } = prepared.bound;
  const { kind, amount } = targetOf(wish);
  const own = kind === 'give' ? 'minReceived' : 'maxGiven';
  if (min_received === null && max_given === null) {
    if (bound === 'optional') return;
    throw new Problem('unprocessable', `A conversion needs a bound here: add ${own} or maxSlippageBps.`, {
      errors: { [own]: ['is required, or maxSlippageBps'] },
    });
  }
  if (isBoundKept(wish, prepared)) return;
  const [from, to] = [wish.from.asset, wish.to.asset];
  const demanded = describeBound({
    ...prepared.bound,
    from_asset: from,
    to_asset: to,
    fixed_amount: amount.toString(),
  });
  const { give, get } = prepared;
  const broken = max_slippage_bps === null ? own : 'maxSlippageBps';
  throw new Problem(
    'unprocessable',
    `The books offer ${get.toString()} ${to} for ${give.toString()} ${from} now. That breaks the bound of ${demanded}. ` +
      `Convert less, or permit more with ${broken}.`,
    { errors: { [broken]: ['is broken by what the books offer now'] } },
  );
}

/** The first few reasons, to keep the message short. */
const few = (reasons: readonly string[]): string => [...new Set(reasons)].slice(0, 5).join(', ');

const isLive = ({ trading }: Place): boolean => trading === 'live';

/** How many of the permitted venues list each symbol. */
function listedAt(
  known: readonly TradingVenue[],
  allowed: ReadonlySet<string> | undefined,
  executor: Executor,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of known) {
    if (!canTrade(entry, executor) || !(allowed?.has(entry.venue.code) ?? true)) continue;
    for (const { code } of entry.description.symbols) {
      counts.set(code.toUpperCase(), (counts.get(code.toUpperCase()) ?? 0) + 1);
    }
  }
  return counts;
}

function checkVenues(
  known: readonly TradingVenue[],
  allowed: ReadonlySet<string> | undefined,
  executor: Executor,
): void {
  for (const code of allowed ?? []) {
    const found = known.find(({ venue }) => venue.code === code);
    if (!found) throw new Problem('not_found', `There is no venue ${code}.`);
    const fault = tradingFault(found, executor);
    if (fault !== undefined) {
      throw new Problem('unprocessable', `${fault}.`, { errors: { venues: [fault] } });
    }
  }
}

function checkAssets(known: readonly TradingVenue[], { from, to }: Wish): void {
  const assets = new Set(
    known.flatMap(({ description }) =>
      description.symbols.flatMap(({ code }) => code.toUpperCase().split('-')),
    ),
  );
  for (const { asset } of [from, to]) {
    if (!assets.has(asset)) throw new Problem('not_found', `No venue trades ${asset}.`);
  }
}
