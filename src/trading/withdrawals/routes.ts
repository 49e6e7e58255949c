import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { NO_KEYS } from '../../platform/personal-data/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { readHistory } from '../history/index.ts';
import { DRY_RUN_HEADER, readDryRun } from '../dry-run.ts';
import { cancelWithdrawal } from './cancel.ts';
import { createWithdrawal, creationAt } from './creation/index.ts';
import {
  ApprovalPage,
  ApprovalQuery,
  listApprovals,
  listOtherApprovals,
  Vote,
  VoteResults,
  Votes,
  voteTogether,
  voteOnWithdrawal,
} from './approvals/index.ts';
import { getWithdrawal, listWithdrawals } from './reading/index.ts';
import { Proposal } from '../policies/index.ts';
import { NO_RATES, PolicySimulation, PolicyUsage, showPolicyUsage, simulatePolicy } from './policy/index.ts';
import { ScreeningAnswer } from '../screening/index.ts';
import { resolveWithdrawal } from './resolving/index.ts';
import {
  CreateWithdrawal,
  ExpandQuery,
  Resolution,
  Withdrawal,
  WithdrawalDetail,
  WithdrawalEvents,
  WithdrawalId,
  WithdrawalPage,
  WithdrawalQuery,
} from './schema.ts';
import { screenWithdrawal } from './screen.ts';

const tag = 'Withdrawals';
const path = '/trade/v1/venues/withdrawals';
const changed = { description: 'The withdrawal.', schema: Withdrawal };

