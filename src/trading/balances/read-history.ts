import { Decimal, type Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../../platform/postgres/index.ts';
import { groupByDay, readDays, VALUATION_CURRENCY, type DayQuery } from '../days.ts';
import type { BalanceHistory } from './schema.ts';
import {
  selectCloses,
  selectHeld,
  selectInFlight,
  selectReadings,
  type HeldRow,
  type ReadingRow,
} from './store.ts';
import { DayRates } from './value.ts';

type KeptReading = Omit<ReadingRow, 'tenant'>;
type KeptHolding = Omit<HeldRow, 'tenant'>;
type Day = BalanceHistory['days'][number];
type VenueDay = Day['venues'][number];

/** What the venues held, day by day, at the rates that were kept on that day. */
export async function readBalanceHistory(context: Context<Db>, query: DayQuery): Promise<BalanceHistory> {
  const { currency = VALUATION_CURRENCY } = query;
  const days = readDays(query, context.clock.now());
  const span = { tenant: context.actor.tenant, from: days[0], to: days.at(-1) ?? days[0] };
  return readWithin(context, async (db) => {
    const readings = groupByDay(await selectReadings(db, span).execute());
    const held = groupByDay(await selectHeld(db, span).execute());
    const inFlight = groupByDay(await selectInFlight(db, span).execute());
    const closes = new Map(
      (await selectCloses(db, span).execute()).map((close) => [close.day, close.closed_at]),
    );
    const rates = await DayRates.read(db, span, currency);
    return {
      currency,
      days: days.map((day) => ({
        ...composeDay(
          {
            day,
            readings: readings.get(day) ?? [],
            held: held.get(day) ?? [],
            inFlight: inFlight.get(day) ?? [],
          },
          rates,
        ),
        closedAt: closes.get(day)?.toISOString() ?? null,
      })),
    };
  });
}

interface KeptDay {
  readonly day: string;
  readonly readings: readonly KeptReading[];
  readonly held: readonly KeptHolding[];
  readonly inFlight: readonly Amount[];
}

type Amount = Pick<HeldRow, 'asset' | 'amount'>;

function composeDay({ day, readings, held, inFlight }: KeptDay, rates: DayRates): Omit<Day, 'closedAt'> {
  const valued = ({ asset, amount }: Amount) => {
    const rate = rates.find(day, asset)?.rate;
    return { asset, amount, value: rate ? Decimal.parse(amount).times(rate).trim().toString() : null };
  };
  const venues = readings.map(({ venue, read_at, reason }): VenueDay => {
    const assets = held.filter((row) => row.venue === venue).map(valued);
    const values = assets.map(({ value }) => value);
    return {
      venue,
      readAt: read_at?.toISOString() ?? null,
      reason,
      value: read_at === null ? null : sumOf(values),
      assets,
    };
  });
  const moving = inFlight.map(valued);
  const assets = [...new Set([...held, ...inFlight].map(({ asset }) => asset))].sort();
  return {
    day,
    // A day without any reading is a gap, too.
    value: venues.length === 0 ? null : sumOf([...venues, ...moving].map(({ value }) => value)),
    unread: venues.filter(({ readAt }) => readAt === null).map(({ venue }) => venue),
    unpriced: assets.filter((asset) => !rates.find(day, asset)),
    venues,
    inFlight: moving,
    rates: assets.flatMap((asset) => {
      const found = rates.find(day, asset);
      if (!found?.ratedAt) return [];
      const { rate, path, ratedAt } = found;
      return [{ asset, rate: rate.toString(), path: [...path], ratedAt: ratedAt.toISOString() }];
    }),
  };
}

/** Null if one of them is not known: a part is not the sum. */
function sumOf(values: readonly (string | null)[]): string | null {
  let sum = Decimal.ZERO;
  for (const value of values) {
    if (value === null) return null;
    sum = sum.plus(Decimal.parse(value));
  }
  return sum.trim().toString();
}
