import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { partnerOf } from '../requests/index.ts';
import { selectOpenRun } from './runs/index.ts';
import { deleteGroup, deleteMovedInto, lockGroup, type GroupRow } from './store.ts';

/** Ends a group. Its clients go to the group of their link or to none; paid rebates stay paid. */
export async function removeGroup(context: Context<Db>, groupId: number): Promise<void> {
  await run(context, remove, groupId);
}

interface State {
  readonly group: GroupRow;
  /** The first day of a period whose rebates are reserved. */
  readonly open: string | undefined;
}

const remove = command({
  name: 'rebate-group.remove',
  scope: 'rebates:edit',
  async lock(tx, groupId: number, { actor }): Promise<State | undefined> {
    const group = await lockGroup(tx, partnerOf(actor), groupId).executeTakeFirst();
    const run = group && (await selectOpenRun(tx, groupId).executeTakeFirst());
    return group && { group, open: run?.period_start };
  },
  decide({ group, open }: State, _groupId, { now }) {
    if (open !== undefined)
      throw new Problem(
        'conflict',
        `The rebates of the period from ${open} are still reserved: they have to be paid or rejected first.`,
      );
    const { id, partner_uid, title } = group;
    return { change: { id, now }, audit: { subject: String(id), details: { partner_uid, title } } };
  },
  async write(tx, { id, now }) {
    await deleteMovedInto(tx, id).execute();
    return deleteGroup(tx, id, now).executeTakeFirst();
  },
});
