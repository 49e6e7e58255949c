import { Problem, type Context } from '../../kernel/index.ts';
import { ownActs } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { PersonalData } from '../../platform/personal-data/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { findRecipients, hide, type Opened } from '../../platform/recipients/index.ts';
import { toMark } from '../recipients/index.ts';
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
export async function screenWithdrawal(
  context: Context<Db>,
  personal: PersonalData,
  input: ScreenInput,
): Promise<Withdrawal> {
  return (await run(context, screen(personal), input)).result;
}

const screen = (personal: PersonalData) =>
  command({
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
      const named = row.recipient_id === null ? [] : [row.recipient_id];
      const owner = { tenant: actor.tenant, service: 'trading' } as const;
      const [recipient] = (await findRecipients(tx, personal, owner, named)).values();
      return { row, approvals: votes.length, isParty: isOwn(request) || cast.some(isOwn), recipient };
    },
    approves({ row, recipient: named }, { verdict, reason }) {
      const { id, reference, venue, asset, amount, destination } = row;
      const recipient = toMark(row);
      return {
        id,
        reference,
        verdict,
        reason: hide(reason, named),
        venue,
        asset,
        amount,
        destination: { ...destination },
        ...(recipient && { recipient }),
      };
    },
    decide({ row, approvals, isParty, recipient }, { verdict, digest, ...said }, { actor, now }) {
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
      const { reason, evidence } = withoutPeople(said, recipient);
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

/** What is said stays for ever, so it must not name who receives the withdrawal. */
function withoutPeople(
  { reason, evidence }: Pick<ScreeningAnswer, 'reason' | 'evidence'>,
  recipient: Opened | undefined,
): Pick<ScreeningAnswer, 'reason' | 'evidence'> {
  if (recipient?.fault !== undefined) throw new Problem('unprocessable', recipient.fault);
  return { reason: hide(reason, recipient), evidence: hide(evidence, recipient) };
}

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
