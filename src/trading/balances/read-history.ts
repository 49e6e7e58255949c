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
  /** Each with its value, and the sum of the values. */
  const valued = (rows: readonly Amount[]) => {
    const sum = new Sum();
    const assets = rows.map(({ asset, amount }) => {
      const rate = rates.find(day, asset)?.rate;
      const value = rate && Decimal.parse(amount).times(rate).trim();
      sum.add(value);
      return { asset, amount, value: value?.toString() ?? null };
    });
    return { assets, sum: sum.total };
  };
  const total = new Sum();
  const venues = readings.map(({ venue, read_at, reason }): VenueDay => {
    const { assets, sum } = valued(held.filter((row) => row.venue === venue));
    const value = read_at === null ? undefined : sum;
    total.add(value);
    return {
      venue,
      readAt: read_at?.toISOString() ?? null,
      reason,
      value: value?.toString() ?? null,
      assets,
    };
  });
  const moving = valued(inFlight);
  total.add(moving.sum);
  const assets = [...new Set([...held, ...inFlight].map(({ asset }) => asset))].sort();
  return {
    day,
    // A day without any reading is a gap, too.
    value: venues.length === 0 ? null : (total.total?.toString() ?? null),
    unread: venues.filter(({ readAt }) => readAt === null).map(({ venue }) => venue),
    unpriced: assets.filter((asset) => !rates.find(day, asset)),
    venues,
    inFlight: moving.assets,
    rates: assets.flatMap((asset) => {
      const found = rates.find(day, asset);
      if (!found?.ratedAt) return [];
      const { rate, path, ratedAt } = found;
      return [{ asset, rate: rate.toString(), path: [...path], ratedAt: ratedAt.toISOString() }];
    }),
  };
}

/** Undefined if one of its parts is not known: a part is not the sum. */
class Sum {
  #total: Decimal | undefined = Decimal.ZERO;

  add(value: Decimal | undefined): void {
    this.#total = value && this.#total?.plus(value);
  }

  get total(): Decimal | undefined {
    return this.#total?.trim();
  }
}
