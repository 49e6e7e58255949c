import { Type } from 'typebox';
import { TravelRule } from '../../../platform/personal-data/index.ts';
import { recipientHash, recipientId } from '../../../platform/recipients/index.ts';

const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });

export const RECIPIENT = Type.Object(
  {
    id: recipientId,
    hash: recipientHash,
    travel_rule: Type.Union([TravelRule, Type.Null()], { description: 'What was said; null once erased.' }),
    created_at: time('When it was said.'),
    erased_at: Type.Union([time('When it was erased.'), Type.Null()], { examples: [null] }),
  },
  { title: 'DisbursementRecipient' },
);

export const RECIPIENT_PARAMS = Type.Object({ id: recipientId });
