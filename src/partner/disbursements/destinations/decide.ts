import { Problem, type Context } from '../../../kernel/index.ts';
import { isSamePerson } from '../../../platform/auth/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db, Tx } from '../../../platform/postgres/index.ts';
import { reopen } from '../reopen.ts';
import { changedOccasion } from './notices.ts';
import { hashOf, toApprove } from './save.ts';
import type { Destination } from './schema.ts';
import { lockDestination, lockPresent, updateDestination, type DestinationRow } from './store.ts';
import { toDestination } from './to-destination.ts';

const HOUR_MS = 3_600_000;
const SCOPE = 'disbursements:manage';

interface State {
  readonly row: DestinationRow;
  /** The one that it replaces. */
  readonly former: DestinationRow | undefined;
  readonly isOwn: boolean;
}

interface Confirming {
  readonly id: string;
  readonly coolingOffHours: number;
}

/** Confirms that the money of an account goes there. One that replaces another is used after a cooling-off period. */
export async function confirmDestination(context: Context<Db>, input: Confirming): Promise<Destination> {
  return (await run(context, confirm, input)).result;
}

export async function refuseDestination(
  context: Context<Db>,
  input: { readonly id: string; readonly reason: string },
): Promise<Destination> {
  return (await run(context, refuse, input)).result;
}

async function lock(
  tx: Tx,
  { id }: { readonly id: string },
  { actor, clock }: Context<Db>,
): Promise<State | undefined> {
  const row: DestinationRow | undefined = await lockDestination(tx, actor.tenant, id).executeTakeFirst();
  if (!row) return undefined;
  const present: DestinationRow[] = await lockPresent(tx, actor.tenant, row.account_id).execute();
  const former = present.find(({ status }) => status === 'CONFIRMED');
  const own = { by: actor.id, at: clock.now() };
  return { row, former, isOwn: await isSamePerson(tx, { by: row.saved_by, at: row.saved_at }, own) };
}

function requireWaiting({ row, isOwn }: State, wanted: string): void {
  if (row.status !== 'WAITING')
    throw new Problem(
      'invalid_transition',
      `The destination is ${row.status}; only a WAITING one can be ${wanted}.`,
    );
  if (isOwn) throw new Problem('unprocessable', 'A second person must decide: it counts as saved by you.');
}

const confirm = command({
  name: 'disbursement-destination.confirm',
  scope: SCOPE,
  lock,
  approves: ({ row: { id, account_id, details } }: State, _input: Confirming) => ({
    id,
    account_id,
    details: toApprove(details),
  }),
  decide(state: State, { coolingOffHours }: Confirming, { actor, now }) {
    requireWaiting(state, 'confirmed');
    const { row, former } = state;
    const usable_from = former ? new Date(now.getTime() + coolingOffHours * HOUR_MS) : now;
    const { id, partner_uid, account_id, details } = row;
    return {
      change: { id, former, end: { decided_by: actor.id, decided_at: now, usable_from }, row },
      ...(former && { jobs: [changedOccasion(id)] }),
      audit: {
        subject: id,
        details: {
          partner_uid,
          account_id,
          hash: hashOf(details),
          savedBy: row.saved_by,
          replaces: former?.id ?? null,
          usableFrom: usable_from.toISOString(),
        },
      },
    };
  },
  async write(tx, { id, former, end, row }) {
    if (former) {
      await updateDestination(tx, former.id, 'CONFIRMED', { status: 'REPLACED' }).execute();
      const reason = 'The destination changed after it was approved.';
      await reopen(tx, former.id, reason, end.decided_at);
    }
    const made = await updateDestination(tx, id, 'WAITING', {
      ...end,
      status: 'CONFIRMED',
    }).executeTakeFirst();
    return made && toDestination({ ...row, ...made });
  },
});

const refuse = command({
  name: 'disbursement-destination.refuse',
  scope: SCOPE,
  lock,
  decide(state: State, { reason }: { readonly id: string; readonly reason: string }, { actor, now }) {
    requireWaiting(state, 'refused');
    const { id, partner_uid, account_id, details } = state.row;
    return {
      change: { id, end: { decided_by: actor.id, decided_at: now, reason } },
      audit: { subject: id, details: { partner_uid, account_id, hash: hashOf(details), reason } },
    };
  },
  async write(tx, { id, end }) {
    const made = await updateDestination(tx, id, 'WAITING', { ...end, status: 'REFUSED' }).executeTakeFirst();
    return made && toDestination(made);
  },
});
