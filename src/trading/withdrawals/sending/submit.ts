import { Decimal, type Context } from '../../../kernel/index.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { lead, type Lease } from '../../../platform/leases/index.ts';
import { NO_KEYS, type PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { hide, type Opened } from '../../../platform/recipients/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import { notSent, unknown, type Call, type Outcome, type WithdrawalApi } from '../../venues/index.ts';
import { beginAttempt } from './attempt.ts';
import { concludeAttempt, type Answered } from './conclude.ts';
import { ignoreChanged } from '../expire.ts';
import { requestPollAt, requestSubmitAt } from '../jobs.ts';
import { NO_RATES, type Rates } from '../policy/index.ts';
import { nextDue } from './next-due.ts';
import { toRequest } from './request.ts';
import { type AttemptRow } from './store.ts';
import { selectDue, type WithdrawalRow } from '../store.ts';
import { fundingSupportOf, isFunding, supportOf, type Timing } from './submission.ts';

const BATCH = 100;
const MAX_BATCHES = 10;

/** Advances the tenant's withdrawals that are due at a venue one by one, and schedules the next run. */
export async function submitDue(
  context: Context<Db>,
  directory: VenueDirectory,
  timing: Timing,
  { venue }: { readonly venue: string },
  { rates = NO_RATES, personal = NO_KEYS }: Partial<Pick<Due, 'rates' | 'personal'>> = {},
): Promise<void> {
  const { actor, db, clock } = context;
  const { tenant } = actor;
  const advanceDue = async (lease: Lease): Promise<void> => {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const due = await selectDue(db, tenant, venue, 'PENDING', clock.now(), BATCH).execute();
      for (const { id } of due) {
        context.signal.throwIfAborted();
        await advance(context, directory, timing, { id, venue, lease, rates, personal }).catch(ignoreChanged);
      }
      if (due.length === 0) break;
    }
  };
  const wanted = { name: `withdrawal.submit ${tenant} ${venue}`, lifetimeMs: timing.leaseMs };
  // One submitter per account. A second one returns at once, so the first looks again after it has released the lease.
  let next: Date | undefined;
  do {
    if (!(await lead(db, wanted, advanceDue))) return;
    next = await nextDue(context, venue, 'PENDING');
  } while (next && next <= clock.now());
  const poll = await nextDue(context, venue, 'SUBMITTED');
  await enqueue(db, context, [
    ...(next ? [requestSubmitAt(tenant, venue, next)] : []),
    ...(poll ? [requestPollAt(tenant, venue, poll)] : []),
  ]);
}

interface Due {
  readonly id: string;
  readonly venue: string;
  /** Of the submitter. */
  readonly lease: Lease;
  readonly rates: Rates;
  readonly personal: PersonalData;
}

async function advance(
  context: Context<Db>,
  directory: VenueDirectory,
  timing: Timing,
  due: Due,
): Promise<void> {
  const { id, venue, lease, rates, personal } = due;
  const listed = await directory.find(context.actor.tenant, venue);
  const means = { listed, lease, rates, personal };
  const { row, attempt, recipient } = await beginAttempt(context, means, id, timing);
  const withdrawals = listed?.venue.withdrawals;
  if (!attempt || !withdrawals) return;
  // A process that was stopped after the commit may have lost the lease: then nothing leaves.
  const outcome = lease.isHeld
    ? hidden(await callVenue(withdrawals, row, attempt, recipient), recipient)
    : notSent('The lease on the account has run out, or another process has it.');
  const { number } = attempt;
  const { marginMs } = timing;
  const wallet = isFunding(attempt) ? withdrawals.payingWallet : undefined;
  const support = wallet ? fundingSupportOf(wallet) : supportOf(withdrawals);
  await concludeAttempt(context, { id, number, outcome, support, marginMs });
  // What was moved for a withdrawal leaves with it at once.
  if (wallet && outcome.kind === 'answered' && outcome.value) {
    await advance(context, directory, timing, due);
  }
}

/** An adapter must not throw. If it does, what it sent is unknown. */
async function callVenue(
  withdrawals: WithdrawalApi,
  row: WithdrawalRow,
  { kind, deadline, request }: AttemptRow,
  recipient: Opened | undefined,
): Promise<Outcome<Answered>> {
  const call: Call = { deadline };
  const { payingWallet } = withdrawals;
  const withdrawal = toRequest(row, recipient?.data);
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

/** Venues repeat what was said about people when they refuse it, also when they are asked for it later. */
function hidden(outcome: Outcome<Answered>, recipient: Opened | undefined): Outcome<Answered> {
  if (outcome.kind !== 'answered') return { ...outcome, reason: hide(outcome.reason, recipient) };
  const { value } = outcome;
  if (!value || !('failureReason' in value)) return outcome;
  const { failureReason, waitsFor, ...rest } = value;
  const shown = {
    ...rest,
    failureReason: failureReason && hide(failureReason, recipient),
    ...(waitsFor !== undefined && { waitsFor: hide(waitsFor, recipient) }),
  };
  return { ...outcome, value: shown };
}
