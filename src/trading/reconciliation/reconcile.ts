import { later, type Context } from '../../kernel/index.ts';
import type { JsonObject } from '../../platform/audit/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Call, Outcome, Venue } from '../venues/index.ts';
import { compare, type Compared, type Difference, type Entry } from './compare.ts';
import { differenceOccasions } from './notices.ts';
import {
  depositEntries,
  orderEntry,
  readDeposits,
  readOrders,
  readWithdrawals,
  withdrawalEntry,
  type Account,
} from './read.ts';
import { insertReconciliation, selectSymbols, type ReconciliationRow } from './store.ts';

export interface Reconciliation extends Compared {
  /** Why the venue's entries could not be listed; then nothing was compared. */
  readonly refusal: string | null;
}

interface ReconcileInput {
  readonly kind: ReconciliationRow['kind'];
  readonly venue: Venue;
  readonly since: Date;
  /** Markets to list besides those in which orders of ours were placed. */
  readonly symbols: readonly string[];
}

/** The venue's clock may differ from ours: it is asked for a little more, and nothing that it shows is left out. */
const CLOCK_MARGIN_MS = 60_000;
const ANSWER_WITHIN_MS = 5 * 60_000;
/** More are counted but not stored. */
const MOST_STORED = 1_000;

/**
 * Compares what a venue has recorded since then with what we have, and records the result. Sends nothing. Throws where
 * the venue did not answer.
 */
export async function reconcile(context: Context<Db>, input: ReconcileInput): Promise<Reconciliation> {
  const { db, actor, clock } = context;
  const { kind, venue, since } = input;
  const account = { tenant: actor.tenant, venue: venue.code };
  const call = { deadline: later(clock.now(), ANSWER_WITHIN_MS) };
  const outcome = await listEntries(db, account, input, call);
  if (outcome && (outcome.kind === 'notSent' || outcome.kind === 'unknown')) {
    throw new Error(`${venue.code} did not list its ${kind}: ${outcome.reason}`);
  }
  const listedSince = (ms = Infinity) => new Date(Math.max(clock.now().getTime() - ms + CLOCK_MARGIN_MS, 0));
  const read = (theirs: readonly Entry[]) => {
    if (kind === 'withdrawals') return readWithdrawals(db, account, since, theirs);
    if (kind === 'deposits') {
      return readDeposits(db, account, since, theirs, listedSince(venue.deposits?.reachMs));
    }
    return readOrders(db, account, since, theirs, listedSince(venue.orders?.listsUntradedMs));
  };
  const result: Reconciliation =
    outcome?.kind === 'answered'
      ? { ...compare(await read(outcome.value), outcome.value), refusal: null }
      : { matched: 0, differences: [], refusal: outcome?.reason ?? `The venue cannot list ${kind}.` };
  await run(context, recording, { kind, venue: venue.code, since, result });
  return result;
}

/** Undefined where the venue cannot list them. */
async function listEntries(
  db: Db,
  { tenant }: Account,
  { kind, venue, since: wanted, symbols }: ReconcileInput,
  call: Call,
): Promise<Outcome<readonly Entry[]> | undefined> {
  const since = new Date(wanted.getTime() - CLOCK_MARGIN_MS);
  if (kind === 'withdrawals') return each(await venue.withdrawals?.list?.(since, call), withdrawalEntry);
  if (kind === 'deposits') return mapped(await venue.deposits?.list(since, call), depositEntries);
  const traded = await selectSymbols(db, tenant, venue.code).execute();
  const all = new Set([...symbols, ...traded.map(({ symbol }) => symbol)]);
  return each(await venue.orders?.list?.({ symbols: [...all], since }, call), orderEntry);
}

const mapped = <T>(
  outcome: Outcome<readonly T[]> | undefined,
  entriesOf: (items: readonly T[]) => readonly Entry[],
): Outcome<readonly Entry[]> | undefined =>
  outcome?.kind === 'answered' ? { kind: 'answered', value: entriesOf(outcome.value) } : outcome;

const each = <T>(outcome: Outcome<readonly T[]> | undefined, entryOf: (item: T) => Entry) =>
  mapped(outcome, (items) => items.map(entryOf));

interface Recorded extends Pick<ReconciliationRow, 'kind' | 'venue' | 'since'> {
  readonly result: Reconciliation;
}

const recording = command({
  name: 'reconciliation.run',
  scope: 'admin',
  decide(_state: undefined, { kind, venue, since, result }: Recorded, { id, actor, now }) {
    const { matched, differences, refusal } = result;
    const count = (wanted: Difference['kind']) => differences.filter((one) => one.kind === wanted).length;
    const row: ReconciliationRow = {
      id,
      kind,
      tenant: actor.tenant,
      venue,
      since,
      run_at: now,
      run_by: actor.id,
      refusal,
      matched,
      only_venue: count('only at the venue'),
      only_here: count('only here'),
      different: count('different'),
      differences: differences.slice(0, MOST_STORED).map(toJson),
    };
    const { only_venue: onlyVenue, only_here: onlyHere, different } = row;
    return {
      jobs: differenceOccasions(row),
      change: row,
      audit: {
        subject: id,
        details: {
          kind,
          venue,
          since: since.toISOString(),
          refusal,
          matched,
          onlyVenue,
          onlyHere,
          different,
        },
      },
    };
  },
  write: (tx, row) => insertReconciliation(tx, row).executeTakeFirst(),
});

function toJson({ kind, here, there, fields }: Difference): JsonObject {
  return {
    kind,
    id: here?.id ?? there?.id ?? null,
    venueId: there?.venueId ?? here?.venueId ?? null,
    here: here?.status ?? null,
    there: there?.status ?? null,
    fields,
  };
}
