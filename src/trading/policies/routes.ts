import { endpoint, ETAG_DECLARATION, IF_MATCH_HEADER, type Endpoint } from '../../platform/http/index.ts';
import { confirmPolicy } from './confirm.ts';
import { refusePolicy, withdrawPolicy } from './end.ts';
import { listPolicies } from './list.ts';
import { proposePolicy } from './propose.ts';
import { Policies, Policy, PolicyPage, PolicyQuery, PolicyVersion, Proposal } from './schema.ts';
import { showPolicies } from './show.ts';

const tag = 'Policies';

export function policyEndpoints(): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/trade/v1/policies',
      operation: 'showPolicies',
      tag,
      summary: 'Get the active and the proposed rules',
      scope: 'venue-transfer:view',
      answers: {
        200: {
          description: 'Both, or null where there is none.',
          schema: Policies,
          headers: ETAG_DECLARATION,
        },
      },
      async handle(context) {
        const body = await showPolicies(context);
        return { status: 200, headers: { etag: body.etag }, body };
      },
    }),
    endpoint({
      method: 'PUT',
      path: '/trade/v1/policies',
      operation: 'proposePolicy',
      tag,
      summary: 'Propose new rules',
      description: 'They take effect when another person confirms them. They replace an earlier proposal.',
      scope: 'admin',
      repeats: 'answered again',
      headers: IF_MATCH_HEADER,
      body: Proposal,
      answers: { 202: { description: 'The proposal, with its version.', schema: Policy } },
      errors: ['conflict', 'precondition_failed'],
      handle: async (context, { body, headers }) => ({
        status: 202,
        body: await proposePolicy(context, body, headers['if-match']),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/policies/:version/confirm',
      operation: 'confirmPolicy',
      tag,
      summary: 'Confirm proposed rules',
      description: 'They become active. The person who proposed them cannot confirm them.',
      scope: 'admin',
      repeats: 'answered again',
      params: PolicyVersion,
      answers: { 200: { description: 'The policy, now active.', schema: Policy } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      handle: async (context, { params }) => ({ status: 200, body: await confirmPolicy(context, params) }),
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/policies/:version/withdraw',
      operation: 'withdrawPolicy',
      tag,
      summary: 'Withdraw a proposal of yours',
      scope: 'admin',
      repeats: 'answered again',
      params: PolicyVersion,
      answers: { 200: { description: 'The policy, now WITHDRAWN.', schema: Policy } },
      errors: ['not_found', 'invalid_transition', 'unprocessable'],
      handle: async (context, { params }) => ({ status: 200, body: await withdrawPolicy(context, params) }),
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/policies/:version/refuse',
      operation: 'refusePolicy',
      tag,
      summary: "Refuse another person's proposal",
      scope: 'admin',
      repeats: 'answered again',
      params: PolicyVersion,
      answers: { 200: { description: 'The policy, now REFUSED.', schema: Policy } },
      errors: ['not_found', 'invalid_transition', 'unprocessable'],
      handle: async (context, { params }) => ({ status: 200, body: await refusePolicy(context, params) }),
    }),
    endpoint({
      method: 'GET',
      path: '/trade/v1/policies/versions',
      operation: 'listPolicies',
      tag,
      summary: 'List all versions of the policy, newest first',
      scope: 'venue-transfer:view',
      query: PolicyQuery,
      answers: { 200: { description: 'One page.', schema: PolicyPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listPolicies(context, query) }),
    }),
  ];
}
