import { later, Problem, type Context } from '../../../kernel/index.ts';
import { isSamePerson } from '../../../platform/auth/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import { eventsOf, move, reasonWith, saveShown, wait, type Move } from '../move.ts';
import { troubleOccasions } from '../notices.ts';
import type { Resolution, Withdrawal } from '../schema.ts';
import { askStatus, TIMING, type Status } from '../sending/index.ts';
import { lockWithdrawal, type Finding, type WithdrawalRow } from '../store.ts';

/** What is known of a withdrawal that the venue holds, as the venue has just reported it. */
interface Held {
  readonly reason: string;
  /** The transaction that it shows. */
  readonly receipt: string | null;
}

interface HeldInput extends Resolution {
  readonly id: string;
  readonly held: Held;
}

/**
 * Ends a withdrawal that the venue has accepted and holds, where its history never shows the end. Money could be given back that
 * leaves later: so the venue must say at this moment that it holds it, and two people must have found the same.
 */
export async function resolveHeld(
  context: Context<Db>,
  { directory, personal }: { readonly directory: VenueDirectory; readonly personal: PersonalData },
  row: WithdrawalRow,
  found: Resolution,
): Promise<Withdrawal> {
  const { db, actor, clock } = context;
  const { callTimeoutMs } = TIMING;
  const listed = await directory.find(actor.tenant, row.venue);
  const deadline = later(clock.now(), callTimeoutMs);
  const said = await askStatus(db, listed?.venue.withdrawals, row, { deadline }, personal);
  const input = { ...found, id: row.id, held: heldBy(row.venue, said) };
  return (await run(context, resolve, input)).result;
}

function heldBy(venue: string, said: Status): Held {
  if (said.ended !== null) {
    throw new Problem(
      'invalid_transition',
      `${venue} says that it has ended: that is recorded within a minute.`,
    );
  }
  const { reason, receipt, isHeld } = said;
  if (isHeld && reason !== null) return { reason, receipt };
  throw new Problem(
    'invalid_transition',
    `${venue} does not say that it holds it: ${reason ?? 'it works on it.'} Only what a venue holds can be resolved after it was accepted.`,
  );
}

const resolve = command({
  name: 'withdrawal.resolve',
  scope: 'admin',
  async lock(tx, { id }: HeldInput, { actor, clock }) {
    const row = await lockWithdrawal(tx, actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const { finding } = row;
    const isOwn =
      finding !== null &&
      (await isSamePerson(
        tx,
        { by: finding.by, at: new Date(finding.at) },
        { by: actor.id, at: clock.now() },
      ));
    return { row, isOwn };
  },
  approves: ({ row: { id, venue, asset, amount } }, { found, transaction = null }) => ({
    id,
    venue,
    asset,
    amount,
    found,
    isHeld: true,
    transaction,
  }),
  decide({ row, isOwn }, { found, comment, transaction = null, held }, { actor, now }) {
    if (row.status !== 'SUBMITTED') {
      throw new Problem('invalid_transition', `The withdrawal is ${row.status} and is not held.`);
    }
    if (found !== 'PAID' && found !== 'REFUSED') {
      throw new Problem(
        'unprocessable',
        `${row.venue} has accepted it and holds it: it can be found PAID or REFUSED there.`,
      );
    }
    // A transaction may be replaced by another, but money that has once shown one may have left.
    const shown = held.receipt ?? (found === 'REFUSED' ? row.receipt : null);
    if (shown !== null && shown !== transaction) {
      throw new Problem(
        'unprocessable',
        `${row.venue} has shown the transaction ${shown}: it can only be PAID by that.`,
      );
    }
    const own: Finding = { found, transaction, comment, by: actor.id, at: now.toISOString() };
    const { finding } = row;
    const isAgreed = !isOwn && finding?.found === found && finding.transaction === transaction;
    const change = isAgreed ? end(row, own, finding, now) : note(row, own, held);
    const { status } = change.after;
    return {
      change,
      audit: {
        subject: row.id,
        details: {
          status,
          reason: comment,
          found,
          venueTransferId: null,
          transaction,
          ...(isAgreed && { foundBefore: { ...finding } }),
        },
      },
      events: eventsOf(change),
      jobs: troubleOccasions(row, change),
    };
  },
  write: (tx, made) => saveShown(tx, made),
});

/** Waits for somebody else who finds the same. */
function note(row: WithdrawalRow, finding: Finding, { reason }: Held): Move {
  return wait({ ...row, finding }, row.due_at, reasonWith(reason, finding));
}

function end(
  row: WithdrawalRow,
  { found, transaction, comment, by }: Finding,
  earlier: Finding,
  now: Date,
): Move {
  if (found === 'PAID') return move(row, 'COMPLETED', now, { receipt: transaction });
  return move(row, 'FAILED', now, {
    failure_message: `Refused by the venue, as ${earlier.by} and ${by} found: ${comment}`,
  });
}
