import { Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { requestPoll, requestSubmit } from '../jobs.ts';
import { eventsOf, move, saveShown, wait, type Move } from '../move.ts';
import type { Resolution, Withdrawal } from '../schema.ts';
import { markAbsent, selectAttempts } from '../sending/index.ts';
import { lockWithdrawal, needsPerson, type WithdrawalRow } from '../store.ts';
import { lockResolutions, selectNamed } from './store.ts';

interface ResolveInput extends Resolution {
  readonly id: string;
}

/** Continues a withdrawal whose outcome is in doubt, with what a person found at the venue. */
export async function resolveDoubt(context: Context<Db>, input: ResolveInput): Promise<Withdrawal> {
  return (await run(context, resolve, input)).result;
}

const resolve = command({
  name: 'withdrawal.resolve',
  scope: 'admin',
  async lock(tx, { id, venueTransferId }: ResolveInput, { actor }) {
    const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const attempts = await selectAttempts(tx, id).execute();
    if (venueTransferId === undefined) return { row, attempts };
    await lockResolutions(tx, row.tenant, row.venue).execute();
    return {
      row,
      attempts,
      owner: await selectNamed(tx, { ...row, venueTransferId }, id).executeTakeFirst(),
    };
  },
  approves: ({ row: { id, venue, asset, amount } }, { found, venueTransferId = null }) => ({
    id,
    venue,
    asset,
    amount,
    found,
    venueTransferId,
  }),
  decide({ row, attempts, owner }, input, { actor, now }) {
    if (!needsPerson(row)) {
      throw new Problem(
        'invalid_transition',
        `The withdrawal is ${row.status} and does not wait for a person.`,
      );
    }
    const { found, comment, venueTransferId = null } = input;
    if (found === 'PAID') {
      throw new Problem(
        'unprocessable',
        'It is not known whether the venue has it: answer ACCEPTED with its id there, and its status at the venue decides.',
      );
    }
    if (owner) {
      throw new Problem(
        'unprocessable',
        `${row.venue} has given this id to the withdrawal ${owner.id} with the reference ${owner.reference}.`,
        { errors: { venueTransferId: ['belongs to another withdrawal'] } },
      );
    }
    const change = toMove(row, input, actor.id, now);
    const { status } = change.after;
    // A transfer to the paying wallet that was done after all is not repeated: only what that lacks is moved.
    const doubtful = attempts.filter(
      ({ kind, outcome }) => (kind === 'submit' || kind === 'fund') && (outcome ?? 'unknown') === 'unknown',
    );
    const { venue } = row;
    return {
      change: { change, absent: found === 'NOTHING' ? doubtful.map(({ number }) => number) : [] },
      audit: { subject: row.id, details: { status, reason: comment, found, venueTransferId } },
      events: eventsOf(change),
      jobs: status === 'FAILED' ? [] : [status === 'PENDING' ? requestSubmit(venue) : requestPoll(venue)],
    };
  },
  async write(tx, { change, absent }) {
    if (absent.length > 0) await markAbsent(tx, change.after.id, absent).execute();
    return saveShown(tx, change);
  },
});

function toMove(
  row: WithdrawalRow,
  { found, venueTransferId, comment }: Resolution,
  who: string,
  now: Date,
): Move {
  switch (found) {
    case 'ACCEPTED':
      return move(row, 'SUBMITTED', now, { venue_transfer_id: venueTransferId ?? null, due_at: now });
    case 'REFUSED':
      return move(row, 'FAILED', now, {
        failure_message: `Refused by the venue, as ${who} found: ${comment}`,
      });
    default:
      return wait(row, now, null, null);
  }
}
