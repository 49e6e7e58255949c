import type { Static } from 'typebox';
import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { partnerOf } from '../requests/index.ts';
import { cancelOwn } from './cancel.ts';
import { askVenues, type VenueQuestions } from './chain/index.ts';
import {
  DESTINATION,
  DESTINATIONS,
  listDestinations,
  NEW_DESTINATION,
  saveDestination,
  SAVING_QUERY,
  type Offers,
} from './destinations/index.ts';
import { ownDocumentEndpoints } from './documents/index.ts';
import { listBalances } from './list-balances.ts';
import { listDisbursements, showDisbursement } from './list.ts';
import { managedEndpoints, type DisbursementSettings } from './manage-routes.ts';
import { ownRecipientEndpoints } from './recipients/index.ts';
import { requestDisbursement } from './request.ts';
import {
  ACCOUNT_PARAMS,
  BALANCES,
  CANCELLATION,
  DISBURSEMENT,
  DISBURSEMENT_PARAMS,
  DISBURSEMENTS,
  METHODS,
  NEW_DISBURSEMENT,
  OWN_DESTINATIONS_QUERY,
  OWN_QUERY,
} from './schema.ts';
import { shown } from './to-disbursement.ts';

const tag = 'Disbursements';
const path = '/api/partner/disbursements/';

export function disbursementEndpoints(facts: Facts, settings: DisbursementSettings): Endpoint[] {
  return [...partnerEndpoints(facts, settings), ...managedEndpoints(facts, settings)];
}

/** For partners. */
function partnerEndpoints(
  facts: Facts,
  { issuer, methods, onChain, personal }: DisbursementSettings,
): Endpoint[] {
  const { networks } = onChain;
  const questionsOf = askVenues(onChain);
  const read = {
    method: 'GET',
    tag,
    scope: 'wallets:view',
    waitsForWrites: true,
    readAs: 'partner',
  } as const;
  const write = {
    method: 'POST',
    tag,
    scope: 'disbursements:edit',
    repeats: 'answered again',
  } as const;
  return [
    endpoint({
      ...read,
      path: `${path}balances/`,
      operation: 'listDisbursementBalances',
      summary: 'What each account has, what can be asked for, and why nothing can',
      description:
        'A reward is held for the clearing days of its tariff. What is taken back later than that becomes a debt, which later ' +
        'rewards fill first.',
      answers: { 200: { description: 'By account.', schema: BALANCES } },
      handle: async (context) => exactAnswer(await listBalances(factsContext(context, facts), issuer)),
    }),
    endpoint({
      ...read,
      path,
      operation: 'listDisbursements',
      summary: 'The disbursements of the partner, newest first',
      query: OWN_QUERY,
      answers: { 200: { description: 'One page.', schema: DISBURSEMENTS } },
      handle: async (context, { query }) =>
        exactAnswer(await listDisbursements(context, { ...query, partner_uid: partnerOf(context.actor) })),
    }),
    endpoint({
      ...write,
      path,
      operation: 'requestDisbursement',
      summary: 'Ask for money of an account',
      description:
        'It is reserved at once, and sent to the confirmed destination when the program has approved it.',
      body: NEW_DISBURSEMENT,
      answers: { 201: { description: 'The disbursement.', schema: DISBURSEMENT } },
      errors: ['not_found', 'unprocessable'],
      handle: async (context, { body }) =>
        exactAnswer(shown(await requestDisbursement(factsContext(context, facts), body, issuer)), 201),
    }),
    endpoint({
      ...read,
      path: `${path}:number/`,
      operation: 'showDisbursement',
      summary: 'Get a disbursement',
      params: DISBURSEMENT_PARAMS,
      answers: { 200: { description: 'The disbursement.', schema: DISBURSEMENT } },
      errors: ['not_found'],
      handle: async (context, { params }) =>
        exactAnswer(shown(await showDisbursement(context, params.number, partnerOf(context.actor)))),
    }),
    endpoint({
      ...write,
      path: `${path}:number/cancel/`,
      operation: 'cancelDisbursement',
      summary: 'Cancel a disbursement that is not approved yet',
      params: DISBURSEMENT_PARAMS,
      body: CANCELLATION,
      answers: { 200: { description: 'The disbursement, now CANCELLED.', schema: DISBURSEMENT } },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params, body }) => {
        partnerOf(context.actor);
        return exactAnswer(shown(await cancelOwn(context, { ...params, ...body })));
      },
    }),
    endpoint({
      ...read,
      path: `${path}methods/`,
      operation: 'listDisbursementMethods',
      summary: 'The ways to be paid beside a bank account',
      answers: { 200: { description: 'What the program offers.', schema: METHODS } },
      handle: async (context) => {
        partnerOf(context.actor);
        const questions = networks.length > 0 ? await questionsOf(context.clock, context.signal) : undefined;
        return { status: 200, body: offersOf({ methods, networks }, questions) };
      },
    }),
    endpoint({
      ...read,
      path: `${path}destinations/`,
      operation: 'listDisbursementDestinations',
      summary: 'Where the money of the partner goes and went, newest first',
      query: OWN_DESTINATIONS_QUERY,
      answers: { 200: { description: 'One page.', schema: DESTINATIONS } },
      handle: async (context, { query }) => ({
        status: 200,
        body: await listDestinations(context, { ...query, partner_uid: partnerOf(context.actor) }),
      }),
    }),
    endpoint({
      ...write,
      path: `${path}accounts/:account_id/destination/`,
      operation: 'saveDisbursementDestination',
      summary: 'Save where the money of an account is to go',
      description:
        'A manager of the program confirms it. One that replaces another is used after a cooling-off period. Compare ' +
        '`written_name` with the name that the bank has.',
      params: ACCOUNT_PARAMS,
      query: SAVING_QUERY,
      body: NEW_DESTINATION,
      comparedAs: ({ travel_rule: said, ...place }) =>
        said ? { ...place, travel_rule: personal.hash('', said) } : place,
      answers: {
        200: { description: 'A dry run: the destination as it would be.', schema: DESTINATION },
        201: { description: 'The destination, which waits.', schema: DESTINATION },
      },
      errors: ['step_up_required', 'not_found'],
      handle: async (context, { params, query: { dry_run: dryRun = false }, body }) => ({
        status: dryRun ? 200 : 201,
        body: await saveDestination(
          factsContext(context, facts),
          params.account_id,
          body,
          { methods, networks, personal },
          dryRun,
        ),
      }),
    }),
    ...ownDocumentEndpoints(issuer),
    ...ownRecipientEndpoints(personal),
  ];
}

const offersOf = (
  { methods, networks }: Offers,
  questions: Awaited<ReturnType<VenueQuestions>>,
): Static<typeof METHODS> => ({
  methods: [...methods],
  networks: networks.map(({ asset, network, venue, tag: rule = 'none' }) => ({
    currency: asset,
    network,
    tag: rule,
    questions: questions ? [...(questions.get(venue) ?? [])] : null,
  })),
});
