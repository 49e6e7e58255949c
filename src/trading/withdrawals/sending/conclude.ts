import { Decimal, Problem, type Context } from '../../../kernel/index.ts';
import type { JsonObject } from '../../../platform/audit/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Funding, Outcome, VenueWithdrawal } from '../../venues/index.ts';
import { eventsOf, move, saveMove, wait, type Move } from '../move.ts';
import { troubleOccasions } from '../notices.ts';
import { endAttempt, markAbsent, selectAttempts, type AttemptRow } from './store.ts';
import { lockWithdrawal, type WithdrawalRow } from '../store.ts';
import {
  afterFind,
  afterFunding,
  afterSubmit,
  isFunding,
  mayHaveLeft,
  paymentsIn,
  type Consequence,
  type Support,
} from './submission.ts';

/** What a venue answers to an attempt, depending on its kind. */
export type Answered = VenueWithdrawal | Funding | null;

interface ConcludeInput {
  readonly id: string;
  readonly number: number;
  readonly outcome: Outcome<Answered>;
  /** Of what the attempt is about. */
  readonly support: Support;
  readonly marginMs: number;
}

/** Records the outcome of an attempt and what follows from it. */
export async function concludeAttempt(context: Context<Db>, input: ConcludeInput): Promise<void> {
  await run(context, conclude, input);
}

export const conclude = command({
  name: 'withdrawal.conclude',
  scope: 'admin',
  async lock(tx, { id }: ConcludeInput, { actor }) {
    const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
    return row && { row, attempts: await selectAttempts(tx, id).execute() };
  },
  decide({ row, attempts }, { number, outcome, support, marginMs }, { now }) {
    const attempt = attempts.find((other) => other.number === number);
    if (row.status !== 'PENDING' || attempt?.outcome !== null) {
      throw new Problem('invalid_transition', 'The outcome of this attempt was already recorded.');
    }
    const others = attempts.filter((other) => other !== attempt);
    const consequence = consequenceOf(row, attempt, others, { outcome, support, marginMs }, now);
    const absent = consequence.kind === 'wait' ? (consequence.absent ?? []) : [];
    const open = others.filter((other) => !absent.includes(other.number));
    const concluded = { ...attempt, outcome: nameOutcome(outcome) };
    const sentAt = mayHaveLeft([...open, concluded]) ? row.sent_at : null;
    const fee = attempt.kind === 'submit' ? (feeIn(outcome) ?? row.fee) : row.fee;
    const change = toMove({ ...row, fee, sent_at: sentAt }, consequence, now);
    const { status, venue_transfer_id: venueTransferId } = change.after;
    const reason = change.after.failure_message ?? change.after.waiting_reason;
    const answer = describe(outcome);
    return {
      change: {
        change,
        number,
        end: { outcome: concluded.outcome, answer, ended_at: now },
        absent,
      },
      audit: { subject: row.id, details: { status, reason, attempt: number, answer, venueTransferId } },
      events: eventsOf(change),
      jobs: troubleOccasions(row, change),
    };
  },
  async write(tx, { change, number, end, absent }) {
    const { id } = change.after;
    await endAttempt(tx, id, number, end).execute();
    if (absent.length > 0) await markAbsent(tx, id, absent).execute();
    return saveMove(tx, change).executeTakeFirst();
  },
});

function consequenceOf(
  row: WithdrawalRow,
  attempt: AttemptRow,
  others: readonly AttemptRow[],
  { outcome, support, marginMs }: Pick<ConcludeInput, 'outcome' | 'support' | 'marginMs'>,
  now: Date,
): Consequence {
  if (isFunding(attempt)) {
    return afterFunding(attempt, others, support, outcome as Outcome<Funding | null>, { now, marginMs });
  }
  const payment = outcome as Outcome<VenueWithdrawal | null>;
  if (payment.kind === 'answered' && payment.value && !isSame(row, payment.value)) {
    return {
      kind: 'park',
      reason: 'The venue has this reference with another asset or amount. Check the venue, then resolve it.',
    };
  }
  if (attempt.kind === 'find') {
    return afterFind(paymentsIn(others), support, payment, {
      askedAt: attempt.started_at,
      now,
      marginMs,
    });
  }
  return afterSubmit(paymentsIn(others), payment as Outcome<VenueWithdrawal>, now);
}

/** The fee that a request to the venue reckoned with, whether or not it was answered. */
function feeIn(outcome: Outcome<Answered>): string | undefined {
  if (outcome.kind === 'unknown') return outcome.fee?.toString();
  const { value } = outcome.kind === 'answered' ? outcome : {};
  return value && 'fee' in value ? value.fee?.toString() : undefined;
}

/** One for which the venue charged another fee than was reckoned with is still the same: as much has left. */
function isSame(row: WithdrawalRow, { reference, asset, amount, fee }: VenueWithdrawal): boolean {
  const wanted = Decimal.parse(row.amount);
  const isPaid = amount.equals(wanted);
  const hasLeft =
    fee !== null && row.fee !== null && amount.plus(fee).equals(wanted.plus(Decimal.parse(row.fee)));
  return reference === row.id && asset === row.asset && (isPaid || hasLeft);
}

function toMove(row: WithdrawalRow, consequence: Consequence, now: Date): Move {
  switch (consequence.kind) {
    case 'submitted':
      return move(row, 'SUBMITTED', now, { venue_transfer_id: consequence.venueTransferId, due_at: now });
    case 'failed':
      return move(row, 'FAILED', now, { failure_message: consequence.failureMessage });
    case 'wait':
      return wait(row, consequence.until, consequence.reason);
    default:
      return wait(row, null, consequence.reason);
  }
}

const nameOutcome = (outcome: Outcome<Answered>): AttemptRow['outcome'] =>
  outcome.kind === 'answered' ? (outcome.value ? 'accepted' : 'absent') : outcome.kind;

function describe(outcome: Outcome<Answered>): JsonObject {
  if (outcome.kind === 'unknown') {
    const { fee, ...rest } = outcome;
    return { ...rest, ...(fee && { fee: fee.toString() }) };
  }
  if (outcome.kind !== 'answered') return { ...outcome };
  const { kind, value } = outcome;
  if (!value) return { kind, value: null };
  return 'moved' in value
    ? { kind, value: { ...value, moved: value.moved.toString(), held: value.held.toString() } }
    : { kind, value: { ...value, amount: value.amount.toString(), fee: value.fee?.toString() ?? null } };
}
