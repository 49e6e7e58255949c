import { Problem, type Context } from '../../kernel/index.ts';
import { ownActs } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { digestOf, type ScreeningAnswer, type StoredScreening } from '../screening/index.ts';
import { selectVotes } from './approvals/index.ts';
import { requestExpire, requestSubmit } from './jobs.ts';
import { askPeople, eventsOf, expiryOf, move, proceed, saveShown, type Move } from './move.ts';
import { screeningOccasions } from './notices.ts';
import type { Withdrawal } from './schema.ts';
import { lockWithdrawal, type WithdrawalRow } from './store.ts';

interface ScreenInput extends ScreeningAnswer {
  readonly id: string;
}

/** Takes the one answer of a screener. */
export async function screenWithdrawal(context: Context<Db>, input: ScreenInput): Promise<Withdrawal> {
  return (await run(context, screen, input)).result;
}

const screen = command({
  name: 'withdrawal.screen',
  scope: 'screening:edit',
  async lock(tx, { id }: ScreenInput, { actor, clock }) {
    const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const own = { by: actor.id, at: clock.now() };
    const votes = await selectVotes(tx, id).execute();
    const cast = votes.map(({ voter, created_at }) => ({ by: voter, at: created_at }));
    const request = { by: row.requested_by, at: row.created_at };
    const isOwn = await ownActs(tx, [request, ...cast], own);
    return { row, approvals: votes.length, isParty: isOwn(request) || cast.some(isOwn) };
  },
  approves: ({ row: { id, reference, venue, asset, amount, destination } }, { verdict }) => ({
    id,
    reference,
    verdict,
    venue,
    asset,
    amount,
    destination: { ...destination },
  }),
  decide({ row, approvals, isParty }, { verdict, digest, reason, evidence }, { actor, now }) {
    const screening = refuseUnlessAwaited(row, now);
    if (digest !== digestOf(row)) {
      throw new Problem(
        'unprocessable',
        'The digest is not that of this withdrawal. Screen what the event or the withdrawal shows, and repeat its digest.',
      );
    }
    if (isParty) {
      throw new Problem(
        'unprocessable',
        'Who requested a withdrawal or voted on it cannot screen it, nor can an account that counts as them.',
      );
    }
    const answered = { ...screening, verdict, reason, evidence, by: actor.id, at: now.toISOString() };
    const change = toMove({ ...row, screening: answered, waiting_reason: null }, answered, approvals, now);
    const { status, failure_message } = change.after;
    const needsVotes = status === 'APPROVAL_REQUESTED';
    return {
      change,
      audit: {
        subject: row.id,
        details: { status, reason: failure_message ?? reason, verdict, evidence, digest },
      },
      events: eventsOf(change),
      jobs: [
        ...(status === 'PENDING' ? [requestSubmit(row.venue)] : []),
        ...(needsVotes ? [requestExpire(expiryOf(row))] : []),
        ...(needsVotes && verdict === 'HOLD' ? screeningOccasions(row.id, expiryOf(row)) : []),
      ],
    };
  },
  write: (tx, made) => saveShown(tx, made),
});

/** An answer counts once, and before its time ends: also while nobody has acted on the silence yet. */
function refuseUnlessAwaited({ status, screening }: WithdrawalRow, now: Date): StoredScreening {
  if (screening !== null && screening.verdict !== null && screening.verdict !== 'SILENCE') {
    throw new Problem('conflict', `It was answered with ${screening.verdict}; an answer cannot be changed.`);
  }
  if (status !== 'APPROVAL_REQUESTED' || screening === null) {
    throw new Problem('invalid_transition', `The withdrawal is ${status}; it does not wait for a screening.`);
  }
  if (screening.verdict !== null || new Date(screening.until) <= now) {
    throw new Problem('invalid_transition', `The time to answer ended at ${screening.until}.`);
  }
  return screening;
}

function toMove(
  row: WithdrawalRow,
  { verdict, reason }: Pick<StoredScreening, 'verdict' | 'reason'>,
  approvals: number,
  now: Date,
): Move {
  if (verdict === 'REFUSE') {
    return move(row, 'CANCELLED', now, { failure_message: `The screening refused it: ${reason}` });
  }
  if (verdict === 'HOLD') return askPeople(row, `The screening holds it: ${reason}`);
  return proceed({ ...row, due_at: expiryOf(row) }, approvals, now);
}
