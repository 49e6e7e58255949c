import { endpoint, ETAG_DECLARATION, IF_MATCH_HEADER, type Endpoint } from '../../platform/http/index.ts';
import { changeView, createView, listViews, MAX_VIEWS, removeView } from './save.ts';
import { NEW_VIEW, VIEW, VIEW_CHANGE, VIEW_PARAMS, VIEWS, VIEWS_QUERY } from './schema.ts';

const tag = 'Reports';
const scope = 'reports:view';
const path = '/api/views/';
const BODY_LIMIT_BYTES = 16_384;

/** Questions to reports, kept by those who ask them. */
export function viewEndpoints(): Endpoint[] {
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
        body: { views: await listViews(context, query.report) },
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
      handle: async (context, { body }) => ({ status: 201, body: await createView(context, body) }),
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
        const view = await changeView(context, params.id, body, headers['if-match']);
        return { status: 200, headers: { etag: view.etag }, body: view };
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
  ];
}