export function withdrawalEndpoints(
  directory: VenueDirectory,
  rates = NO_RATES,
  personal = NO_KEYS,
): Endpoint[] {
  const creation = creationAt(directory, rates, personal);
  return [
    endpoint({
      method: 'POST',
      path,
      operation: 'createWithdrawal',
      location: '/trade/v1/venues/withdrawals/{id}',
      tag,
      summary: 'Create a withdrawal',
      description:
        'It is processed asynchronously and may need approval. The same reference with the same content returns ' +
        'the first one. With the header `X-Dry-Run: true` it is checked in full, stored as SIMULATED and never sent; ' +
        'its reference stays free for the real call.',
      scope: 'venue-transfer:edit',
      body: CreateWithdrawal,
      headers: DRY_RUN_HEADER,
      answers: {
        201: { description: 'The withdrawal.', schema: Withdrawal },
        200: {
          description: 'The withdrawal that was created before with this reference.',
          schema: Withdrawal,
        },
      },
      errors: ['not_found', 'reference_reused', 'unprocessable'],
      handle: async (context, { body, headers }) => {
        const input = { body, dryRun: readDryRun(headers['x-dry-run']) };
        const { withdrawal, replayed } = await createWithdrawal(context, creation, input);
        return { status: replayed ? 200 : 201, body: withdrawal };
      },
    }),
    endpoint({
      method: 'GET',
      path,
      operation: 'listWithdrawals',
      tag,
      summary: 'List withdrawals, newest first',
      description:
        'A filter with a syntax error or an unknown field is refused with the position of the error. ' +
        'A filter that takes longer than five seconds is answered 504.',
      scope: 'venue-transfer:view',
      query: WithdrawalQuery,
      answers: { 200: { description: 'One page.', schema: WithdrawalPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listWithdrawals(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id`,
      operation: 'getWithdrawal',
      tag,
      summary: 'Get a withdrawal',
      scope: 'venue-transfer:view',
      params: WithdrawalId,
      query: ExpandQuery,
      answers: { 200: { description: 'The withdrawal.', schema: WithdrawalDetail } },
      errors: ['not_found'],
      handle: async (context, { params, query }) => ({
        status: 200,
        body: await getWithdrawal(context, { ...params, ...query }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id/events`,
      operation: 'listWithdrawalEvents',
      tag,
      summary: 'List who did what about a withdrawal',
      description: 'Oldest first, at most 1,000. `reason` says why, or what it waits for.',
      scope: 'venue-transfer:view',
      params: WithdrawalId,
      answers: { 200: { description: 'The events.', schema: WithdrawalEvents } },
      errors: ['not_found'],
      async handle(context, { params: { id } }) {
        await getWithdrawal(context, { id });
        return { status: 200, body: await readHistory(context, { kind: 'withdrawal', id }) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/cancel`,
      operation: 'cancelWithdrawal',
      tag,
      summary: 'Cancel a withdrawal before it is sent to the venue',
      scope: 'venue-transfer:edit',
      repeats: 'answered again',
      params: WithdrawalId,
      answers: { 200: changed },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params }) => ({ status: 200, body: await cancelWithdrawal(context, params) }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/votes`,
      operation: 'voteOnWithdrawal',
      tag,
      summary: 'Approve or reject a withdrawal',
      description: 'Each approver has one vote; the requester has none. A single REJECT cancels it.',
      scope: 'approvals:edit',
      repeats: 'answered again',
      params: WithdrawalId,
      body: Vote,
      answers: { 201: changed },
      errors: ['not_found', 'conflict', 'invalid_transition', 'unprocessable', 'step_up_required'],
      handle: async (context, { params, body }) => ({
        status: 201,
        body: await voteOnWithdrawal(context, { ...params, ...body }),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/screening`,
      operation: 'screenWithdrawal',
      tag,
      summary: 'Answer the screening of a withdrawal',
      description:
        'Once, before its time ends, and with the digest of what was screened. It leaves only when it has its ' +
        'approvals too. Who requested it or voted on it cannot screen it.',
      scope: 'screening:edit',
      repeats: 'answered again',
      params: WithdrawalId,
      body: ScreeningAnswer,
      answers: { 201: changed },
      errors: ['not_found', 'conflict', 'invalid_transition', 'unprocessable', 'step_up_required'],
      handle: async (context, { params, body }) => ({
        status: 201,
        body: await screenWithdrawal(context, personal, { ...params, ...body }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/trade/v1/approvals',
      operation: 'listApprovals',
      tag,
      summary: 'List the withdrawals that wait for your vote',
      description:
        'Those in APPROVAL_REQUESTED that others have requested and that you have not voted on, with the soonest expiry ' +
        'first.',
      scope: 'approvals:edit',
      query: ApprovalQuery,
      answers: { 200: { description: 'One page.', schema: ApprovalPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listApprovals(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: '/trade/v1/approvals/others',
      operation: 'listOtherApprovals',
      tag,
      summary: 'List the withdrawals that wait for the votes of others',
      description:
        'Those in APPROVAL_REQUESTED that you cannot vote on, with the reason in `cannotVote`, and with the soonest ' +
        'expiry first.',
      scope: 'venue-transfer:view',
      query: ApprovalQuery,
      answers: { 200: { description: 'One page.', schema: ApprovalPage } },
      handle: async (context, { query }) => ({ status: 200, body: await listOtherApprovals(context, query) }),
    }),
    endpoint({
      method: 'GET',
      path: '/trade/v1/policies/usage',
      operation: 'showPolicyUsage',
      tag: 'Policies',
      summary: 'Get how much room the sums of the active rules have left',
      description: 'For each rule with a sum: what counts toward it now, as at the creation of a withdrawal.',
      scope: 'venue-transfer:view',
      answers: { 200: { description: 'The sums, rule by rule.', schema: PolicyUsage } },
      handle: async (context) => ({ status: 200, body: await showPolicyUsage(context, rates) }),
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/policies/simulate',
      operation: 'simulatePolicy',
      tag: 'Policies',
      summary: 'Try draft rules on the withdrawals of the last 30 days',
      description:
        'Changes nothing. It compares what the draft decides about each withdrawal with what was decided at its ' +
        'creation. Withdrawals that were refused then were not stored and are not part of it, nor are SIMULATED ones. ' +
        'Sums count by the status that a withdrawal has today. At most 10,000 withdrawals are read.',
      scope: 'admin',
      body: Proposal,
      answers: { 200: { description: 'What would have been decided otherwise.', schema: PolicySimulation } },
      handle: async (context, { body }) => ({
        status: 200,
        body: await simulatePolicy(context, rates, body),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/trade/v1/approvals/votes',
      operation: 'voteTogether',
      tag,
      summary: 'Approve or reject several withdrawals',
      description:
        'A person confirms the whole list with one second factor. Each vote has its own result: a withdrawal, or the ' +
        'problem that refused it.',
      scope: 'approvals:edit',
      repeats: 'answered again',
      body: Votes,
      answers: { 200: { description: 'The result of each vote, in order.', schema: VoteResults } },
      errors: ['not_found', 'step_up_required'],
      handle: async (context, { body }) => ({
        status: 200,
        body: { results: await voteTogether(context, body.votes) },
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/resolve`,
      operation: 'resolveWithdrawal',
      tag,
      summary: 'Resolve a withdrawal that waits for a person, with what was found at the venue',
      description:
        'One that is PENDING with `needsPerson` can be ACCEPTED, REFUSED or NOTHING. One that is SUBMITTED can be PAID or REFUSED ' +
        'while the venue says that it holds it: two admins must find the same, and it stays SUBMITTED until the second has.',
      scope: 'admin',
      repeats: 'answered again',
      params: WithdrawalId,
      body: Resolution,
      answers: { 200: changed },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable', 'unavailable'],
      handle: async (context, { params, body }) => ({
        status: 200,
        body: await resolveWithdrawal(context, { directory, personal }, { ...params, ...body }),
      }),
    }),
  ];
}
