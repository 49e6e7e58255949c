import { Decimal, type Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../../platform/postgres/index.ts';
import { groupByDay, readDays, VALUATION_CURRENCY, type DayQuery } from '../days.ts';
import type { BalanceHistory } from './schema.ts';
import {
  selectCloses,
  selectHeld,
  selectHeldSums,
  selectInFlight,
  selectReadings,
  selectUnread,
  type HeldRow,
  type ReadingRow,
  type Span,
} from './store.ts';
import { DayRates } from './value.ts';

type KeptReading = Omit<ReadingRow, 'tenant'>;
type Day = BalanceHistory['days'][number];
type VenueDay = Day['venues'][number];

/** What the venues held, day by day, at the rates that were kept on that day. */
export async function readBalanceHistory(context: Context<Db>, query: DayQuery): Promise<BalanceHistory> {
  const { currency = VALUATION_CURRENCY, sumsOnly = false } = query;
  const days = readDays(query, context.clock.now());
  const span = { tenant: context.actor.tenant, from: days[0], to: days.at(-1) ?? days[0] };
  return readWithin(context, async (db) => {
    const inFlight = groupByDay(await selectInFlight(db, span).execute());
    const closes = new Map(
      (await selectCloses(db, span).execute()).map((close) => [close.day, close.closed_at]),
    );
    const compose = await (sumsOnly ? readSums : readDetails)(db, span, currency);
    return {
      currency,
      days: days.map((day) => ({
        ...compose(day, inFlight.get(day) ?? []),
        closedAt: closes.get(day)?.toISOString() ?? null,
      })),
    };
  });
}

type Amount = Pick<HeldRow, 'asset' | 'amount'>;
type Compose = (day: string, inFlight: readonly Amount[]) => Omit<Day, 'closedAt'>;

async function readSums(db: Db, span: Span, currency: string): Promise<Compose> {
  const readings = new Map((await selectUnread(db, span).execute()).map(({ day, unread }) => [day, unread]));
  const held = groupByDay(await selectHeldSums(db, span).execute());
  const rates = await DayRates.read(db, span, currency);
  return (day, inFlight) => {
    const amounts = [...(held.get(day) ?? []), ...inFlight];
    const unread = readings.get(day);
    const value = unread?.length === 0 ? valueOf(day, amounts, rates).sum : undefined;
    return {
      day,
      value: value?.toString() ?? null,
      unread: unread ?? [],
      unpriced: unpricedOf(day, amounts, rates),
      venues: [],
      inFlight: [],
      rates: [],
    };
  };
}

async function readDetails(db: Db, span: Span, currency: string): Promise<Compose> {
  const readingsByDay = groupByDay(await selectReadings(db, span).execute());
  const heldByDay = groupByDay(await selectHeld(db, span).execute());
  const rates = await DayRates.readWithPaths(db, span, currency);
  return (day, inFlight) => {
    const readings = readingsByDay.get(day) ?? [];
    const held = heldByDay.get(day) ?? [];
    const total = new Sum();
    const venues = readings.map(({ venue, read_at, reason }): VenueDay => {
      const { assets, sum } = valueOf(
        day,
        held.filter((row) => row.venue === venue),
        rates,
      );
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
    const moving = valueOf(day, inFlight, rates);
    total.add(moving.sum);
    const amounts = [...held, ...inFlight];
    return {
      day,
      // A day without any reading is a gap, too.
      value: venues.length === 0 ? null : (total.total?.toString() ?? null),
      unread: unreadOf(readings),
      unpriced: unpricedOf(day, amounts, rates),
      venues,
      inFlight: moving.assets,
      rates: assetsOf(amounts).flatMap((asset) => {
        const found = rates.find(day, asset);
        if (!found?.ratedAt) return [];
        const { rate, path, ratedAt } = found;
        return [{ asset, rate: rate.toString(), path: [...path], ratedAt: ratedAt.toISOString() }];
      }),
    };
  };
}

const unreadOf = (readings: readonly KeptReading[]): string[] =>
  readings.flatMap(({ venue, read_at }) => (read_at === null ? [venue] : []));

const assetsOf = (amounts: readonly Amount[]): string[] =>
  [...new Set(amounts.map(({ asset }) => asset))].sort();

const unpricedOf = (day: string, amounts: readonly Amount[], rates: DayRates): string[] =>
  assetsOf(amounts).filter((asset) => !rates.find(day, asset));

/** Each amount with its value, and the sum of the values. */
function valueOf(day: string, amounts: readonly Amount[], rates: DayRates) {
  const sum = new Sum();
  const assets = amounts.map(({ asset, amount }) => {
    const rate = rates.find(day, asset)?.rate;
    const value = rate && Decimal.parse(amount).times(rate).trim();
    sum.add(value);
    return { asset, amount, value: value?.toString() ?? null };
  });
  return { assets, sum: sum.total };
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
