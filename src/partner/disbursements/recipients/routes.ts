import { Problem, type Context } from '../../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/index.ts';
import type { PersonalData } from '../../../platform/personal-data/index.ts';
import { readWithin, type Db } from '../../../platform/postgres/index.ts';
import {
  eraseRecipient,
  getRecipient,
  viewRecipient,
  type Recipient,
} from '../../../platform/recipients/index.ts';
import { refusePartners } from '../../facts/http/index.ts';
import { partnerOf } from '../../requests/index.ts';
import { RECIPIENT, RECIPIENT_PARAMS } from './schema.ts';
import { selectOwn } from './store.ts';
import { uses } from './uses.ts';

const tag = 'Disbursements';
const description =
  'Personal data: everything else shows the id and a keyed hash only. `travel_rule` is null once it was erased.';
const ANSWERS = { 200: { description: 'The recipient.', schema: RECIPIENT } };

/** For the partner who said it. A manager who looks at what the partner sees does not see this. */
export const ownRecipientEndpoints = (personal: PersonalData): Endpoint[] => [
  endpoint({
    method: 'GET',
    tag,
    scope: 'disbursements:edit',
    path: '/api/partner/disbursements/recipients/:id/',
    operation: 'showDisbursementRecipient',
    summary: 'Read who receives the money of the partner',
    description,
    params: RECIPIENT_PARAMS,
    answers: ANSWERS,
    errors: ['not_found', 'unprocessable'],
    handle: async (context, { params: { id } }) => ({
      status: 200,
      body: toBody(await readOwn(context, personal, partnerOf(context.actor), id)),
    }),
  }),
];

/** For those who run the program. */
export function managedRecipientEndpoints(personal: PersonalData): Endpoint[] {
  const path = '/api/manage/disbursements/recipients/:id';
  return [
    endpoint({
      method: 'GET',
      tag,
      scope: 'pii:view',
      path,
      operation: 'showAnyDisbursementRecipient',
      summary: 'Read who receives the money of a partner',
      description: `${description} Each read is in the audit log.`,
      params: RECIPIENT_PARAMS,
      answers: ANSWERS,
      errors: ['not_found', 'unprocessable'],
      async handle(context, { params: { id } }) {
        refusePartners(context.actor);
        return { status: 200, body: toBody(await viewRecipient(context, personal, 'partner', id)) };
      },
    }),
    endpoint({
      method: 'DELETE',
      tag,
      scope: 'admin',
      path,
      operation: 'eraseDisbursementRecipient',
      summary: 'Erase who received money of a partner',
      description:
        'The keyed hash stays. Refused while a destination that waits or is confirmed has it, or a disbursement to it has not ended.',
      params: RECIPIENT_PARAMS,
      answers: { 204: { description: 'It is erased.', schema: null } },
      errors: ['not_found', 'invalid_transition'],
      async handle(context, { params: { id } }) {
        refusePartners(context.actor);
        await eraseRecipient(context, uses, id);
        return { status: 204 };
      },
    }),
  ];
}

const readOwn = (context: Context<Db>, personal: PersonalData, partner: string, id: string) =>
  readWithin(context, async (db) => {
    const { tenant } = context.actor;
    if (!(await selectOwn(db, tenant, partner, id).executeTakeFirst()))
      throw new Problem('not_found', 'There is no such recipient.');
    return getRecipient(db, personal, { tenant, service: 'partner' }, id);
  });

const toBody = ({ id, hash, data, createdAt, erasedAt }: Recipient) => ({
  id,
  hash,
  travel_rule: data,
  created_at: createdAt,
  erased_at: erasedAt,
});
