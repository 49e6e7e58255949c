import type { Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { ListedVenue } from '../directory.ts';
import { eventsOf, saveMove, wait } from './move.ts';
import { checkPending } from './pending.ts';
import { toRequest } from './request.ts';
import {
  insertAttempt,
  lockWithdrawal,
  selectAttempts,
  type AttemptRow,
  type WithdrawalRow,
} from './store.ts';
import { plan, supportOf, type Step, type Timing } from './submission.ts';

const SWITCH_CHECK_MS = 15_000;

interface Begun {
  readonly row: WithdrawalRow;
  /** What is to be asked of the venue now; absent when there is nothing to ask. */
  readonly attempt?: AttemptRow | undefined;
}

/**
 * Decides what may be done about a withdrawal that is due and, when that is a question to the venue, records
 * the attempt. It is committed before the venue is called, and only whoever recorded it may call.
 */
export async function beginAttempt(
  context: Context<Db>,
  listed: ListedVenue | undefined,
  id: string,
  timing: Timing,
): Promise<Begun> {
  const { result } = await run(context, attempting(listed, timing), { id });
  return result;
}

export function attempting(listed: ListedVenue | undefined, { callTimeoutMs, marginMs }: Timing) {
  return command({
    name: 'withdrawal.attempt',
    scope: 'admin',
    async lock(tx, { id }: { readonly id: string }, { actor }) {
      const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
      return row && { row, attempts: await selectAttempts(tx, id).execute() };
    },
    decide({ row, attempts }, _input, { now }) {
      checkPending(row, now);
      const step = stepOf(listed, attempts, now);
      const isQuestion = step.kind === 'send' || step.kind === 'ask';
      const deadline = new Date(now.getTime() + callTimeoutMs);
      const attempt: AttemptRow | undefined = isQuestion
        ? {
            withdrawal_id: row.id,
            number: attempts.length + 1,
            kind: step.kind === 'send' ? 'submit' : 'find',
            request: step.kind === 'send' ? describeRequest(row) : { reference: row.id },
            started_at: now,
            deadline,
            outcome: null,
            answer: null,
            ended_at: null,
          }
        : undefined;
      const change = attempt
        ? wait(row, new Date(deadline.getTime() + marginMs), row.waiting_reason)
        : wait(row, step.kind === 'wait' ? step.until : null, isQuestion ? null : step.reason);
      return {
        change: { change, attempt },
        audit: {
          subject: row.id,
          details: {
            status: row.status,
            step: step.kind,
            reason: isQuestion ? null : step.reason,
            ...numbered(attempt),
          },
        },
        events: eventsOf(change),
      };
    },
    async write(tx, { change, attempt }): Promise<Begun | undefined> {
      if (attempt) await insertAttempt(tx, attempt).execute();
      const row = await saveMove(tx, change).executeTakeFirst();
      return row && { row, attempt };
    },
  });
}

const numbered = (attempt: AttemptRow | undefined) => (attempt ? { attempt: attempt.number } : {});

function stepOf(listed: ListedVenue | undefined, attempts: readonly AttemptRow[], now: Date): Step {
  const desk = listed?.venue.withdrawals;
  const support = desk ? supportOf(desk) : { canFind: false, isIdempotent: false, honoursDeadline: false };
  const step = plan(attempts, support, now);
  if (step.kind !== 'send' || (desk && listed.withdrawals === 'live')) return step;
  const until = new Date(now.getTime() + SWITCH_CHECK_MS);
  return { kind: 'wait', until, reason: 'Withdrawals at the venue are switched off.' };
}

/** What is sent, as it is kept. */
function describeRequest(row: WithdrawalRow) {
  const { reference, asset, amount, destination } = toRequest(row);
  return { reference, asset, amount: amount.toString(), destination: { ...destination } };
}
