import { type Context, Decimal, noFieldErrors, Problem, refuseFieldErrors } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
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
import { pathsBetween, planRoute, type Route } from './route.ts';
import type { CreateConversion } from './schema.ts';
import type { Executor } from './status.ts';

/** A route that can be traded, and whether it is simulated. */
export interface Prepared extends Route {
  readonly isSimulated: boolean;
}

type Wish = Omit<CreateConversion, 'reference'>;

/** Checks what does not depend on the venue. */
export function checkWish({ from, to, expiresAt }: Wish, now: Date): void {
  const errors = noFieldErrors();
  if ((from.amount === undefined) === (to.amount === undefined)) {
    const fault =
      from.amount === undefined ? 'is required unless the other is given' : 'must be given on one side only';
    errors['from.amount'] = [fault];
    errors['to.amount'] = [fault];
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
export async function prepare({ actor }: Context<Db>, access: MarketAccess, wish: Wish): Promise<Prepared> {
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
  const ways = await Promise.all(
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
  const isSimulated = !ways.some(({ places }) => places.every((leg) => leg.some(isLive)));
  const usable = isSimulated
    ? ways
    : ways.map(({ path, places }) => ({ path, places: places.map((leg) => leg.filter(isLive)) }));
  const target = targetOf(wish);
  const route = planRoute(executor, usable, target);
  if (route && !route.get.isZero) return { ...route, isSimulated };
  if (
    usable.some(({ places }) => places.every((leg) => leg.some((place) => !isDry(place, MANNERS[executor]))))
  ) {
    const field = target.kind === 'give' ? 'from.amount' : 'to.amount';
    throw new Problem('unprocessable', 'The amount is below the minimum sizes of the venues. Increase it.', {
      errors: { [field]: ['is below what can be traded'] },
    });
  }
  const silent = ways.flatMap(({ path, places }) =>
    places.flatMap((leg, index) =>
      leg.length > 0 ? [] : marketFaults(usableVenues, executor, path[index] ?? '', path[index + 1] ?? ''),
    ),
  );
  const why = silent.length === 0 ? '' : `: ${few(silent)}`;
  throw new Problem('unavailable', `The markets between ${from} and ${to} have no price now${why}.`, {
    headers: { 'retry-after': '1' },
  });
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
