import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import type { PersonalData } from '../../platform/personal-data/index.ts';
import { refusePartners } from '../facts/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { answerEndpoints } from './answers/index.ts';
import { approveAll } from './approve.ts';
import { blockEndpoints } from './blocking/index.ts';
import { cancelDisbursement } from './cancel.ts';
import type { OnChain } from './chain/index.ts';
import { confirmPayment } from './confirm.ts';
import {
  confirmDestination,
  DESTINATION,
  DESTINATION_PARAMS,
  DESTINATIONS,
  DESTINATIONS_QUERY,
  listDestinations,
  REFUSAL,
  refuseDestination,
  type Method,
} from './destinations/index.ts';
import { managedDocumentEndpoints, type Issuer } from './documents/index.ts';
import { fileEndpoints, profileOf, type Bank } from './files/index.ts';
import { listManaged, showManaged } from './list.ts';
import { managedRecipientEndpoints } from './recipients/index.ts';
import { reviewDisbursement } from './review.ts';
import { runEndpoints, type Minimums } from './runs/index.ts';
import {
  ALL_QUERY,
  APPROVAL,
  CANCELLATION,
  CONFIRMATION,
  DISBURSEMENT,
  DISBURSEMENT_PARAMS,
  MANAGED_DISBURSEMENT,
  MANAGED_DISBURSEMENTS,
  SETTLEMENT,
} from './schema.ts';
import { settleByHand } from './settle.ts';
import { shown } from './to-disbursement.ts';

/** The settings `disbursements`. */
export interface DisbursementSettings {
  readonly coolingOffHours: number;
  /** Of runs over all partners. */
  readonly minimums: Minimums;
  /** Bank profiles. */
  readonly banks: readonly Bank[];
  /** Other ways to pay. */
  readonly methods: readonly Method[];
  readonly onChain: OnChain;
  /** Who issues documents. */
  readonly issuer: Issuer;
  /** Seals who receives what is paid on chain. */
  readonly personal: PersonalData;
}

const tag = 'Disbursements';
const path = '/api/manage/disbursements';

/** For those who run the program. */
export function managedEndpoints(
  facts: Facts,
  { coolingOffHours, minimums, banks, issuer, personal }: DisbursementSettings,
): Endpoint[] {
  const read = { method: 'GET', tag, scope: 'program:view', waitsForWrites: true } as const;
  const write = { method: 'POST', tag, scope: 'disbursements:manage', repeats: 'answered again' } as const;
  const ONE = { 200: { description: 'The disbursement.', schema: DISBURSEMENT } };
  const DECIDED = { 200: { description: 'The destination.', schema: DESTINATION } };
  const profiles = banks.map(profileOf);
  return [
    ...runEndpoints(facts, { minimums, issuer }),
    ...fileEndpoints(facts, profiles, issuer),
    ...answerEndpoints(profiles),
    ...managedDocumentEndpoints(),
    ...managedRecipientEndpoints(personal),
    endpoint({
      ...read,
      path,
      operation: 'listAllDisbursements',
      summary: 'List the disbursements of all partners, newest first',
      query: ALL_QUERY,
      answers: { 200: { description: 'One page.', schema: MANAGED_DISBURSEMENTS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return exactAnswer(await listManaged(context, query));
      },
    }),
    endpoint({
      ...read,
      path: `${path}/:number`,
      operation: 'showAnyDisbursement',
      summary: 'Get a disbursement of any partner',
      params: DISBURSEMENT_PARAMS,
      answers: { 200: { description: 'The disbursement.', schema: MANAGED_DISBURSEMENT } },
      errors: ['not_found'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return exactAnswer(await showManaged(context, params.number));
      },
    }),
    endpoint({
      ...write,
      path: `${path}/approve`,
      operation: 'approveDisbursements',
      summary: 'Approve disbursements',
      description:
        'Who asked for one of them, or saved its destination, cannot. Each is bound to the destination that is confirmed now; ' +
        'when that changes, it waits for an approval again.',
      body: APPROVAL,
      answers: { 204: { description: 'All of them are APPROVED.', schema: null } },
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { body }) {
        refusePartners(context.actor);
        await approveAll(factsContext(context, facts), body.numbers, issuer);
        return { status: 204 };
      },
    }),
    endpoint({
      ...write,
      path: `${path}/:number/cancel`,
      operation: 'cancelAnyDisbursement',
      summary: 'Cancel a disbursement that is not in a file',
      params: DISBURSEMENT_PARAMS,
      body: CANCELLATION,
      answers: ONE,
      errors: ['not_found', 'invalid_transition'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        return exactAnswer(shown(await cancelDisbursement(context, { ...params, ...body })));
      },
    }),
    endpoint({
      ...write,
      path: `${path}/:number/settle`,
      operation: 'settleDisbursement',
      summary: 'Say what became of a disbursement for which the bank sends no file',
      description:
        'Who approved it cannot. A destination to which a payment failed, or from which one came back, is disabled.',
      params: DISBURSEMENT_PARAMS,
      body: SETTLEMENT,
      answers: ONE,
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        return exactAnswer(shown(await settleByHand(context, { ...params, ...body })));
      },
    }),
    endpoint({
      method: 'POST',
      tag,
      scope: 'disbursements:confirm',
      path: `${path}/:number/confirm`,
      operation: 'confirmDisbursement',
      summary: 'Say that another system has paid a disbursement, or could not',
      description:
        'Only of one whose destination is `external`, and only once: the same content again gets the same answer, other ' +
        'content is refused. A destination to which a payment failed is disabled.',
      params: DISBURSEMENT_PARAMS,
      body: CONFIRMATION,
      answers: ONE,
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'reference_reused', 'unprocessable'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        return exactAnswer(shown(await confirmPayment(context, { ...params, ...body })));
      },
    }),
    endpoint({
      ...write,
      path: `${path}/:number/review`,
      operation: 'reviewDisbursement',
      summary: 'Confirm that a disbursement failed or came back',
      description:
        'Who said so, by a file or by hand, cannot, and cannot approve disbursements of the same account before.',
      params: DISBURSEMENT_PARAMS,
      answers: ONE,
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return exactAnswer(shown(await reviewDisbursement(context, params.number)));
      },
    }),
    endpoint({
      ...read,
      path: `${path}/destinations`,
      operation: 'listAllDisbursementDestinations',
      summary: 'List the destinations of all partners, newest first',
      query: DESTINATIONS_QUERY,
      answers: { 200: { description: 'One page.', schema: DESTINATIONS } },
      async handle(context, { query }) {
        refusePartners(context.actor);
        return { status: 200, body: await listDestinations(context, query) };
      },
    }),
    endpoint({
      ...write,
      path: `${path}/destinations/:id/confirm`,
      operation: 'confirmDisbursementDestination',
      summary: 'Confirm where the money of an account goes',
      description: 'Who saved it cannot.',
      params: DESTINATION_PARAMS,
      answers: DECIDED,
      errors: ['step_up_required', 'not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params }) {
        refusePartners(context.actor);
        return { status: 200, body: await confirmDestination(context, { ...params, coolingOffHours }) };
      },
    }),
    endpoint({
      ...write,
      path: `${path}/destinations/:id/refuse`,
      operation: 'refuseDisbursementDestination',
      summary: 'Refuse a destination that waits',
      params: DESTINATION_PARAMS,
      body: REFUSAL,
      answers: DECIDED,
      errors: ['not_found', 'invalid_transition', 'unprocessable'],
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        return { status: 200, body: await refuseDestination(context, { ...params, ...body }) };
      },
    }),
    ...blockEndpoints(facts),
  ];
}
