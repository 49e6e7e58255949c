import { later, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Lease } from '../../../platform/leases/index.ts';
import { NO_KEYS, type PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { findRecipients, type Opened } from '../../../platform/recipients/index.ts';
import type { ListedVenue } from '../../directory.ts';
import { findOpenRestore, HELD } from '../../restores/index.ts';
import { selectActiveRules } from '../../policies/index.ts';
import { faultsOf } from '../../travel-rule/index.ts';
import { findHold, Valuation, type Hold, type Rates } from '../policy/index.ts';
import { eventsOf, move, saveMove, wait, type Move } from '../move.ts';
import { troubleOccasions } from '../notices.ts';
import { checkPending } from './pending.ts';
import { toRequest } from './request.ts';
import { insertAttempt, selectAttempts, sumFunded, type AttemptRow } from './store.ts';
import { lockWithdrawal, type WithdrawalRow } from '../store.ts';
import {
  fundingSupportOf,
  paymentsIn,
  plan,
  planFunding,
  supportOf,
  type Step,
  type Timing,
} from './submission.ts';

/** How soon a withdrawal that people hold back is checked again. */
const RECHECK_MS = 15_000;

interface Begun {
  readonly row: WithdrawalRow;
  /** The call to make to the venue now, if any. */
  readonly attempt?: AttemptRow | undefined;
  /** Who receives it, for the call alone: nothing of it is stored with the attempt. */
  readonly recipient?: Opened | undefined;
}

interface State {
  readonly row: WithdrawalRow;
  readonly attempts: readonly AttemptRow[];
  /** Why the policy does not permit sending it now. */
  readonly hold: Hold | undefined;
  /** Whether the database was restored and nobody has released its withdrawals. */
  readonly isRestored: boolean;
  /** What the paying wallet holds for other withdrawals. */
  readonly reserved: string;
  /** Who receives it, where that was said. */
  readonly recipient: Opened | undefined;
}

/**
 * Decides the next step of a withdrawal that is due. If it is a call to the venue, the attempt is committed before the
 * call, and only the process that recorded it may make the call. A submitter that has lost its lease records nothing.
 */
export async function beginAttempt(
  context: Context<Db>,
  { listed, lease, rates, personal = NO_KEYS }: Means,
  id: string,
  timing: Timing,
): Promise<Begun> {
  const valuation = await readValuation(context, rates);
  const { result } = await run(context, attempting(listed, timing, lease, valuation, personal), { id });
  return result;
}

interface Means {
  readonly listed: ListedVenue | undefined;
  readonly lease: Lease;
  readonly rates: Rates;
  readonly personal?: PersonalData | undefined;
}

/** What was withdrawn contains every withdrawal that can be due. */
async function readValuation(
  { db, actor: { tenant }, clock }: Context<Db>,
  rates: Rates,
): Promise<Valuation> {
  const policy = await selectActiveRules(db, tenant).executeTakeFirst();
  return Valuation.read(db, rates, { tenant, rules: policy?.rules ?? [], assets: [], now: clock.now() });
}

export function attempting(
  listed: ListedVenue | undefined,
  timing: Timing,
  lease: Pick<Lease, 'fence'>,
  valuation = Valuation.NONE,
  personal = NO_KEYS,
) {
  return command({
    name: 'withdrawal.attempt',
    scope: 'admin',
    async lock(tx, { id }: { readonly id: string }, { actor, clock }): Promise<State | undefined> {
      await lease.fence(tx);
      const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
      if (!row) return undefined;
      const attempts = await selectAttempts(tx, id).execute();
      // A withdrawal that may have been sent has passed the policy and counts in its sums.
      const hold = row.sent_at === null ? await findHold(tx, row, valuation, clock.now()) : undefined;
      const { venue, asset } = row;
      const funded = listed?.venue.withdrawals?.payingWallet
        ? await sumFunded(tx, actor.tenant, venue, asset, id).executeTakeFirst()
        : undefined;
      const isRestored = (await findOpenRestore(tx)) !== undefined;
      const recipients = await findRecipients(
        tx,
        personal,
        { tenant: actor.tenant, service: 'trading' },
        row.recipient_id === null ? [] : [row.recipient_id],
      );
      const recipient = recipients.get(row.recipient_id ?? '');
      return { row, attempts, hold, isRestored, reserved: funded?.total ?? '0', recipient };
    },
    decide(state, _input, { now }) {
      const { row } = state;
      checkPending(row, now);
      const step = stepOf(listed, state, timing, now);
      const attempt = toAttempt(state, step, timing, now);
      const change = toMove(row, step, attempt, timing, now);
      const reason = 'reason' in step ? step.reason : null;
      return {
        change: { change, attempt, recipient: state.recipient },
        audit: {
          subject: row.id,
          details: { status: change.after.status, step: step.kind, reason, ...numbered(attempt) },
        },
        events: eventsOf(change),
        jobs: troubleOccasions(row, change),
      };
    },
    async write(tx, { change, attempt, recipient }): Promise<Begun | undefined> {
      if (attempt) await insertAttempt(tx, attempt).execute();
      const row = await saveMove(tx, change).executeTakeFirst();
      return row && { row, attempt, recipient };
    },
  });
}

const numbered = (attempt: AttemptRow | undefined) => (attempt ? { attempt: attempt.number } : {});

function stepOf(
  listed: ListedVenue | undefined,
  { row, attempts, hold, isRestored, recipient }: State,
  { marginMs }: Timing,
  now: Date,
): Step | Hold {
  const withdrawals = listed?.venue.withdrawals;
  const support = withdrawals
    ? supportOf(withdrawals)
    : { canFind: false, isIdempotent: false, honoursDeadline: false };
  const step = plan(paymentsIn(attempts), support, now);
  if (step.kind !== 'send') return step;
  if (isRestored) return { kind: 'wait', until: later(now, RECHECK_MS), reason: HELD };
  if (hold) return hold;
  const refusal = recipientHold(listed, row, recipient, now);
  if (refusal) return refusal;
  if (withdrawals && listed.withdrawals === 'live') {
    const wallet = withdrawals.payingWallet;
    return (wallet && planFunding(attempts, fundingSupportOf(wallet), now, marginMs)) ?? step;
  }
  return {
    kind: 'wait',
    until: later(now, RECHECK_MS),
    reason: 'Withdrawals at the venue are switched off.',
  };
}

/** What the venue would refuse about who receives it: its questions may have changed since the creation. */
function recipientHold(
  listed: ListedVenue | undefined,
  { venue, destination }: WithdrawalRow,
  recipient: Opened | undefined,
  now: Date,
): Hold | undefined {
  const asks = listed?.venue.asks;
  if (!asks || destination.kind === 'fiat') return undefined;
  if (recipient?.fault !== undefined)
    return { kind: 'wait', until: later(now, RECHECK_MS), reason: recipient.fault };
  if (recipient?.erased) return { kind: 'refuse', reason: 'Who receives it was erased before it was sent.' };
  const faults = Object.entries(faultsOf({ venue, asks }, recipient?.data));
  if (faults.length === 0) return undefined;
  const says = faults.map(([field, texts]) => `${field} ${texts?.join(', ')}`).join('; ');
  return { kind: 'refuse', reason: `Nothing was sent: the questions of ${venue} are not answered. ${says}.` };
}

const KINDS = { send: 'submit', ask: 'find', fund: 'fund', askFunding: 'findFunding' } as const;

const isCall = (kind: (Step | Hold)['kind']): kind is keyof typeof KINDS => kind in KINDS;

function toAttempt(
  { row, attempts, reserved }: State,
  { kind }: Step | Hold,
  { callTimeoutMs }: Timing,
  now: Date,
): AttemptRow | undefined {
  if (!isCall(kind)) return undefined;
  return {
    withdrawal_id: row.id,
    number: attempts.length + 1,
    kind: KINDS[kind],
    request:
      kind === 'send' || kind === 'fund'
        ? { ...describeRequest(row), ...(kind === 'fund' && { reserved }) }
        : { reference: row.id },
    started_at: now,
    deadline: later(now, callTimeoutMs),
    outcome: null,
    answer: null,
    ended_at: null,
  };
}

function toMove(
  row: WithdrawalRow,
  step: Step | Hold,
  attempt: AttemptRow | undefined,
  { marginMs }: Timing,
  now: Date,
): Move {
  if (attempt) {
    const sentAt = attempt.kind === 'submit' ? now : row.sent_at;
    return wait(row, later(attempt.deadline, marginMs), row.waiting_reason, sentAt);
  }
  if (step.kind === 'refuse') return move(row, 'FAILED', now, { failure_message: step.reason });
  return wait(row, step.kind === 'wait' ? step.until : null, 'reason' in step ? step.reason : null);
}

/** The request as the attempt stores it. */
function describeRequest(row: WithdrawalRow) {
  const { reference, asset, amount, destination } = toRequest(row);
  return { reference, asset, amount: amount.toString(), destination: { ...destination } };
}
