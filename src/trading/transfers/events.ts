import { Type } from 'typebox';
import { defineEvent } from '../../platform/events/index.ts';
import { Transfer, TransferResolution } from './schema.ts';

const scope = 'venue-transfer:view';
const { id } = Transfer.properties;

export const transferMatched = defineEvent({
  type: 'transfer.matched',
  summary: 'The deposit that a transfer became is known.',
  scope,
  payload: Type.Object({ id, depositId: TransferResolution.properties.depositId }),
});

export const transferNeedsPerson = defineEvent({
  type: 'transfer.needs-person',
  summary: 'The other end of a transfer is not known, and a person must look for it.',
  scope,
  payload: Type.Object({
    id,
    reason: Type.String({
      description: 'Why.',
      examples: ['No deposit with the same transaction, address, tag and amount was seen in time.'],
    }),
  }),
});

export const transferEvents = [transferMatched, transferNeedsPerson] as const;
