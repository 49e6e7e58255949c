import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { answerOnce } from '../../platform/idempotency/index.ts';
import { OPERATION_TIMEOUT_MS, refusePartners } from '../facts/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { confirmProposal } from './confirm.ts';
import { previewTariffs } from './preview.ts';
import {
  listProposals,
  NEW_PROPOSAL,
  PROPOSAL,
  PROPOSAL_PARAMS,
  PROPOSALS,
  PROPOSALS_QUERY,
  proposeChange,
  refuseProposal,
  showProposal,
  withdrawProposal,
} from './proposals/index.ts';
import { PREVIEW, PREVIEW_BODY } from './schema.ts';

const tag = 'Program';
const PREVIEW_TIMEOUT_MS = 600_000;

/** Changes of what is paid: a preview, and proposals that a second person confirms. */
export function proposalEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/api/manage/tariffs/previews',
      operation: 'previewTariffs',
      tag,
      summary: 'Preview what partners would have earned in a month by draft tariffs',
      description:
        'Nothing is stored. The amounts are those that crediting would credit for the month if the draft had been in force ' +
        'for all of it, whatever its own first and last day.',
      scope: 'program:view',
      body: PREVIEW_BODY,
      timeoutMs: PREVIEW_TIMEOUT_MS,
      answers: { 200: { description: 'Beside what they earn today.', schema: PREVIEW } },
      errors: ['unprocessable'],
      async handle(context, { body }) {
        refusePartners(context.actor);
        return exactAnswer(await previewTariffs(factsContext(context, facts), body));
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/proposals',
      operation: 'listProposals',
      tag,
      summary: 'List proposals, newest first',
      scope: 'program:view',
      query: PROPOSALS_QUERY,
      answers: { 200: { description: 'One page.', schema: PROPOSALS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listProposals(context, query) };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/manage/proposals',
      operation: 'createProposal',
      location: '/api/manage/proposals/{id}',
      tag,
      summary: 'Propose a change of what is paid',
      description:
        'Tariffs, tier changes, another parent, account of a link or share: facts that are sent, ' +
        'or withdrawn, when another person confirms them.',
      scope: 'program:edit',
      body: NEW_PROPOSAL,
      repeats: 'answered again',
      answers: { 201: { description: 'The proposal.', schema: PROPOSAL } },
      errors: ['unprocessable'],
      async handle(context, { body }) {
        refusePartners(context.actor);
        return { status: 201, body: await proposeChange(factsContext(context, facts), body) };
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/proposals/:id',
      operation: 'showProposal',
      tag,
      summary: 'Get a proposal',
      scope: 'program:view',
      params: PROPOSAL_PARAMS,
      answers: { 200: { description: 'The proposal.', schema: PROPOSAL } },
      errors: ['not_found'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return { status: 200, body: await showProposal(context, params.id) };
      },
    }),
    endpoint({
      method: 'POST',
      answeredBy: 'writer',
      path: '/api/manage/proposals/:id/confirm',
      operation: 'confirmProposal',
      tag,
      summary: 'Confirm a proposal',
      description:
        'Its facts become a batch of the log: rewards follow, and credited days become adjustments. The person who ' +
        'proposed it cannot confirm it. Confirming it again gives the same answer.',
      scope: 'program:edit',
      params: PROPOSAL_PARAMS,
      repeats: 'answered again',
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: { 200: { description: 'The proposal, now CONFIRMED.', schema: PROPOSAL } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return answerOnce(factsContext(context, facts), async (own) => ({
          status: 200,
          body: await confirmProposal(own, params.id),
        }));
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/manage/proposals/:id/withdraw',
      operation: 'withdrawProposal',
      tag,
      summary: 'Withdraw a proposal of yours',
      scope: 'program:edit',
      params: PROPOSAL_PARAMS,
      repeats: 'answered again',
      answers: { 200: { description: 'The proposal, now WITHDRAWN.', schema: PROPOSAL } },
      errors: ['not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return { status: 200, body: await withdrawProposal(context, params.id) };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/manage/proposals/:id/refuse',
      operation: 'refuseProposal',
      tag,
      summary: "Refuse another person's proposal",
      scope: 'program:edit',
      params: PROPOSAL_PARAMS,
      repeats: 'answered again',
      answers: { 200: { description: 'The proposal, now REFUSED.', schema: PROPOSAL } },
      errors: ['not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return { status: 200, body: await refuseProposal(context, params.id) };
      },
    }),
  ];
}
