import {
  endpoint,
  ETAG_DECLARATION,
  exactAnswer,
  IF_MATCH_HEADER,
  type Endpoint,
  type EndpointAnswer,
} from '../../platform/http/index.ts';
import { answerOnce } from '../../platform/idempotency/index.ts';
import { type Facts, factsContext } from '../facts/handle/index.ts';
import { changeGroup } from './change.ts';
import { createGroup } from './create.ts';
import { explainRun } from './explain.ts';
import { listRuns } from './list-runs.ts';
import { moveIn, moveOut } from './move.ts';
import { decideRun } from './pay.ts';
import { previewRun } from './preview.ts';
import { removeGroup } from './remove.ts';
import {
  ClientsQuery,
  GroupChange,
  GroupClient,
  GroupClients,
  GroupId,
  GroupRun,
  NewGroup,
  RebateGroups,
  RebateGroupSchema,
  RebateRuns,
  RebatesQuery,
  RunExplanation,
  RunPreview,
  Verdict,
} from './schema.ts';
import { listClients, listGroups, showGroup, type ShownGroup } from './show.ts';

const tag = 'Rebate groups';
const path = '/api/v2/autorebates/groups/';
const DEFAULT_LIMIT = 100;
const shown = { schema: RebateGroupSchema, headers: ETAG_DECLARATION };

/** The contract leaves no room for the tag in the body. */
function answer({ group, etag }: ShownGroup): EndpointAnswer {
  const exact = exactAnswer(group);
  return { ...exact, headers: { ...exact.headers, etag } };
}

