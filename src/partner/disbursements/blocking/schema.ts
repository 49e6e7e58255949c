import { Type } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';

const closed = { additionalProperties: false } as const;
const partnerUid = plainText(64, { description: 'The partner.', examples: ['P1001'] });
const reason = plainText(500, {
  description: 'Why; the partner sees it.',
  examples: ['Asked for by phone.'],
});

export const PARTNER_PARAMS = Type.Object({ partner_uid: partnerUid });

export const NEW_BLOCK = Type.Object({ reason }, { ...closed, title: 'NewDisbursementBlock' });

export const BLOCKS = Type.Object(
  {
    blocks: Type.Array(
      Type.Object(
        {
          partner_uid: partnerUid,
          reason,
          set_by: Type.String({ description: 'Who set it.', examples: ['grace@example.com'] }),
          set_at: Type.String({
            format: 'date-time',
            description: 'When.',
            examples: ['2024-06-01T12:00:00.000Z'],
          }),
        },
        { title: 'PartnerDisbursementBlock' },
      ),
    ),
    count: Type.Integer({ minimum: 0, description: 'All that match.', examples: [1] }),
  },
  { title: 'PartnerDisbursementBlocks' },
);

export const BLOCKS_QUERY = Type.Object(offsetQuery, closed);
