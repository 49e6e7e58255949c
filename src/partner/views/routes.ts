import { endpoint, ETAG_DECLARATION, IF_MATCH_HEADER, type Endpoint } from '../../platform/http/index.ts';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Mailing } from './obstacles.ts';
import { changeView, createView, listViews, MAX_VIEWS, readView, removeView } from './save.ts';
import { MAX_SCHEDULES, scheduleView, unscheduleView } from './schedule.ts';
import {
  NEW_SCHEDULE,
  NEW_VIEW,
  VIEW,
  VIEW_CHANGE,
  VIEW_PARAMS,
  VIEWS,
  VIEWS_QUERY,
  type SavedView,
} from './schema.ts';
import { NOT_SENT, withSchedules, type KeptView } from './to-view.ts';

const tag = 'Reports';
const scope = 'reports:view';
const path = '/api/views/';
const BODY_LIMIT_BYTES = 16_384;
const SCHEDULE_MATCH = {
  'if-match': {
    ...IF_MATCH_HEADER['if-match'],
    description:
      'The `schedule_etag` of what you read. If it has changed since, the request is refused with 412.',
  },
};

/** Questions to reports, kept by those who ask them. */
export function viewEndpoints(mailing: Mailing): Endpoint[] {
  const show = async (context: Context<Db>, kept: KeptView): Promise<SavedView> => {
    const [view] = await withSchedules(context, mailing, [kept]);
    return view ?? { ...kept, ...NOT_SENT };
  };
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path,
      operation: 'listSavedViews',
      tag,
      summary: 'Your saved views, by report and name',
      scope,
      query: VIEWS_QUERY,
      answers: { 200: { description: 'The views.', schema: VIEWS } },
      handle: async (context, { query }) => ({
        status: 200,
        body: { views: await withSchedules(context, mailing, await listViews(context, query.report)) },
      }),
    }),
    endpoint({
      method: 'POST',
      path,
      operation: 'createSavedView',
      location: `${path}{id}/`,
      tag,
      summary: 'Save the parameters of a report under a name',
      description: `Only you see it, wherever you sign in. You can have ${MAX_VIEWS}.`,
      scope,
      body: NEW_VIEW,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      repeats: 'answered again',
      answers: { 201: { description: 'The view.', schema: VIEW } },
      errors: ['conflict'],
      handle: async (context, { body }) => ({
        status: 201,
        body: await show(context, await createView(context, body)),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: `${path}:id/`,
      operation: 'changeSavedView',
      tag,
      summary: 'Rename a saved view or change its parameters',
      scope,
      params: VIEW_PARAMS,
      headers: IF_MATCH_HEADER,
      body: VIEW_CHANGE,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      answers: {
        200: { description: 'The view as it is now.', schema: VIEW, headers: ETAG_DECLARATION },
      },
      errors: ['not_found', 'conflict', 'precondition_failed'],
      async handle(context, { params, body, headers }) {
        const kept = await changeView(context, params.id, body, headers['if-match']);
        return { status: 200, headers: { etag: kept.etag }, body: await show(context, kept) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}:id/`,
      operation: 'removeSavedView',
      tag,
      summary: 'Remove a saved view',
      scope,
      params: VIEW_PARAMS,
      answers: { 204: { description: 'It is gone.', schema: null } },
      errors: ['not_found'],
      async handle(context, { params }) {
        await removeView(context, params.id);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'PUT',
      path: `${path}:id/schedule/`,
      operation: 'scheduleSavedView',
      tag,
      summary: 'Get a saved view by mail every day, week or month',
      description:
        `For people of a partner who sign in with a browser, to the address of their other messages. You can get ${MAX_SCHEDULES} views ` +
        'so. Ranges that move with the present day are those of the day in UTC on which it is sent. The mail leads to the ' +
        'view behind the sign-in; how much it says beside that is a setting of the installation.',
      scope,
      repeats: 'answered again',
      params: VIEW_PARAMS,
      headers: SCHEDULE_MATCH,
      body: NEW_SCHEDULE,
      answers: { 200: { description: 'The view.', schema: VIEW } },
      errors: ['forbidden', 'not_found', 'conflict', 'precondition_failed'],
      async handle(context, { params, body, headers }) {
        await scheduleView(context, params.id, body, headers['if-match']);
        return { status: 200, body: await show(context, await readView(context, params.id)) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}:id/schedule/`,
      operation: 'unscheduleSavedView',
      tag,
      summary: 'Get a saved view by mail no more',
      scope,
      params: VIEW_PARAMS,
      answers: { 204: { description: 'It is not sent any more.', schema: null } },
      errors: ['not_found'],
      async handle(context, { params }) {
        await unscheduleView(context, params.id);
        return { status: 204 };
      },
    }),
  ];
}
