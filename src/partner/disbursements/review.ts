import { Problem, type Context } from '../../kernel/index.ts';
import { isSamePerson } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Disbursement } from './schema.ts';
import { lockDisbursements, updateDisbursements, type DisbursementRow } from './store.ts';
import { toDisbursement } from './to-disbursement.ts';

interface Reviewing {
  readonly number: number;
}

interface State {
  readonly row: DisbursementRow;
  readonly isOwn: boolean;
}

/** A second person has seen that a payment failed or came back, so that who said so can approve the next one. */
export async function reviewDisbursement(context: Context<Db>, number: number): Promise<Disbursement> {
  return (await run(context, review, { number })).result;
}

const review = command({
  name: 'disbursement.review',
  scope: 'disbursements:manage',
  async lock(tx, { number }: Reviewing, { actor, clock }): Promise<State | undefined> {
    const row = await lockDisbursements(tx, actor.tenant, [number]).executeTakeFirst();
    if (!row) return undefined;
    const own = { by: actor.id, at: clock.now() };
    const { settled_by: by, settled_at: at } = row;
    return { row, isOwn: by !== null && at !== null && (await isSamePerson(tx, { by, at }, own)) };
  },
  approves: ({ row: { number, status, amount, currency, returned_amount } }: State) => ({
    number,
    status,
    amount,
    currency,
    returned_amount,
  }),
  decide({ row, isOwn }: State, _input, { actor, now }) {
    const { number, status, settled_by, reviewed_by } = row;
    if ((status !== 'FAILED' && status !== 'RETURNED') || settled_by === null || reviewed_by !== null)
      throw new Problem(
        'invalid_transition',
        'Only a disbursement that failed or came back can be reviewed, and only once.',
      );
    if (isOwn) throw new Problem('unprocessable', 'Another person must review it: you count as who said so.');
    return {
      change: { row, end: { reviewed_by: actor.id, reviewed_at: now, updated_at: now } },
      audit: { subject: String(number), details: { status, settledBy: settled_by } },
    };
  },
  async write(tx, { row, end }) {
    const made = await updateDisbursements(tx, [row.number], row.status, end).executeTakeFirst();
    return made && toDisbursement(made);
  },
});
