import { Decimal, type Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../../platform/postgres/index.ts';
import { DayRates } from '../balances/index.ts';
import { dayAfter, groupByDay, readDays, VALUATION_CURRENCY, type DayQuery } from '../days.ts';
import { KINDS, mapKinds, type Flows, type Kind } from './schema.ts';
import { selectKnownDeposits, selectMoved, selectMovedAnywhere, type MovedRow } from './store.ts';

type Day = Flows['days'][number];

/** Venues are read every half minute: one that was read later than this is not behind. */
const FRESH_MS = 5 * 60_000;
const ARRIVING: readonly Kind[] = ['deposits', 'transfersIn'];

/** What arrived, left, was traded and was charged, day by day, at the rates that were kept on that day. */
export async function readFlows(context: Context<Db>, query: DayQuery): Promise<Flows> {
  const { currency = VALUATION_CURRENCY, sumsOnly = false } = query;
  const { tenant } = context.actor;
  const now = context.clock.now();
  const days = readDays(query, now);
  const [first, last] = [days[0], days.at(-1) ?? days[0]];
  const period = { tenant, from: new Date(first), before: new Date(dayAfter(last)) };
  return readWithin(context, async (db) => {
    const moved = await (sumsOnly ? selectMovedAnywhere : selectMoved)(db, period).execute();
    const byDay = groupByDay<MovedRow>(moved);
    const sources = await selectKnownDeposits(db, tenant).execute();
    const rates = await DayRates.read(db, { tenant, from: first, to: last }, currency);
    return {
      currency,
      days: days.map((day) => {
        const unread = sources.filter((source) => !isKnown(source, day, now)).map(({ venue }) => venue);
        return composeDay(day, byDay.get(day) ?? [], unread, rates);
      }),
    };
  });
}

interface Source {
  readonly read_to: Date | null;
  readonly missing_from: Date | null;
  readonly missing_to: Date | null;
}

/** Whether all deposits that a venue has recorded on a day are known. */
function isKnown({ read_to, missing_from, missing_to }: Source, day: string, now: Date): boolean {
  const [begin, end] = [Date.parse(day), Date.parse(dayAfter(day))];
  const isMissing =
    missing_from !== null &&
    missing_to !== null &&
    missing_from.getTime() < end &&
    missing_to.getTime() > begin;
  const needed = Math.min(end, now.getTime() - FRESH_MS);
  return !isMissing && (needed <= begin || (read_to !== null && read_to.getTime() >= needed));
}

type Amounts = Record<Kind, string>;

interface Moved {
  readonly venue: string | null;
  readonly asset: string;
  readonly amounts: Amounts;
}

/** What all tables have of each venue and asset, in this order. */
function putTogether(rows: readonly MovedRow[]): Moved[] {
  const found = new Map<string, Moved>();
  for (const { day: _day, venue, asset, ...some } of rows) {
    const place = JSON.stringify([venue, asset]);
    const known = found.get(place);
    if (!known) found.set(place, { venue, asset, amounts: mapKinds((kind) => some[kind] ?? '0') });
    else for (const kind of KINDS) known.amounts[kind] = sumOf(known.amounts[kind], some[kind]);
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, moved]) => moved);
}

function sumOf(amount: string, more: string | null): string {
  if (more === null || more === '0') return amount;
  return amount === '0' ? more : Decimal.parse(amount).plus(Decimal.parse(more)).trim().toString();
}

function composeDay(day: string, rows: readonly MovedRow[], unread: readonly string[], rates: DayRates): Day {
  const unpriced = new Set<string>();
  const sums = new Map<Kind, Decimal | null>(KINDS.map((kind) => [kind, Decimal.ZERO]));
  const flows = putTogether(rows).flatMap(({ venue, asset, amounts }) => {
    const rate = rates.find(day, asset)?.rate;
    if (!rate) unpriced.add(asset);
    const values = mapKinds((kind) => {
      const amount = amounts[kind];
      // Most amounts are zero.
      if (amount === '0') return Decimal.ZERO;
      const value = rate && Decimal.parse(amount).times(rate);
      const sum = sums.get(kind);
      sums.set(kind, value && sum ? sum.plus(value) : null);
      return value ?? Decimal.ZERO;
    });
    if (venue === null) return [];
    return [
      { venue, asset, amounts, values: rate ? mapKinds((kind) => values[kind].trim().toString()) : null },
    ];
  });
  if (unread.length > 0) for (const kind of ARRIVING) sums.set(kind, null);
  return {
    day,
    values: mapKinds((kind) => sums.get(kind)?.trim().toString() ?? null),
    unread: [...unread],
    unpriced: [...unpriced].sort(),
    flows,
  };
}
