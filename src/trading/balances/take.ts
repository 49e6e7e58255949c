import { Decimal, later, type Context } from '../../kernel/index.ts';
import { lead, type Lease } from '../../platform/leases/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { dayAfter, dayOf, VALUATION_CURRENCY } from '../days.ts';
import { listInFlight } from '../transfers/index.ts';
import { unknown, type Venue, type VenueBalance } from '../venues/index.ts';
import {
  deleteHeld,
  deleteInFlight,
  insertClose,
  insertHeld,
  insertInFlight,
  selectMovedAssets,
  upsertRates,
  upsertReadings,
  type RateRow,
} from './store.ts';

const ANSWER_WITHIN_MS = 20_000;
const LEASE_MS = 30_000;
/** A day can be closed this long after its end. Later, what was read last on that day stays. */
const CLOSE_WITHIN_MS = 30 * 60_000;
/** Each rate may follow several markets. */
const RATES_AT_ONCE = 8;

/** An account at a venue, of any tenant. */
export interface Account {
  readonly tenant: string;
  readonly code: string;
  readonly venue: Pick<Venue, 'balances'>;
}

/** The prices of this moment. */
export interface Quotes {
  /** The value of one unit of `from` in `to`, and the assets on the way; undefined if there is no live price. */
  quote(
    tenant: string,
    from: string,
    to: string,
  ): Promise<{ readonly rate: Decimal; readonly path: readonly string[] } | undefined>;
}

/** What a venue holds, or why it could not be read. */
interface Reading {
  readonly venue: string;
  readonly held: ReadonlyMap<string, Decimal> | string;
}

/**
 * Keeps what the venues of every tenant hold now, with the rates of now. The first one after midnight closes the day before.
 * Returns whether a venue could not be read.
 */
export async function takeSnapshots(
  context: Context<Db>,
  accounts: readonly Account[],
  quotes: Quotes,
): Promise<boolean> {
  let isMissing = false;
  await lead(context.db, { name: 'balance.snapshot', lifetimeMs: LEASE_MS }, async (lease) => {
    const readable = accounts.flatMap(({ tenant, code, venue: { balances } }) =>
      balances ? [{ tenant, code, balances }] : [],
    );
    const tenants = new Set(readable.map(({ tenant }) => tenant));
    // All have ended before the lease is released, so that a fault of one tenant is none of the others.
    const taken = await Promise.allSettled(
      [...tenants].map((tenant) =>
        takeSnapshot(
          { ...context, actor: { ...context.actor, tenant } },
          lease,
          readable.filter((each) => each.tenant === tenant),
          quotes,
        ),
      ),
    );
    for (const outcome of taken) {
      if (outcome.status === 'rejected') throw outcome.reason;
      if (!outcome.value) isMissing = true;
    }
  });
  return isMissing;
}

/** An account that says what it holds. */
interface Readable {
  readonly code: string;
  readonly balances: NonNullable<Venue['balances']>;
}

async function takeSnapshot(
  context: Context<Db>,
  lease: Lease,
  accounts: readonly Readable[],
  quotes: Quotes,
): Promise<boolean> {
  const { actor, db, clock } = context;
  const now = clock.now();
  const today = dayOf(now);
  const yesterday = dayAfter(today, -1);
  const readings = await Promise.all(accounts.map((account) => readAccount(context, account)));
  const inFlight = await readInFlight(context);
  const moved = await selectMovedAssets(db, actor.tenant, new Date(yesterday)).execute();
  const assets = new Set([
    ...readings.flatMap(({ held }) => (typeof held === 'string' ? [] : [...held.keys()])),
    ...inFlight.keys(),
    ...moved.map(({ asset }) => asset),
  ]);
  const rates = await readRates(actor.tenant, [...assets], quotes);
  const kept = { now, readings, inFlight, rates };
  const keep = (tx: Tx, day: string): Promise<void> => keepDay(tx, actor.tenant, day, kept);
  await db.transaction().execute(async (tx) => {
    // One that was stopped meanwhile would put an earlier reading in place of that with which the day was closed.
    await lease.fence(tx);
    await keep(tx, today);
    if (now.getTime() - Date.parse(today) >= CLOSE_WITHIN_MS) return;
    const close = { tenant: actor.tenant, day: yesterday, closed_at: now };
    if (await insertClose(tx, close).executeTakeFirst()) await keep(tx, yesterday);
  });
  return readings.every(({ held }) => typeof held !== 'string');
}

