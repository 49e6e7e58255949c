import { later, type Context } from '../../kernel/index.ts';
import { entityTag } from '../../platform/http/index.ts';
import { selectOutcomes } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { VIEW_NOTICE, subjectOf } from './notices.ts';
import { findObstacle, OBSTACLES, type Mailing, type Obstacle } from './obstacles.ts';
import { WEEKDAYS, type SavedView, type Schedule } from './schema.ts';
import { selectSchedules, type ScheduleRow, type ViewRow } from './store.ts';

type Scheduled = Pick<SavedView, 'schedule' | 'schedule_etag'>;
/** What its owner keeps, without when it is sent. */
export type KeptView = Omit<SavedView, keyof Scheduled>;

export function toView({ id, report, name, query, display, created_at, changed_at }: ViewRow): KeptView {
  const view = {
    id,
    report,
    name,
    query: query as SavedView['query'],
    display: display as SavedView['display'],
    created_at: created_at.toISOString(),
    changed_at: changed_at.toISOString(),
  };
  return { ...view, etag: entityTag(view) };
}

/** Of what the owner chooses, also of nothing. */
export function scheduleTag(row: ScheduleRow | undefined): string {
  if (!row) return entityTag(null);
  const { every, weekday, day, time, time_zone } = row;
  return entityTag({ every, weekday, day, time, time_zone });
}

/** Of a view without a schedule. */
export const NOT_SENT: Scheduled = { schedule: null, schedule_etag: scheduleTag(undefined) };

/** Views of the caller, with when each is sent and what became of it. */
export async function withSchedules(
  context: Context<Db>,
  mailing: Mailing,
  views: readonly KeptView[],
): Promise<SavedView[]> {
  const { db, actor } = context;
  const ids = views.map(({ id }) => id);
  const rows = await selectSchedules(db, ids).execute();
  const outcomes = await findOutcomes(context, rows);
  const schedules = new Map<string, Scheduled>();
  for (const row of rows) {
    const obstacle = await findObstacle(context, mailing, { owner: actor.id, ...row });
    const schedule = toSchedule(row, obstacle, lastOf(context, row, outcomes));
    schedules.set(row.view_id, { schedule, schedule_etag: scheduleTag(row) });
  }
  return views.map((view) => ({ ...view, ...(schedules.get(view.id) ?? NOT_SENT) }));
}

const toSchedule = (
  { every, weekday, day, time, time_zone, next_at }: ScheduleRow,
  obstacle: Obstacle | undefined,
  last: Schedule['last'],
): Schedule => ({
  every,
  weekday: weekday === null ? null : (WEEKDAYS[weekday - 1] ?? null),
  day,
  time,
  time_zone,
  next_at: next_at.toISOString(),
  obstacle: obstacle ?? null,
  last,
});

type Outcome = Awaited<ReturnType<ReturnType<typeof selectOutcomes>['execute']>>[number];

/** By the subject of their notice. */
async function findOutcomes(
  { db, actor: { tenant } }: Context<Db>,
  rows: readonly ScheduleRow[],
): Promise<ReadonlyMap<string, Outcome>> {
  const subjects = rows.flatMap(({ view_id: id, last_at: at }) => (at === null ? [] : [subjectOf(id, at)]));
  const place = { tenant, service: 'partner' };
  const outcomes = await selectOutcomes(db, place, VIEW_NOTICE, subjects).execute();
  return new Map(outcomes.map((outcome) => [outcome.subject, outcome]));
}

/** Deliveries are kept for 30 days. */
const KEPT_MS = 30 * 24 * 3_600_000;

function lastOf(
  { clock }: Context<Db>,
  { view_id: id, last_at: at, last_obstacle: obstacle }: ScheduleRow,
  outcomes: ReadonlyMap<string, Outcome>,
): Schedule['last'] {
  if (at === null) return null;
  const due_at = at.toISOString();
  if (obstacle !== null) return { due_at, state: 'DROPPED', outcome: OBSTACLES[obstacle as Obstacle] };
  const found = outcomes.get(subjectOf(id, at));
  if (!found) {
    const isOld = later(at, KEPT_MS) <= clock.now();
    return { due_at, state: isOld ? 'FORGOTTEN' : 'DROPPED', outcome: null };
  }
  const { state, outcome } = found;
  return { due_at, state: state === 'TAKEN' || state === 'OFFERED' ? 'WAITING' : state, outcome };
}
