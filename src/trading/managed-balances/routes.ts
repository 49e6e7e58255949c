import { endpoint, ETAG_DECLARATION, IF_MATCH_HEADER, type Endpoint } from '../../platform/http/index.ts';
import { creationAt, type Rates } from '../withdrawals/index.ts';
import { confirmProposal, dismissProposal } from './confirm.ts';
import { getBalance, getProposal, listBalances, listProposals } from './list.ts';
import type { Markets } from './options.ts';
import { confirmBalance, refuseBalance, removeBalance, saveBalance } from './save.ts';
import {
  ManagedBalance,
  ManagedBalances,
  PlaceParams,
  Proposal,
  ProposalId,
  ProposalPage,
  ProposalQuery,
  Settings,
} from './schema.ts';

const tag = 'Managed balances';
const path = '/trade/v1/managed-balances';
const place = `${path}/:venue/:asset`;
const proposals = '/trade/v1/balance-proposals';
const shown = { description: 'The managed balance.', schema: ManagedBalance, headers: ETAG_DECLARATION };

const answer = (body: Awaited<ReturnType<typeof getBalance>>) => ({
  status: 200 as const,
  headers: { etag: body.etag },
  body,
});

export function managedBalanceEndpoints(markets: Markets, rates: Rates): Endpoint[] {
  const tools = { ...markets, creation: creationAt(markets.directory, rates, markets.personal) };
  return [
    endpoint({
      method: 'GET',
      path,
      operation: 'listManagedBalances',
      tag,
      summary: 'List managed balances with their open proposals',
      description: 'All of them, by venue and asset; at most 100.',
      scope: 'venue-transfer:view',
      answers: { 200: { description: 'The managed balances.', schema: ManagedBalances } },
      handle: async (context) => ({ status: 200, body: await listBalances(context) }),
    }),
    endpoint({
      method: 'GET',
      path: place,
      operation: 'getManagedBalance',
      tag,
      summary: 'Get a managed balance',
      scope: 'venue-transfer:view',
      params: PlaceParams,
      answers: { 200: shown },
      errors: ['not_found'],
      handle: async (context, { params }) => answer(await getBalance(context, params)),
    }),
    endpoint({
      method: 'PUT',
      path: place,
      operation: 'saveManagedBalance',
      tag,
      summary: 'Set what a balance is kept between',
      description:
        'With `acts: PROPOSE` the settings are in force at once. With `ALONE`, or where a balance that acts alone draws from ' +
        'this one, they wait as `pending` until another admin confirms them. Open proposals end when settings come into force.',
      scope: 'admin',
      repeats: 'answered again',
      params: PlaceParams,
      headers: IF_MATCH_HEADER,
      body: Settings,
      answers: { 200: shown },
      errors: ['not_found', 'precondition_failed', 'unprocessable'],
      handle: async (context, { params, body, headers }) =>
        answer(
          await saveBalance(context, markets.directory, {
            place: { venue: params.venue, asset: params.asset },
            settings: body,
            ifMatch: headers['if-match'],
          }),
        ),
    }),
    endpoint({
      method: 'POST',
      path: `${place}/confirm`,
      operation: 'confirmManagedBalance',
      tag,
      summary: 'Confirm pending settings',
      description: 'They are in force then. The person who has set them cannot confirm them.',
      scope: 'admin',
      repeats: 'answered again',
      params: PlaceParams,
      answers: { 200: shown },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      handle: async (context, { params }) => answer(await confirmBalance(context, params)),
    }),
    endpoint({
      method: 'POST',
      path: `${place}/refuse`,
      operation: 'refuseManagedBalance',
      tag,
      summary: 'Drop pending settings',
      scope: 'admin',
      repeats: 'answered again',
      params: PlaceParams,
      answers: { 204: { description: 'They are dropped.', schema: null } },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params }) => {
        await refuseBalance(context, params);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: place,
      operation: 'removeManagedBalance',
      tag,
      summary: 'Stop managing a balance',
      description: 'Its open proposal ends. What was confirmed before is not stopped.',
      scope: 'admin',
      params: PlaceParams,
      answers: { 204: { description: 'It is no longer managed.', schema: null } },
      errors: ['not_found', 'conflict'],
      handle: async (context, { params }) => {
        await removeBalance(context, params);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'GET',
      path: proposals,
      operation: 'listBalanceProposals',
      tag,
      summary: 'List what managed balances propose, newest first',
      scope: 'venue-transfer:view',
      query: ProposalQuery,
      answers: { 200: { description: 'One page.', schema: ProposalPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listProposals(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: `${proposals}/:id`,
      operation: 'getBalanceProposal',
      tag,
      summary: 'Get a proposal',
      scope: 'venue-transfer:view',
      params: ProposalId,
      answers: { 200: { description: 'The proposal.', schema: Proposal } },
      errors: ['not_found'],
      handle: async (context, { params }) => ({ status: 200, body: await getProposal(context, params) }),
    }),
    endpoint({
      method: 'POST',
      path: `${proposals}/:id/confirm`,
      operation: 'confirmBalanceProposal',
      tag,
      summary: 'Carry out a proposal',
      description:
        'Both venues are read again, and all bounds are checked. Then the transfer or conversion is created as if you had ' +
        'requested it: policy and approvals hold. A conversion also needs the scope `conversions:edit`. Confirmed twice, it is ' +
        'carried out once. Where it is refused, the proposal stays open and says why.',
      scope: 'venue-transfer:edit',
      params: ProposalId,
      answers: { 200: { description: 'The proposal, with what it became.', schema: Proposal } },
      errors: [
        'not_found',
        'conflict',
        'reference_reused',
        'invalid_transition',
        'unprocessable',
        'unavailable',
      ],
      handle: async (context, { params }) => ({
        status: 200,
        body: await confirmProposal(context, tools, params),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${proposals}/:id/dismiss`,
      operation: 'dismissBalanceProposal',
      tag,
      summary: 'Dismiss a proposal',
      description: 'Nothing is proposed for the balance until the proposal would have expired.',
      scope: 'venue-transfer:edit',
      repeats: 'answered again',
      params: ProposalId,
      answers: { 200: { description: 'The proposal, now DISMISSED.', schema: Proposal } },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params }) => ({ status: 200, body: await dismissProposal(context, params) }),
    }),
  ];
}
