import { Problem, later, type Context, type Decimal } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { KnownVenue, Venues } from './open.ts';
import type { VenueBalance } from './port/index.ts';
import type { BalanceQuery } from './schema.ts';

const ANSWER_WITHIN_MS = 5_000;
const BUCKETS = ['total', 'available', 'locked', 'withdrawing', 'depositing'] as const;

type Buckets = Record<(typeof BUCKETS)[number], Decimal>;
type Row = Buckets & { readonly asset: string; readonly venue: string | null };

interface BalanceSummary {
  readonly rows: readonly Row[];
  /** The codes of venues that did not answer, and whose rows are therefore missing. */
  readonly missing: readonly string[];
}

/** What the venues hold for the actor's tenant, as they say now. */
export async function summariseBalances(
  { actor, clock, signal }: Context<Db>,
  venues: Venues,
  { aggregate = false, nonZeroBalanceOnly = false, asset, venue }: BalanceQuery,
): Promise<BalanceSummary> {
  const asked = venue === undefined ? venues.of(actor.tenant) : [findVenue(venues, actor.tenant, venue)];
  const call = { deadline: later(clock.now(), ANSWER_WITHIN_MS), signal };
  const answers = await Promise.all(
    asked
      .filter((known) => known.venue.balances !== undefined)
      .map(async ({ code, venue }) => ({ code, outcome: await venue.balances?.(call) })),
  );
  const rows: Row[] = [];
  const missing: string[] = [];
  for (const { code, outcome } of answers) {
    if (outcome?.kind === 'answered') rows.push(...outcome.value.map((balance) => rowOf(code, balance)));
    else missing.push(code);
  }
  if (answers.length > 0 && missing.length === answers.length) {
    throw new Problem('unavailable', `Not answering: ${missing.join(', ')}.`, {
      headers: { 'retry-after': '1' },
    });
  }
  const wanted = rows.filter((row) => asset === undefined || row.asset === asset);
  const shown = (aggregate ? sumByAsset(wanted) : wanted).filter(
    (row) => !nonZeroBalanceOnly || BUCKETS.some((bucket) => !row[bucket].isZero),
  );
  return { rows: shown.sort(byAssetAndVenue), missing };
}

function findVenue(venues: Venues, tenant: string, code: string): KnownVenue {
  const known = venues.find(tenant, code);
  if (!known) throw new Problem('not_found', `There is no venue ${code}.`);
  return known;
}

function rowOf(venue: string, { asset, available, locked, withdrawing, depositing }: VenueBalance): Row {
  const total = available.plus(locked).plus(withdrawing).trim();
  return { asset, venue, total, available, locked, withdrawing, depositing };
}

function sumByAsset(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const sum = sums.get(row.asset);
    sums.set(row.asset, sum ? { ...sum, ...plus(sum, row) } : { ...row, venue: null });
  }
  return [...sums.values()];
}

const plus = (a: Buckets, b: Buckets): Buckets => ({
  total: a.total.plus(b.total).trim(),
  available: a.available.plus(b.available).trim(),
  locked: a.locked.plus(b.locked).trim(),
  withdrawing: a.withdrawing.plus(b.withdrawing).trim(),
  depositing: a.depositing.plus(b.depositing).trim(),
});

const byAssetAndVenue = (a: Row, b: Row): number =>
  compare(a.asset, b.asset) || compare(a.venue ?? '', b.venue ?? '');
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
