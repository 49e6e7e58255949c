import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { thorough } from '../../testing/effort.ts';
import { inject } from '../../testing/inject.ts';
import type { Refusal } from '../wallets/testing/office.ts';
import { viewEndpoints } from './index.ts';
import type { SavedView } from './schema.ts';
import { MAX_SCHEDULES } from './schedule.ts';
import { openPostroom, pia } from './testing/postroom.ts';

const postroom = await openPostroom();
const { office, person } = postroom;
const { sql, db } = office.database;
beforeEach(postroom.reset);

/** `client` is a program of P1, `manager` runs the program; everybody else is a person of P1. */
function actorOf(id: string): Actor {
  const { session: _session, partnerUid, ...client } = pia(id);
  if (id === 'client') return { ...client, kind: 'client', partnerUid };
  if (id === 'manager') return { ...client, session: { id: newId(), credentialId: newId() } };
  return pia(id);
}

const app = frame(viewEndpoints({ facts: office.facts, isMailConfigured: true }), {
  db,
  clock: { now: () => office.time.now },
  authenticate: (authorization = '') => actorOf(authorization.replace('Bearer ', '')),
});
afterAll(() => app.close());

interface Body extends SavedView, Refusal {
  readonly views: readonly SavedView[];
}

async function send(
  who: string,
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const answer = await inject(app, {
    method,
    url: `/api/views/${path}`,
    headers: { authorization: `Bearer ${who}`, ...headers },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: (answer.body === '' ? {} : answer.json()) as Body };
}

const VIEW = { report: 'clients', name: 'All', query: {} };
const WEEKLY = { every: 'week', weekday: 'monday', time: '07:00', time_zone: 'Europe/Berlin' };
const saveFor = async (who: string, name = 'All') => (await send(who, 'POST', '', { ...VIEW, name })).body.id;

test('a schedule is shown with the view, is changed and ended, and each change is audited', async () => {
  await person();
  const id = await saveFor('pia');
  const before = (await send('pia', 'GET', '')).body.views[0];
  expect(before?.schedule).toBeNull();
  const scheduled = await send('pia', 'PUT', `${id}/schedule/`, WEEKLY);
  expect([scheduled.status, scheduled.body]).toEqual([
    200,
    {
      ...before,
      schedule: { ...WEEKLY, day: null, next_at: '2024-06-03T05:00:00.000Z', obstacle: null, last: null },
      schedule_etag: scheduled.body.schedule_etag,
    },
  ]);
  const monthly = { every: 'month', day: 1, time: '08:30', time_zone: 'UTC' };
  const changed = await send('pia', 'PUT', `${id}/schedule/`, monthly);
  expect(changed.body.schedule).toMatchObject({ ...monthly, next_at: '2024-06-01T08:30:00.000Z' });
  const renamed = await send('pia', 'PATCH', `${id}/`, { name: 'Renamed' });
  expect(renamed.body).toMatchObject({ name: 'Renamed', schedule: monthly });
  expect((await send('pia', 'DELETE', `${id}/schedule/`)).status).toBe(204);
  expect((await send('pia', 'DELETE', `${id}/schedule/`)).status).toBe(404);
  const { views } = (await send('pia', 'GET', '')).body;
  expect(views).toMatchObject([{ name: 'Renamed', schedule: null }]);
  const audited = await sql`
    select action, details->>'every' as every from audit_log
    where subject_id = ${id} and action like '%schedule' order by id`;
  expect(audited).toEqual([
    { action: 'saved-view.schedule', every: 'week' },
    { action: 'saved-view.schedule', every: 'month' },
    { action: 'saved-view.unschedule', every: null },
  ]);
});

test('a schedule that was changed elsewhere since it was read is not overwritten', async () => {
  await person();
  const id = await saveFor('pia');
  const read = async () => (await send('pia', 'GET', '')).body.views[0]?.schedule_etag ?? '';
  const choose = (time: string, etag: string) => {
    const headers = { 'if-match': etag, 'idempotency-key': `${time}-${etag.slice(1, -1)}` };
    return send('pia', 'PUT', `${id}/schedule/`, { ...WEEKLY, time }, headers);
  };
  const none = await read();
  const first = await choose('08:00', none);
  expect([first.status, first.body.schedule_etag]).toEqual([200, await read()]);
  const late = await choose('09:00', none);
  expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
  // A repeat, whose first answer was lost, is no other change.
  expect((await choose('08:00', none)).body).toEqual(first.body);
  await send('pia', 'PATCH', `${id}/`, { name: 'Renamed' });
  await sql`update saved_view_schedule set next_at = next_at + interval '7 days', last_at = next_at`;
  const second = await choose('09:00', first.body.schedule_etag);
  expect([second.status, second.body.schedule?.time]).toEqual([200, '09:00']);
  await send('pia', 'DELETE', `${id}/schedule/`);
  expect((await choose('10:00', second.body.schedule_etag)).status).toBe(412);
  expect((await choose('10:00', await read())).status).toBe(200);
});

test.each([
  [{ weekday: undefined }, { weekday: 'is needed for every week' }],
  [{ day: 1 }, { day: 'is only for every month' }],
  [{ every: 'month', weekday: undefined }, { day: 'is needed for every month' }],
  [{ every: 'month', weekday: undefined, day: 29 }, { day: '28' }],
  [{ every: 'day' }, { weekday: 'is only for every week' }],
  [{ every: 'hour' }, { every: 'month' }],
  [{ time: '24:00' }, { time: 'such as 07:00' }],
  [{ time_zone: 'Mars/Olympus' }, { time_zone: 'such as Europe/Berlin' }],
])('a schedule with %j is refused with the field at fault', async (wrong, errors) => {
  await person();
  const id = await saveFor('pia');
  const { status, body } = await send('pia', 'PUT', `${id}/schedule/`, { ...WEEKLY, ...wrong });
  expect(status).toBe(400);
  for (const [field, reason] of Object.entries(errors)) {
    expect(body.errors?.[field]?.join()).toContain(reason);
  }
});

test('only a person of a partner gets mail, and only of an own view', async () => {
  await person();
  const id = await saveFor('pia');
  expect((await send('stranger', 'PUT', `${id}/schedule/`, WEEKLY)).status).toBe(404);
  expect((await send('stranger', 'DELETE', `${id}/schedule/`)).status).toBe(404);
  for (const who of ['client', 'manager']) {
    const own = await saveFor(who);
    expect((await send(who, 'PUT', `${own}/schedule/`, WEEKLY)).status).toBe(403);
  }
  expect(await sql`select from saved_view_schedule`).toEqual([]);
});

thorough('the number of views that are sent to a person is bounded', async () => {
  await person();
  for (let index = 0; index < MAX_SCHEDULES; index += 1) {
    const id = await saveFor('pia', `View ${index}`);
    expect((await send('pia', 'PUT', `${id}/schedule/`, WEEKLY)).status).toBe(200);
  }
  const last = await saveFor('pia', 'One more');
  const answer = await send('pia', 'PUT', `${last}/schedule/`, WEEKLY);
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    '20 saved views are sent already: stop one first.',
  ]);
});

test('the schedule of a view ends with the view', async () => {
  await person();
  const id = await saveFor('pia');
  await send('pia', 'PUT', `${id}/schedule/`, WEEKLY);
  expect((await send('pia', 'DELETE', `${id}/`)).status).toBe(204);
  expect(await sql`select from saved_view_schedule`).toEqual([]);
});
