import { Problem, later, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { lead } from '../../../platform/leases/index.ts';
import { NO_KEYS, type PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { findRecipients, hide } from '../../../platform/recipients/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import {
  notSent,
  unknown,
  type Call,
  type Outcome,
  type VenueWithdrawal,
  type WithdrawalApi,
} from '../../venues/index.ts';
import { ignoreChanged } from '../expire.ts';
import { requestPollAt } from '../jobs.ts';
import { eventsOf, move, reasonWith, saveMove, wait, type Move } from '../move.ts';
import { troubleOccasions } from '../notices.ts';
import { nextDue } from './next-due.ts';
import { lockWithdrawal, postpone, selectDue, type WithdrawalRow } from '../store.ts';
import type { Timing } from './submission.ts';

const AT_ONCE = 8;
const MAX_BATCHES = 100;
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 60_000] as const;

/** Asks a venue for the status of the tenant's accepted withdrawals, and schedules the next run. */
export async function pollDue(
  context: Context<Db>,
  directory: VenueDirectory,
  timing: Timing,
  { venue }: { readonly venue: string },
  personal = NO_KEYS,
): Promise<void> {
  const { actor, db, clock } = context;
  const { tenant } = actor;
  const withdrawals = (await directory.find(tenant, venue))?.venue.withdrawals;
  const askDue = async (): Promise<void> => {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      context.signal.throwIfAborted();
      const due = await selectDue(db, tenant, venue, 'SUBMITTED', clock.now(), AT_ONCE).execute();
      await Promise.all(
        due.map((row) => pollOne(context, withdrawals, timing, row, personal).catch(ignoreChanged)),
      );
      if (due.length < AT_ONCE) break;
    }
  };
  const wanted = { name: `withdrawal.poll ${tenant} ${venue}`, lifetimeMs: timing.leaseMs };
  if (!(await lead(db, wanted, askDue))) return;
  const next = await nextDue(context, venue, 'SUBMITTED');
  if (next) await enqueue(db, context, [requestPollAt(tenant, venue, next)]);
}

async function pollOne(
  context: Context<Db>,
  withdrawals: WithdrawalApi | undefined,
  { callTimeoutMs }: Timing,
  row: WithdrawalRow,
  personal: PersonalData,
): Promise<void> {
  const deadline = later(context.clock.now(), callTimeoutMs);
  const answer = await askStatus(context.db, withdrawals, row, { deadline }, personal);
  if (answer.ended || reasonWith(answer.reason, row.finding) !== row.waiting_reason || isNews(row, answer)) {
    await run(context, settle, { id: row.id, ...answer });
  } else {
    await postpone(context.db, row.id, 'SUBMITTED', nextPollAt(row, context.clock.now())).execute();
  }
}

/** What the venue says now of a withdrawal that it has accepted. */
export async function askStatus(
  db: Db,
  withdrawals: WithdrawalApi | undefined,
  row: WithdrawalRow,
  call: Call,
  personal: PersonalData,
): Promise<Status> {
  const { venue_transfer_id: venueTransferId, id: reference, asset } = row;
  const outcome = withdrawals
    ? await withdrawals
        .status({ venueTransferId: venueTransferId ?? '', reference, asset }, call)
        .catch((error: unknown) => unknown(`The call failed: ${String(error)}`))
    : notSent('The venue is no longer configured.');
  return hidden(db, personal, row, interpret(outcome));
}

export type Status =
  | {
      readonly ended: 'COMPLETED';
      readonly receipt: string | null;
      readonly internalId: string | null;
      readonly chargedFee: string | null;
      readonly received: string;
    }
  | { readonly ended: 'FAILED'; readonly failureMessage: string }
  | {
      readonly ended: null;
      readonly reason: string | null;
      readonly receipt: string | null;
      /** Whether the venue says that somebody must do something there. */
      readonly isHeld: boolean;
    };

