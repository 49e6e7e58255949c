import { Decimal, type Context } from '../../kernel/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { alone, type Db } from '../../platform/postgres/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { notSent, unknown, type Call, type Outcome, type WithdrawalApi } from '../venues/index.ts';
import { beginAttempt } from './attempt.ts';
import { concludeAttempt, type Answered } from './conclude.ts';
import { ignoreChanged } from './expire.ts';
import { requestPollAt, requestSubmitAt } from './jobs.ts';
import { nextDue } from './next-due.ts';
import { toRequest } from './request.ts';
import { type AttemptRow } from './attempts/index.ts';
import { selectDue, type WithdrawalRow } from './store.ts';
import { fundingSupportOf, isFunding, supportOf, type Timing } from './submission.ts';

const BATCH = 100;
const MAX_BATCHES = 10;

/** Advances the tenant's withdrawals that are due at a venue one by one, and schedules the next run. */
export async function submitDue(
  context: Context<Db>,
  directory: VenueDirectory,
  timing: Timing,
  { venue }: { readonly venue: string },
): Promise<void> {
  const { actor, db, clock } = context;
  const { tenant } = actor;
  const advanceDue = async (): Promise<void> => {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const due = await selectDue(db, tenant, venue, 'PENDING', clock.now(), BATCH).execute();
      for (const { id } of due) {
        context.signal.throwIfAborted();
        await advance(context, directory, timing, { id, venue }).catch(ignoreChanged);
      }
      if (due.length === 0) break;
    }
  };
  // One submitter per account. A second one returns at once, so the first looks again after it has released the lock.
  let next: Date | undefined;
  do {
    if (!(await alone(db, `withdrawal.submit ${tenant} ${venue}`, advanceDue))) return;
    next = await nextDue(context, venue, 'PENDING');
  } while (next && next <= clock.now());
  const poll = await nextDue(context, venue, 'SUBMITTED');
  await enqueue(db, context, [
    ...(next ? [requestSubmitAt(tenant, venue, next)] : []),
    ...(poll ? [requestPollAt(tenant, venue, poll)] : []),
  ]);
}

async function advance(
  context: Context<Db>,
  directory: VenueDirectory,
  timing: Timing,
  { id, venue }: { readonly id: string; readonly venue: string },
): Promise<void> {
  const listed = await directory.find(context.actor.tenant, venue);
  const { row, attempt } = await beginAttempt(context, listed, id, timing);
  const withdrawals = listed?.venue.withdrawals;
  if (!attempt || !withdrawals) return;
  const outcome = await callVenue(withdrawals, row, attempt);
  const { number } = attempt;
  const { marginMs } = timing;
  const wallet = isFunding(attempt) ? withdrawals.payingWallet : undefined;
  const support = wallet ? fundingSupportOf(wallet) : supportOf(withdrawals);
  await concludeAttempt(context, { id, number, outcome, support, marginMs });
  // What was moved for a withdrawal leaves with it at once.
  if (wallet && outcome.kind === 'answered' && outcome.value) {
    await advance(context, directory, timing, { id, venue });
  }
}

/** An adapter must not throw. If it does, what it sent is unknown. */
async function callVenue(
  withdrawals: WithdrawalApi,
  row: WithdrawalRow,
  { kind, deadline, request }: AttemptRow,
): Promise<Outcome<Answered>> {
  const call: Call = { deadline };
  const { payingWallet } = withdrawals;
  const withdrawal = toRequest(row);
  const { reserved = '0' } = request as { readonly reserved?: string };
  const funding = { withdrawal, reserved: Decimal.parse(reserved) };
  const sought = { reference: row.id, asset: row.asset, since: row.created_at };
  try {
    switch (kind) {
      case 'submit':
        return await withdrawals.submit(withdrawal, call);
      case 'find':
        return (await withdrawals.find?.(sought, call)) ?? unknown('The venue cannot look up references.');
      case 'fund':
        return (await payingWallet?.fund(funding, call)) ?? notSent('The venue has no paying wallet.');
      default:
        return (await payingWallet?.find?.(funding, call)) ?? unknown('The venue cannot look up transfers.');
    }
  } catch (error) {
    return unknown(`The call failed: ${String(error)}`);
  }
}
