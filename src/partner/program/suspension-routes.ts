import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { refusePartners } from '../facts/http/index.ts';
import { type Facts, factsContext } from '../facts/handle/index.ts';
import { PARTNER_PARAMS } from './partners/index.ts';
import { PROPOSAL } from './proposals/index.ts';
import { NEW_REINSTATEMENT, NEW_SUSPENSION } from './schema.ts';
import { reinstatePartner, suspendPartner } from './suspend.ts';

const ANSWERS = {
  201: { description: 'The proposal, which a second person confirms.', schema: PROPOSAL },
} as const;

/** Both directions change what is paid, so both are proposals. */
export function suspensionEndpoints(facts: Facts): Endpoint[] {
  const common = {
    method: 'POST',
    tag: 'Program',
    scope: 'program:edit',
    params: PARTNER_PARAMS,
    repeats: 'answered again',
    answers: ANSWERS,
    errors: ['not_found', 'unprocessable'],
    location: '/api/manage/proposals/{id}',
  } as const;
  return [
    endpoint({
      ...common,
      path: '/api/manage/partners/:partner_uid/suspensions',
      operation: 'suspendPartner',
      summary: 'Propose to suspend a partner',
      description:
        'From the first day on the partner earns nothing: no rewards, second-level rewards, commissions or compensations. ' +
        'It takes effect when a second person confirms the proposal. Days that are credited already become adjustments.',
      body: NEW_SUSPENSION,
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        return {
          status: 201,
          body: await suspendPartner(factsContext(context, facts), params.partner_uid, body),
        };
      },
    }),
    endpoint({
      ...common,
      path: '/api/manage/partners/:partner_uid/reinstatements',
      operation: 'reinstatePartner',
      summary: 'Propose to reinstate a suspended partner',
      description:
        'From that day on the partner earns again. It takes effect when a second person confirms the proposal. With the ' +
        'first day of a suspension, the suspension is withdrawn altogether.',
      body: NEW_REINSTATEMENT,
      async handle(context, { params, body }) {
        refusePartners(context.actor);
        return {
          status: 201,
          body: await reinstatePartner(factsContext(context, facts), params.partner_uid, body),
        };
      },
    }),
  ];
}
