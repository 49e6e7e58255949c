import { later, Problem, type Context } from '../../kernel/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { lead, type Lease } from '../../platform/leases/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { unknown, type VenueDeposit } from '../venues/index.ts';
import { requestPollAt } from './jobs.ts';
import { newsIn, observeDeposit, saidOf } from './observe.ts';
import { selectKnown, selectOldestOpen, selectSource, upsertSource, type SourceRow } from './store.ts';

const DAY_MS = 24 * 3_600_000;

/** How the deposits of a venue are read. */
export interface Timing {
  readonly everyMs: number;
  /** For all pages of one reading. */
  readonly callTimeoutMs: number;
  /** Read again each time: a venue may list a deposit late, change one or take one back. */
  readonly overlapMs: number;
  /** A deposit that is still open is asked for this long. */
  readonly watchMs: number;
  /** How far the first reading looks back. */
  readonly firstMs: number;
  readonly leaseMs: number;
}

export const TIMING: Timing = {
  everyMs: 30_000,
  callTimeoutMs: 60_000,
  overlapMs: 7 * DAY_MS,
  watchMs: 30 * DAY_MS,
  firstMs: 30 * DAY_MS,
  leaseMs: 30_000,
};

const AT_ONCE = 8;
const COMPARED_AT_ONCE = 500;

/** Reads the deposits of one of the tenant's venues, and schedules the next reading. */
export async function pollDeposits(
  context: Context<Db>,
  directory: VenueDirectory,
  timing: Timing,
  { venue }: { readonly venue: string },
): Promise<void> {
  const { actor, db, clock } = context;
  const { tenant } = actor;
  const wanted = { name: `deposit.poll ${tenant} ${venue}`, lifetimeMs: timing.leaseMs };
  const read = (lease: Lease): Promise<void> => readVenue(context, { directory, lease }, timing, venue);
  if (!(await lead(db, wanted, read))) return;
  await enqueue(db, context, [requestPollAt(tenant, venue, later(clock.now(), timing.everyMs))]);
}

interface Means {
  readonly directory: VenueDirectory;
  /** Of the reader: one that has lost it stores nothing, because others know what the venue has said since. */
  readonly lease: Lease;
}

async function readVenue(
  context: Context<Db>,
  { directory, lease }: Means,
  timing: Timing,
  venue: string,
): Promise<void> {
  const { actor, db, clock } = context;
  const { tenant } = actor;
  const now = clock.now();
  const last = await selectSource(db, tenant, venue).executeTakeFirst();
  const source = last ?? { tenant, venue, read_to: null, reason: null, missing_from: null, missing_to: null };
  const deposits = await directory.find(tenant, venue).then(
    (listed) => listed?.venue.deposits,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'unavailable') return error;
      throw error;
    },
  );
  if (!deposits) return;
  if (deposits instanceof Problem) return keep(db, lease, { ...source, reason: deposits.message });
  const open = await selectOldestOpen(db, tenant, venue).executeTakeFirst();
  const { since, missing } = periodOf(source, open?.created_at, timing, deposits.reachMs, now);
  const outcome = await deposits
    .list(since, { deadline: later(now, timing.callTimeoutMs), signal: context.signal })
    .catch((error: unknown) => unknown(`The call failed: ${String(error)}`));
  if (outcome.kind !== 'answered') return keep(db, lease, { ...source, reason: outcome.reason });
  await store(context, lease, venue, outcome.value);
  // Only now: a process that dies before this reads the same again.
  await keep(db, lease, { ...source, ...missing, read_to: now, reason: null });
}

const keep = (db: Db, lease: Lease, source: SourceRow): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lease.fence(tx);
    await upsertSource(tx, source).execute();
  });

/** Since when to read, and what is missing because the venue no longer lists it. */
export function periodOf(
  { read_to }: Pick<SourceRow, 'read_to'>,
  oldestOpen: Date | undefined,
  { overlapMs, watchMs, firstMs }: Pick<Timing, 'overlapMs' | 'watchMs' | 'firstMs'>,
  reachMs: number,
  now: Date,
) {
  // A venue refuses a time at the very limit of what it lists.
  const reach = now.getTime() - reachMs + REACH_MARGIN_MS;
  const wanted = read_to ? read_to.getTime() - overlapMs : now.getTime() - firstMs;
  const watched = oldestOpen ? Math.max(oldestOpen.getTime(), now.getTime() - watchMs) : Infinity;
  const since = new Date(Math.max(Math.min(wanted, watched), reach));
  const isMissing = read_to !== null && read_to < since;
  return { since, missing: isMissing ? { missing_from: read_to, missing_to: since } : {} };
}

const REACH_MARGIN_MS = 5 * 60_000;

/** Stores what is new or has changed. Of a deposit that is listed twice, the last one counts. */
async function store(
  context: Context<Db>,
  lease: Lease,
  venue: string,
  listed: readonly VenueDeposit[],
): Promise<void> {
  const all = [...new Map(listed.map(saidOf).map((said) => [said.venue_deposit_id, said])).values()];
  for (let first = 0; first < all.length; first += COMPARED_AT_ONCE) {
    const said = all.slice(first, first + COMPARED_AT_ONCE);
    const ids = said.map(({ venue_deposit_id }) => venue_deposit_id);
    const rows = await selectKnown(context.db, context.actor.tenant, venue, ids).execute();
    const known = new Map(rows.map((row) => [row.venue_deposit_id, row]));
    const news = said.filter((one) => {
      const row = known.get(one.venue_deposit_id);
      return !row || newsIn(row, one).length > 0;
    });
    for (let next = 0; next < news.length; next += AT_ONCE) {
      context.signal.throwIfAborted();
      const some = news.slice(next, next + AT_ONCE);
      // All have ended before the next poll begins.
      const stored = await Promise.allSettled(
        some.map((one) => observeDeposit(context, { lease, venue, said: one })),
      );
      for (const outcome of stored) if (outcome.status === 'rejected') throw outcome.reason;
    }
  }
}
