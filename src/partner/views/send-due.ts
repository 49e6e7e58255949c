import type { Context } from '../../kernel/index.ts';
import { sendDue, notify, type NoticeOptions } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Facts } from '../facts/handle/index.ts';
import { subjectOf, VIEW_NOTICE } from './notices.ts';
import { findObstacle } from './obstacles.ts';
import { lastUntil, nextAfter, type Rhythm } from './occurrences.ts';
import { advance, selectDue, type ScheduleRow } from './store.ts';

/** The channel of mail with a report, whose lane is not that of other mail. */
export const REPORT_EMAIL = 'REPORT_EMAIL';
const BATCH = 100;
const FIRST = { next_at: new Date(0), view_id: '00000000-0000-0000-0000-000000000000' };

/**
 * Makes a message for each view that is due. Of several times that were missed, only the newest counts. Killed and
 * repeated, it makes no second message for the same time.
 */
export async function notifyDue(context: Context<Db>, facts: Facts, options: NoticeOptions): Promise<void> {
  const { db, clock, signal } = context;
  const now = clock.now();
  for (let after = FIRST; !signal.aborted;) {
    const due = await selectDue(db, now, after, BATCH).execute();
    for (const row of due) {
      const actor = { ...context.actor, tenant: row.tenant };
      await tellOf({ ...context, signal, actor }, facts, options, row);
    }
    const last = due.at(-1);
    if (!last) return;
    after = last;
  }
}

interface Due extends ScheduleRow {
  readonly owner: string;
}

async function tellOf(context: Context<Db>, facts: Facts, options: NoticeOptions, row: Due): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const rhythm: Rhythm = { ...row, timeZone: row.time_zone };
  const last = lastUntil(rhythm, now);
  const at = last > row.next_at ? last : row.next_at;
  const isMailConfigured = options.channels.length > 0;
  const obstacle = await findObstacle(context, { facts, isMailConfigured }, row);
  if (obstacle === undefined) {
    const subject = subjectOf(row.view_id, at);
    await notify(context, options, { kind: VIEW_NOTICE, subject, service: 'partner' });
  }
  await advance(db, row.view_id, row.next_at, {
    next_at: nextAfter(rhythm, now),
    last_at: at,
    last_obstacle: obstacle ?? null,
  }).execute();
}

/** Sends what is due, one message after the other. */
export const sendViews = (context: Context<Db>, options: NoticeOptions): Promise<void> =>
  sendDue(context, options, { channel: REPORT_EMAIL });