export function rebateEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path,
      operation: 'listRebateGroups',
      tag,
      summary: 'The rebate groups of the partner, the oldest first',
      scope: 'rebates:view',
      answers: { 200: { description: 'The groups.', schema: RebateGroups } },
      handle: async (context) => exactAnswer({ groups: await listGroups(factsContext(context, facts)) }),
    }),
    endpoint({
      method: 'POST',
      path,
      operation: 'createRebateGroup',
      location: `${path}{id}/`,
      tag,
      summary: 'Make a rebate group',
      description: 'The same title with the same content answers the group that was made before.',
      scope: 'rebates:edit',
      body: NewGroup,
      repeats: 'answered again',
      answers: {
        201: { description: 'The group.', schema: RebateGroupSchema },
        200: { description: 'The group that was made before.', schema: RebateGroupSchema },
      },
      errors: ['conflict', 'reference_reused', 'unprocessable'],
      handle: (context, { body }) =>
        answerOnce(factsContext(context, facts), async (own) => {
          const { group, replayed } = await createGroup(own, body);
          if (replayed) return exactAnswer(group);
          const { headers, ...made } = exactAnswer(group, 201);
          return { ...made, headers: { ...headers, location: `${path}${group.id}/` } };
        }),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:group_id/`,
      operation: 'getRebateGroup',
      tag,
      summary: 'One rebate group',
      scope: 'rebates:view',
      params: GroupId,
      answers: { 200: { description: 'The group.', ...shown } },
      errors: ['not_found'],
      handle: async (context, { params }) =>
        answer(await showGroup(factsContext(context, facts), params.group_id)),
    }),
    endpoint({
      method: 'PATCH',
      path: `${path}:group_id/`,
      operation: 'changeRebateGroup',
      tag,
      summary: 'Change a rebate group',
      description: 'What is not given stays as it is. Periods that were run before stay as they were.',
      scope: 'rebates:edit',
      params: GroupId,
      headers: IF_MATCH_HEADER,
      body: GroupChange,
      answers: { 200: { description: 'The group as it is now.', ...shown } },
      errors: ['not_found', 'conflict', 'precondition_failed', 'unprocessable'],
      handle: async (context, { params, body, headers }) => {
        const change = { ...params, change: body, ifMatch: headers['if-match'] };
        return answer(await changeGroup(factsContext(context, facts), change));
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}:group_id/`,
      operation: 'removeRebateGroup',
      tag,
      summary: 'End a rebate group',
      description:
        'Nothing is paid for the period under way. Refused while rebates of a period before are reserved.',
      scope: 'rebates:edit',
      params: GroupId,
      answers: { 204: { description: 'It is gone.', schema: null } },
      errors: ['not_found', 'conflict'],
      handle: async (context, { params }) => {
        await removeGroup(context, params.group_id);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:group_id/clients/`,
      operation: 'listRebateGroupClients',
      tag,
      summary: 'The clients in a group',
      scope: 'rebates:view',
      params: GroupId,
      query: ClientsQuery,
      answers: { 200: { description: 'A page of them, by uid.', schema: GroupClients } },
      errors: ['not_found'],
      handle: async (context, { params, query: { limit = DEFAULT_LIMIT, offset = 0, after } }) => ({
        status: 200,
        body: await listClients(factsContext(context, facts), params.group_id, { limit, offset, after }),
      }),
    }),
    endpoint({
      method: 'PUT',
      path: `${path}:group_id/clients/:client_uid/`,
      operation: 'moveClientIntoRebateGroup',
      tag,
      summary: 'Put a client into a group',
      description: 'It leaves the group that it was in.',
      scope: 'rebates:edit',
      params: GroupClient,
      answers: { 204: { description: 'It is in the group.', schema: null } },
      errors: ['not_found'],
      handle: async (context, { params }) => {
        await moveIn(factsContext(context, facts), params);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}:group_id/clients/:client_uid/`,
      operation: 'moveClientOutOfRebateGroup',
      tag,
      summary: 'Take a client out of a group',
      description: 'It is in no group then, whatever its link.',
      scope: 'rebates:edit',
      params: GroupClient,
      answers: { 204: { description: 'It is in no group.', schema: null } },
      errors: ['not_found'],
      handle: async (context, { params }) => {
        await moveOut(factsContext(context, facts), params);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:group_id/runs/`,
      operation: 'listRebateRuns',
      tag,
      summary: 'What a group paid or reserved for its periods, the newest first',
      scope: 'rebates:view',
      params: GroupId,
      query: RebatesQuery,
      answers: { 200: { description: 'A page of the runs.', schema: RebateRuns } },
      errors: ['not_found'],
      handle: async (context, { params, query }) =>
        exactAnswer(await listRuns(context, params.group_id, query)),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:group_id/preview/`,
      operation: 'previewRebateRun',
      tag,
      summary: 'What a group would pay for its current period by the rewards credited so far',
      scope: 'rebates:view',
      params: GroupId,
      query: RebatesQuery,
      answers: { 200: { description: 'A page of the rebates.', schema: RunPreview } },
      errors: ['not_found'],
      handle: async (context, { params, query: { limit = DEFAULT_LIMIT, offset = 0 } }) =>
        exactAnswer(await previewRun(factsContext(context, facts), params.group_id, { limit, offset })),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:group_id/runs/:period_start/explanation/`,
      operation: 'explainRebateRun',
      tag,
      summary: 'The rebates of a period: the reward and the percentage of each',
      description:
        'The reward is the sum of the credited rows of the client on the account, on level 1 and in the period, up to ' +
        '`last_payout`.',
      scope: 'rebates:view',
      params: GroupRun,
      query: RebatesQuery,
      answers: { 200: { description: 'A page of the rebates.', schema: RunExplanation } },
      errors: ['not_found'],
      handle: async (context, { params, query: { limit = DEFAULT_LIMIT, offset = 0 } }) =>
        exactAnswer(await explainRun(factsContext(context, facts), params, { limit, offset })),
    }),
    endpoint({
      method: 'POST',
      path: `${path}:group_id/runs/:period_start/decision/`,
      operation: 'decideRebateRun',
      tag,
      summary: 'Approve or reject the rebates of a period that wait',
      description:
        'What is approved is paid at once where the accounts cover it, and otherwise with the next crediting run.',
      scope: 'rebates:edit',
      repeats: 'answered again',
      params: GroupRun,
      body: Verdict,
      answers: { 204: { description: 'It is decided.', schema: null } },
      errors: ['step_up_required', 'not_found', 'invalid_transition'],
      handle: async (context, { params, body }) => {
        await decideRun(context, { ...params, ...body });
        return { status: 204 };
      },
    }),
  ];
}
