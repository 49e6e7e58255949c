import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import type { PersonalData } from '../../platform/personal-data/index.ts';
import { eraseRecipient, viewRecipient } from '../../platform/recipients/index.ts';
import { Recipient, RecipientId } from './schema.ts';
import { uses } from './uses.ts';

const tag = 'Saved destinations';
const path = '/trade/v1/recipients/:id';

export function recipientEndpoints(personal: PersonalData): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path,
      operation: 'getRecipient',
      tag,
      summary: 'Read who receives withdrawals',
      description:
        'Personal data: everything else shows the id and a keyed hash only. Each read is in the audit log. `travelRule` is ' +
        'null once it was erased.',
      scope: 'pii:view',
      params: RecipientId,
      answers: { 200: { description: 'The recipient.', schema: Recipient } },
      errors: ['not_found', 'unprocessable'],
      async handle(context, { params: { id } }) {
        const { data: travelRule, ...rest } = await viewRecipient(context, personal, 'trading', id);
        return { status: 200, body: { ...rest, travelRule } };
      },
    }),
    endpoint({
      method: 'DELETE',
      path,
      operation: 'eraseRecipient',
      tag,
      summary: 'Erase who received withdrawals',
      description:
        'The keyed hash stays. Refused while a saved destination has it, or a withdrawal to it has not ended.',
      scope: 'admin',
      params: RecipientId,
      answers: { 204: { description: 'It is erased.', schema: null } },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params }) => {
        await eraseRecipient(context, uses, params.id);
        return { status: 204 };
      },
    }),
  ];
}
