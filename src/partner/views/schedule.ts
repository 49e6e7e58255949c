import { isTimeZone, noFieldErrors, Problem, refuseFieldErrors, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { requireMatch } from '../../platform/http/index.ts';
import { ownLogin } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { partnerOf } from '../requests/index.ts';
import { nextAfter, type Rhythm } from './occurrences.ts';
import { WEEKDAYS, type NewSchedule } from './schema.ts';
import {
  countSchedules,
  deleteSchedule,
  lockSchedule,
  lockView,
  ownerOf,
  saveSchedule,
  selectSchedules,
  type ScheduleRow,
  type ViewRow,
} from './store.ts';
import { scheduleTag } from './to-view.ts';

const SCOPE = 'reports:view';
/** Of one person. */
export const MAX_SCHEDULES = 20;

/** Sends a view of the caller again and again, in place of when it was sent before. */
export async function scheduleView(
  context: Context<Db>,
  id: string,
  asked: NewSchedule,
  ifMatch?: string,
): Promise<void> {
  ownLogin(context);
  check(asked);
  await run(context, schedule, { id, asked, partnerUid: partnerOf(context.actor), ifMatch });
}

export async function unscheduleView(context: Context<Db>, id: string): Promise<void> {
  await run(context, unschedule, id);
}

interface Scheduling {
  readonly id: string;
  readonly asked: NewSchedule;
  readonly partnerUid: string;
  readonly ifMatch: string | undefined;
}

interface Found {
  readonly view: ViewRow;
  readonly present: ScheduleRow | undefined;
  readonly others: number;
}

const schedule = command({
  name: 'saved-view.schedule',
  scope: SCOPE,
  async lock(tx, { id }: Scheduling, { actor }): Promise<Found | undefined> {
    const view = await lockView(tx, ownerOf(actor), id).executeTakeFirst();
    if (!view) return undefined;
    const present = await selectSchedules(tx, [id]).executeTakeFirst();
    const { count } = await countSchedules(tx, ownerOf(actor), id).executeTakeFirstOrThrow();
    return { view, present, others: count };
  },
  decide({ view, present, others }: Found, { asked, partnerUid, ifMatch }, { now }) {
    requireMatch(ifMatch, scheduleTag(present));
    if (others >= MAX_SCHEDULES)
      throw new Problem('conflict', `${MAX_SCHEDULES} saved views are sent already: stop one first.`);
    const { every, weekday, day, time, time_zone } = asked;
    const rhythm: Rhythm = {
      every,
      weekday: weekday === undefined ? null : WEEKDAYS.indexOf(weekday) + 1,
      day: day ?? null,
      time,
      timeZone: time_zone,
    };
    const row: ScheduleRow = {
      view_id: view.id,
      partner_uid: partnerUid,
      every,
      weekday: rhythm.weekday,
      day: rhythm.day,
      time,
      time_zone,
      next_at: nextAfter(rhythm, now),
      last_at: null,
      last_obstacle: null,
    };
    const { id, report, name } = view;
    return { change: row, audit: { subject: id, details: { report, name, ...asked } } };
  },
  write: async (tx, row) => (await saveSchedule(tx, row).executeTakeFirst())?.view_id,
});

const unschedule = command({
  name: 'saved-view.unschedule',
  scope: SCOPE,
  lock: (tx, id: string, { actor }) => lockSchedule(tx, ownerOf(actor), id).executeTakeFirst(),
  decide: ({ view_id: id, report, name }) => ({
    change: id,
    audit: { subject: id, details: { report, name } },
  }),
  write: (tx, id) => deleteSchedule(tx, id).executeTakeFirst(),
});

function check({ every, weekday, day, time_zone: timeZone }: NewSchedule): void {
  const errors = noFieldErrors();
  const checkPart = (name: string, part: unknown, of: NewSchedule['every']): void => {
    if (every === of && part === undefined) errors[name] = [`is needed for every ${of}`];
    if (every !== of && part !== undefined) errors[name] = [`is only for every ${of}`];
  };
  checkPart('weekday', weekday, 'week');
  checkPart('day', day, 'month');
  if (!isTimeZone(timeZone)) errors['time_zone'] = ['is not a time zone such as Europe/Berlin'];
  refuseFieldErrors(errors);
}
