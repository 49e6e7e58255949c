import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { refusePartners } from '../facts/http/index.ts';
import { type Facts, factsContext } from '../facts/handle/index.ts';
import { proposeEntry } from './enter.ts';
import { PARTNER_PARAMS } from './partners/index.ts';
import { PROPOSAL } from './proposals/index.ts';
import { NEW_ENTRY } from './schema.ts';

/** Entries that a person decides on. */
export const entryEndpoints = (facts: Facts): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/manage/partners/:partner_uid/entries',
    operation: 'proposeLedgerEntry',
    location: '/api/manage/proposals/{id}',
    tag: 'Program',
    summary: 'Propose a clawback, a bonus or a write-off',
    description:
      'It becomes an entry of the ledger when a second person confirms the proposal. The partner sees the reason. A clawback ' +
      'can make a debt, which later credits fill first; approved disbursements that are no longer covered are not sent.',
    scope: 'program:edit',
    params: PARTNER_PARAMS,
    body: NEW_ENTRY,
    repeats: 'answered again',
    answers: {
      201: { description: 'The proposal, which a second person confirms.', schema: PROPOSAL },
    },
    errors: ['not_found', 'unprocessable'],
    async handle(context, { params, body }) {
      refusePartners(context.actor);
      return {
        status: 201,
        body: await proposeEntry(factsContext(context, facts), params.partner_uid, body),
      };
    },
  }),
];
