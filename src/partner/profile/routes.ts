import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { checkAffiliation } from './affiliation.ts';
import { AFFILIATION, AFFILIATION_CHECK, SUMMARY, TIER_PROGRESS } from './schema.ts';
import { summarizePartner } from './summary.ts';
import { showTier } from './tier.ts';

const tag = 'Profile';

export function profileEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/partner/summary/',
      operation: 'showPartnerSummary',
      tag,
      summary: 'Who you are, what you have and what you earned this month and last',
      scope: 'reports:view',
      answers: { 200: { description: 'The summary.', schema: SUMMARY } },
      handle: async (context) => exactAnswer(await summarizePartner(factsContext(context, facts))),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/partner/tier/',
      operation: 'showPartnerTier',
      tag,
      summary: 'Your tier, and what is missing for the next one',
      scope: 'reports:view',
      answers: { 200: { description: 'The tier.', schema: TIER_PROGRESS } },
      handle: async (context) => exactAnswer(await showTier(factsContext(context, facts))),
    }),
    endpoint({
      method: 'POST',
      path: '/api/partner/affiliation/',
      operation: 'checkAffiliation',
      tag,
      summary: 'Whether a client is yours',
      description:
        'By exactly one of e-mail address, client and client account. An e-mail address is found if its hash was sent ' +
        "with the client. The answers about an unknown client and about another partner's client are the same.",
      scope: 'reports:view',
      body: AFFILIATION_CHECK,
      answers: { 200: { description: 'The answer.', schema: AFFILIATION } },
      handle: async (context, { body }) => ({
        status: 200,
        body: await checkAffiliation(factsContext(context, facts), body),
      }),
    }),
  ];
}
