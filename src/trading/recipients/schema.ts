import { Type, type Static } from 'typebox';
import { TravelRule } from '../../platform/personal-data/index.ts';
import { recipientHash as hash, recipientId as id } from '../../platform/recipients/index.ts';

const time = (example: string) => Type.String({ format: 'date-time', examples: [example] });

/** All that is shown of it without `pii:view`. */
const RecipientMark = Type.Object({
  id: { ...id, description: 'For `GET /trade/v1/recipients/{id}`.' },
  hash,
});

/** In what refers to a recipient. */
export const recipient = Type.Union([RecipientMark, Type.Null()], {
  description:
    'Who receives it, where that was said: a mark only. Reading it needs the scope `pii:view`: see `getRecipient`.',
  examples: [null],
});

interface Reference {
  readonly recipient_id: string | null;
  readonly recipient_hash: string | null;
}

export const toMark = ({ recipient_id: of, recipient_hash: mark }: Reference): Static<typeof recipient> =>
  of === null || mark === null ? null : { id: of, hash: mark };

export const Recipient = Type.Object(
  {
    id,
    hash,
    travelRule: Type.Union([TravelRule, Type.Null()], { description: 'What was said; null once erased.' }),
    createdAt: time('2026-01-31T12:05:00.000Z'),
    erasedAt: Type.Union([time('2026-01-31T12:05:00.000Z'), Type.Null()], { examples: [null] }),
  },
  { title: 'Recipient' },
);

export const RecipientId = Type.Object({ id });