async function readAccount({ clock, signal }: Context<Db>, { code, balances }: Readable): Promise<Reading> {
  const call = { deadline: later(clock.now(), ANSWER_WITHIN_MS), signal };
  const outcome = await balances(call).catch((error: unknown) =>
    unknown(`The call failed: ${String(error)}`),
  );
  return { venue: code, held: outcome.kind === 'answered' ? totalsOf(outcome.value) : outcome.reason };
}

/** What is not zero, as in the summary of balances: a withdrawal belongs to the venue until it has left. */
function totalsOf(balances: readonly VenueBalance[]): ReadonlyMap<string, Decimal> {
  const totals = new Map<string, Decimal>();
  for (const { asset, available, locked, withdrawing } of balances) {
    const total = available.plus(locked).plus(withdrawing);
    if (!total.isZero) totals.set(asset, total.trim());
  }
  return totals;
}

/** What no venue shows as its own: a withdrawal that is under way is still at the venue that sends it. */
async function readInFlight(context: Context<Db>): Promise<ReadonlyMap<string, Decimal>> {
  const rows = (await listInFlight(context)).map(
    ({ asset, amount, leaving }) =>
      [asset, Decimal.parse(amount).minus(Decimal.parse(leaving)).trim()] as const,
  );
  return new Map(rows.filter(([, amount]) => amount.sign > 0));
}

type Priced = Pick<RateRow, 'asset' | 'rate' | 'path'>;

async function readRates(tenant: string, assets: readonly string[], quotes: Quotes): Promise<Priced[]> {
  const priced: Priced[] = [];
  const sought = assets.filter((asset) => asset !== VALUATION_CURRENCY);
  for (let first = 0; first < sought.length; first += RATES_AT_ONCE) {
    const some = sought.slice(first, first + RATES_AT_ONCE).map(async (asset) => {
      const found = await quotes.quote(tenant, asset, VALUATION_CURRENCY);
      return found && found.rate.sign > 0
        ? [{ asset, rate: found.rate.toString(), path: [...found.path] }]
        : [];
    });
    priced.push(...(await Promise.all(some)).flat());
  }
  return priced;
}

interface Snapshot {
  readonly now: Date;
  readonly readings: readonly Reading[];
  readonly inFlight: ReadonlyMap<string, Decimal>;
  readonly rates: readonly Priced[];
}

async function keepDay(
  tx: Tx,
  tenant: string,
  day: string,
  { now, readings, inFlight, rates }: Snapshot,
): Promise<void> {
  await upsertReadings(
    tx,
    readings.map(({ venue, held }) =>
      typeof held === 'string'
        ? { tenant, day, venue, read_at: null, reason: held }
        : { tenant, day, venue, read_at: now, reason: null },
    ),
  ).execute();
  const read = readings.flatMap(({ venue, held }) => (typeof held === 'string' ? [] : [{ venue, held }]));
  await deleteHeld(
    tx,
    tenant,
    day,
    read.map(({ venue }) => venue),
  ).execute();
  const rows = read.flatMap(({ venue, held }) =>
    [...held].map(([asset, amount]) => ({ tenant, day, venue, asset, amount: amount.toString() })),
  );
  if (rows.length > 0) await insertHeld(tx, rows).execute();
  await deleteInFlight(tx, tenant, day).execute();
  const moving = [...inFlight].map(([asset, amount]) => ({ tenant, day, asset, amount: amount.toString() }));
  if (moving.length > 0) await insertInFlight(tx, moving).execute();
  if (rates.length > 0) {
    await upsertRates(
      tx,
      rates.map((priced) => ({ tenant, day, ...priced, rated_at: now })),
    ).execute();
  }
}