/** Venues repeat what was said about people when they say why they wait or have failed. */
async function hidden(
  db: Db,
  personal: PersonalData,
  { tenant, recipient_id: id }: WithdrawalRow,
  answer: Status,
): Promise<Status> {
  const isText = answer.ended === 'FAILED' || (answer.ended === null && answer.reason !== null);
  if (!isText || id === null) return answer;
  const recipient = (await findRecipients(db, personal, { tenant, service: 'trading' }, [id])).get(id);
  if (answer.ended === 'FAILED') return { ...answer, failureMessage: hide(answer.failureMessage, recipient) };
  return { ...answer, reason: answer.reason && hide(answer.reason, recipient) };
}

/** Whether the venue shows another transaction than before. */
const isNews = (row: WithdrawalRow, { receipt }: Extract<Status, { ended: null }>): boolean =>
  receipt !== null && receipt !== row.receipt;

export function interpret(outcome: Outcome<VenueWithdrawal>): Status {
  if (outcome.kind !== 'answered') {
    const reason = `The venue does not report its status: ${outcome.reason}`;
    return { ended: null, reason, receipt: null, isHeld: false };
  }
  const { status, amount, fee, hash, internalId, failureReason, waitsFor = null } = outcome.value;
  if (status === 'failed')
    return { ended: 'FAILED', failureMessage: failureReason ?? 'The venue gave no reason.' };
  if (status !== 'completed')
    return { ended: null, reason: waitsFor, receipt: hash, isHeld: waitsFor !== null };
  if (hash === null && internalId === null) {
    const reason = 'The venue reports it as completed, but not its transaction yet.';
    return { ended: null, reason, receipt: null, isHeld: false };
  }
  return {
    ended: 'COMPLETED',
    receipt: hash,
    internalId,
    chargedFee: fee?.toString() ?? null,
    received: amount.toString(),
  };
}

/** Records a status that differs from the last one. */
export const settle = command({
  name: 'withdrawal.settle',
  scope: 'admin',
  lock: (tx, { id }: Status & { readonly id: string }, { actor }) =>
    lockWithdrawal(tx, actor.tenant, id).executeTakeFirst(),
  decide(row: WithdrawalRow, answer, { now }) {
    const change = toMove(row, answer, now);
    const { status, receipt, failure_message, waiting_reason } = change.after;
    const { charged_fee: chargedFee, received_amount: receivedAmount } = change.after;
    const details = {
      status,
      reason: failure_message ?? waiting_reason,
      receipt,
      ...(status === 'COMPLETED' && { chargedFee, receivedAmount }),
    };
    return {
      change,
      audit: { subject: row.id, details },
      events: eventsOf(change),
      jobs: troubleOccasions(row, change),
    };
  },
  write: (tx, made) => saveMove(tx, made).executeTakeFirst(),
});

function toMove(row: WithdrawalRow, answer: Status, now: Date): Move {
  if (answer.ended === 'COMPLETED') {
    return move(row, 'COMPLETED', now, {
      receipt: answer.receipt,
      internal_transfer_id: answer.internalId,
      charged_fee: answer.chargedFee,
      received_amount: answer.received,
    });
  }
  if (answer.ended === 'FAILED') {
    return move(row, 'FAILED', now, { receipt: null, failure_message: answer.failureMessage });
  }
  if (row.status !== 'SUBMITTED') throw new Problem('invalid_transition', `The withdrawal is ${row.status}.`);
  // What was found counts while the venue holds it.
  const finding = answer.reason === null ? null : row.finding;
  const known = { ...row, receipt: answer.receipt ?? row.receipt, finding };
  return wait(known, nextPollAt(row, now), reasonWith(answer.reason, finding));
}

/** Pauses grow with the time elapsed, so that polling delays the end by at most a quarter. */
function nextPollAt({ updated_at }: WithdrawalRow, now: Date): Date {
  const pauseMs = (now.getTime() - updated_at.getTime()) / 4;
  return later(now, Math.min(Math.max(pauseMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
}
