import { later, Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { event } from '../../platform/events/index.ts';
import { lead } from '../../platform/leases/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { WithdrawalRow } from '../withdrawals/index.ts';
import { transferMatched, transferNeedsPerson } from './events.ts';
import { marksOf, pair, type ReceivedEnd, type SentEnd } from './pair.ts';
import {
  lockReceived,
  lockSent,
  selectFitting,
  selectMatches,
  selectUnmatched,
  upsertMatch,
  type MatchRow,
} from './store.ts';

const DAY_MS = 24 * 3_600_000;
const [MAX_SENT, MAX_RECEIVED] = [500, 1_000] as const;
const LEASE_MS = 30_000;

/** How long the other end of a transfer is waited for before a person must look. */
export const PATIENCE_MS = 2 * 3_600_000;

/** The clocks of the venues may differ. */
export const freeSince = ({ created_at }: Pick<WithdrawalRow, 'created_at'>): Date =>
  later(created_at, -DAY_MS);

type Unmatched = WithdrawalRow & { readonly reason: string | null };

/** Finds the deposits that the transfers of every tenant have become. */
export async function matchTransfers(context: Context<Db>, lifetimeMs = LEASE_MS): Promise<void> {
  const wanted = { name: 'transfer.match', lifetimeMs };
  await lead(context.db, wanted, async () => {
    const all = await selectUnmatched(context.db, MAX_SENT).execute();
    const accounts = new Map<string, Unmatched[]>();
    for (const row of all) {
      const key = JSON.stringify([row.tenant, row.to_venue, row.asset]);
      accounts.set(key, [...(accounts.get(key) ?? []), row]);
    }
    for (const sent of accounts.values()) {
      context.signal.throwIfAborted();
      await matchAccount(context, sent);
    }
  });
}

async function matchAccount(context: Context<Db>, sent: readonly Unmatched[]): Promise<void> {
  const [first] = sent;
  if (!first) return;
  const { tenant, to_venue, asset } = first;
  const oldest = sent.reduce((before, row) => (row.created_at < before.created_at ? row : before), first);
  const ends = sent.flatMap(sentEnd);
  const account = { tenant, venue: to_venue ?? '', asset };
  const fitting = await selectFitting(
    context.db,
    account,
    freeSince(oldest),
    marksOf(ends),
    MAX_RECEIVED,
  ).execute();
  const { pairs, doubtful } = pair(ends, fitting.map(receivedEnd));
  const own = { ...context, actor: { ...context.actor, tenant } };
  for (const [id, depositId] of pairs) await attempt(run(own, match, { id, depositId }));
  const paired = new Set(pairs.map(([id]) => id));
  const patience = later(context.clock.now(), -PATIENCE_MS);
  for (const row of sent) {
    if (paired.has(row.id) || row.reason !== null) continue;
    const reason = doubtful.includes(row.id)
      ? 'More deposits have this transaction, address, tag and amount than were sent.'
      : row.status === 'COMPLETED' && row.updated_at < patience
        ? 'No deposit with the same transaction, address, tag and amount was seen in time.'
        : undefined;
    if (reason !== undefined) await attempt(run(own, park, { id: row.id, reason }));
  }
}

/** Another process, or a person, was faster. */
async function attempt(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'invalid_transition')) throw error;
  });
}

function sentEnd(row: WithdrawalRow): SentEnd[] {
  const { id, destination, amount, received_amount, receipt, internal_transfer_id, created_at } = row;
  if (destination.kind === 'fiat') return [];
  const { network, address, tag } = destination;
  return [
    {
      id,
      network,
      address,
      tag,
      amount: received_amount ?? amount,
      hash: receipt,
      internalId: internal_transfer_id,
      at: created_at,
    },
  ];
}

const receivedEnd = (row: Received): ReceivedEnd => ({
  id: row.id,
  network: row.network,
  address: row.address,
  tag: row.tag,
  amount: row.amount,
  hash: row.receipt,
  internalId: row.internal_transfer_id,
  at: row.created_at,
});

type Received = Awaited<ReturnType<ReturnType<typeof selectFitting>['execute']>>[number];

export interface MatchInput {
  readonly id: string;
  readonly depositId: string;
}

/** Both ends and what they are matched with, under locks. Undefined where one of them is not there. */
export async function lockEnds(tx: Db, tenant: string, { id, depositId }: MatchInput) {
  const sent = await lockSent(tx, tenant, id).executeTakeFirst();
  const received = await lockReceived(tx, tenant, depositId).executeTakeFirst();
  if (!sent || !received) return undefined;
  return { sent, received, matches: await selectMatches(tx, id, depositId).execute() };
}

export type Ends = NonNullable<Awaited<ReturnType<typeof lockEnds>>>;

/** Refuses to match what has left nothing, or what is matched already. */
export function checkFree({ sent, matches }: Ends): void {
  if (sent.status !== 'SUBMITTED' && sent.status !== 'COMPLETED') {
    throw new Problem(
      'invalid_transition',
      `The transfer is ${sent.status}: nothing of it can have arrived.`,
    );
  }
  if (matches.some(({ deposit_id }) => deposit_id !== null)) {
    throw new Problem('invalid_transition', 'The transfer or the deposit is matched already.');
  }
}

export const writeMatch = async (tx: Db, row: MatchRow) => upsertMatch(tx, row).executeTakeFirst();

const match = command({
  name: 'transfer.match',
  scope: 'admin',
  lock: (tx, input: MatchInput, { actor }) => lockEnds(tx, actor.tenant, input),
  decide(ends: Ends, { id, depositId }, { actor, now }) {
    checkFree(ends);
    // What was read without locks may have changed.
    const { pairs } = pair(sentEnd(ends.sent), [receivedEnd(ends.received)]);
    if (pairs.length === 0) throw new Problem('invalid_transition', 'The two do not fit any more.');
    const row: MatchRow = {
      withdrawal_id: id,
      tenant: actor.tenant,
      deposit_id: depositId,
      reason: null,
      updated_at: now,
    };
    return {
      change: row,
      audit: { subject: id, details: { depositId } },
      events: [event(transferMatched, { id, depositId })],
    };
  },
  write: writeMatch,
});

const park = command({
  name: 'transfer.park',
  scope: 'admin',
  async lock(tx, { id }: { readonly id: string; readonly reason: string }, { actor }) {
    const sent = await lockSent(tx, actor.tenant, id).executeTakeFirst();
    return sent && { matches: await selectMatches(tx, id, null).execute() };
  },
  decide({ matches }: Pick<Ends, 'matches'>, { id, reason }, { actor, now }) {
    if (matches.length > 0)
      throw new Problem('invalid_transition', 'The transfer is matched or waits already.');
    const row: MatchRow = {
      withdrawal_id: id,
      tenant: actor.tenant,
      deposit_id: null,
      reason,
      updated_at: now,
    };
    return {
      change: row,
      audit: { subject: id, details: { reason } },
      events: [event(transferNeedsPerson, { id, reason })],
    };
  },
  write: writeMatch,
});
