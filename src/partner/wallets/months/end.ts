import type { Context } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { dayOf } from '../figures.ts';
import { statementOccasion } from '../notices/index.ts';
import { post } from '../post.ts';
import type { Posting } from '../store.ts';
import { insertMonth, lockDebtors, selectLastMonth, selectWriteOffs, type Carry } from './store.ts';

interface Ending {
  readonly carry: Carry;
  /** The first days of the month that has ended, and of the one after it. */
  readonly firstDay: string;
  readonly nextDay: string;
}

/**
 * Ends the month before the present one in the ledger, once. With `reset`, what its rewards have made negative is written off;
 * clawbacks stay. The first month that is ever ended only begins the series, because the setting may be newer than it.
 */
export async function endMonth(context: Context<Db>, carry: Carry): Promise<void> {
  const now = context.clock.now();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const firstDay = dayOf(new Date(Date.UTC(year, month - 1)));
  const last = await selectLastMonth(context.db).executeTakeFirst();
  if (last && last.first_day >= firstDay) return;
  await run(context, end, { carry, firstDay, nextDay: dayOf(new Date(Date.UTC(year, month))) });
}

const end = command({
  name: 'wallet-month.end',
  scope: 'admin',
  async lock(tx, { carry, firstDay, nextDay }: Ending, { clock }): Promise<readonly Posting[]> {
    const isFirst = (await selectLastMonth(tx).executeTakeFirst()) === undefined;
    if (carry === 'on' || isFirst) return [];
    // As for figures: what waits for a lock reads other tables as they were before it waited.
    const debtors = await lockDebtors(tx).execute();
    const ids = debtors.map(({ id }) => id);
    return selectWriteOffs(tx, ids, { firstDay, nextDay, today: dayOf(clock.now()) }).execute();
  },
  decide: (postings: readonly Posting[], { carry, firstDay }, { now }) => ({
    change: { carry, firstDay, postings, now },
    audit: { subject: firstDay.slice(0, 7), details: { carry, writtenOff: postings.length } },
    jobs: [statementOccasion(firstDay.slice(0, 7), now)],
  }),
  async write(tx, { carry, firstDay, postings, now }) {
    const ended = await insertMonth(tx, { first_day: firstDay, carry, ended_at: now }).executeTakeFirst();
    if (!ended) return undefined;
    const month = firstDay.slice(0, 7);
    const reason = `the negative rewards of ${month} are not carried over`;
    if (postings.length > 0)
      await post(tx, { kind: 'write_off', reference: `write-off:${month}`, reason, at: now, postings });
    return ended;
  },
});
