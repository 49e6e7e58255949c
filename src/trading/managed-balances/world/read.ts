import { Decimal, later, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import { unknown, type VenueBalance } from '../../venues/index.ts';
import { APART_MS, keyOf, NO_RETURN_MS, type Place, type Reading, type World } from '../decide.ts';
import type { Settings } from '../schema.ts';
import { selectBalances, type BalanceRow } from '../store.ts';
import {
  selectMoves,
  selectReadings,
  selectUnderWay,
  sumMoved,
  upsertReadings,
  type Counted,
} from './store.ts';

const ANSWER_WITHIN_MS = 15_000;
/** What ended within it may not be in the readings yet, or in one of them only. */
const SETTLES_MS = 16 * 60_000;

/** Of the daily cap: any 24 hours. */
export const CAP_WINDOW_MS = 24 * 3_600_000;

/** Why venues could not be read, by code. */
export type Faults = ReadonlyMap<string, string>;

/** The places that a managed balance depends on: its own first. */
export const placesOf = ({ venue, asset }: Place, { sources }: Settings): Place[] => [
  { venue, asset },
  ...sources.map((source) => ({ venue: source.venue ?? venue, asset: source.asset ?? asset })),
];

/** Asks the venues what they hold of these places and keeps it. */
export async function readPlaces(
  context: Context<Db>,
  directory: VenueDirectory,
  places: readonly Place[],
): Promise<Faults> {
  const { tenant } = context.actor;
  const faults = new Map<string, string>();
  const codes = [...new Set(places.map(({ venue }) => venue))];
  const rows = await Promise.all(
    codes.map(async (code) => {
      const held = await readVenue(context, directory, code);
      if (typeof held === 'string') {
        faults.set(code, held);
        return [];
      }
      const at = context.clock.now();
      const assets = [...new Set(places.filter(({ venue }) => venue === code).map(({ asset }) => asset))];
      return assets.map((asset) => {
        const found = held.find((balance) => balance.asset === asset);
        const { available = Decimal.ZERO, locked = Decimal.ZERO } = found ?? {};
        return {
          tenant,
          venue: code,
          asset,
          available: available.toString(),
          held: available.plus(locked).toString(),
          read_at: at,
        };
      });
    }),
  );
  const all = rows.flat();
  if (all.length > 0) {
    await upsertReadings(context.db, all, later(context.clock.now(), -APART_MS)).execute();
  }
  return faults;
}

async function readVenue(
  { actor, clock, signal }: Context<Db>,
  directory: VenueDirectory,
  code: string,
): Promise<readonly VenueBalance[] | string> {
  const listed = await directory.find(actor.tenant, code).catch(() => undefined);
  if (!listed) return 'there is no such venue.';
  const { venue } = listed;
  if (!venue.balances) return 'the venue does not say what it holds.';
  const call = { deadline: later(clock.now(), ANSWER_WITHIN_MS), signal };
  const outcome = await venue
    .balances(call)
    .catch((error: unknown) => unknown(`The call failed: ${String(error)}`));
  return outcome.kind === 'answered' ? outcome.value : outcome.reason;
}

/** What decisions depend on, by one look at the database. */
export interface Known {
  readonly world: World;
  readonly balances: readonly BalanceRow[];
  /** What is left of the daily cap of a balance. */
  roomOf(place: Place, dailyCap: string): Decimal;
}

export async function readKnown(
  db: Db,
  { tenant, now, faults }: { readonly tenant: string; readonly now: Date; readonly faults: Faults },
  counted: Counted,
): Promise<Known> {
  const balances: BalanceRow[] = await selectBalances(db, tenant).execute();
  const readings = await selectReadings(db, tenant).execute();
  const underWay = await selectUnderWay(db, tenant, later(now, -SETTLES_MS), counted).execute();
  const moves = await selectMoves(db, tenant, later(now, -NO_RETURN_MS), counted).execute();
  const moved = await sumMoved(db, tenant, later(now, -CAP_WINDOW_MS), counted.except).execute();
  const readingOf = byPlace(readings);
  const underWayOf = byPlace(underWay);
  const movedOf = byPlace(moved);
  const limitsOf = byPlace(balances);
  return {
    balances,
    roomOf: (place, dailyCap) => {
      const used = movedOf.get(keyOf(place))?.moved;
      return used === undefined
        ? Decimal.parse(dailyCap)
        : Decimal.parse(dailyCap).minus(Decimal.parse(used));
    },
    world: {
      now,
      moves: moves.map((row) => ({
        from: { venue: row.from_venue, asset: row.from_asset },
        to: { venue: row.to_venue, asset: row.to_asset },
      })),
      see(place) {
        const key = keyOf(place);
        const under = underWayOf.get(key);
        const settings = limitsOf.get(key)?.settings;
        return {
          readings: toReadings(readingOf.get(key)),
          fault: faults.get(place.venue),
          incoming: Decimal.parse(under?.incoming ?? '0'),
          outgoing: Decimal.parse(under?.outgoing ?? '0'),
          doubt: under?.doubt ?? undefined,
          limits: settings
            ? { minimum: Decimal.parse(settings.minimum), maximum: Decimal.parse(settings.maximum) }
            : undefined,
        };
      },
    },
  };
}

const byPlace = <Row extends Place>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));

type KeptReading = Awaited<ReturnType<ReturnType<typeof selectReadings>['execute']>>[number];

function toReadings(row: KeptReading | undefined): Reading[] {
  if (!row) return [];
  const { read_at, available, held, before_at, before_available, before_held } = row;
  const last = { at: read_at, available: Decimal.parse(available), held: Decimal.parse(held) };
  if (before_at === null || before_available === null || before_held === null) return [last];
  const before = {
    at: before_at,
    available: Decimal.parse(before_available),
    held: Decimal.parse(before_held),
  };
  return [last, before];
}
