import { Type } from 'typebox';
import { defineEvent } from '../../platform/events/index.ts';
import { DESTINATION_DETAILS } from './destinations/index.ts';
import { DISBURSEMENT } from './schema.ts';

const scope = 'program:view';
const { number, partner_uid, account_id, currency, status, reason, payment_reference } =
  DISBURSEMENT.properties;

const payload = Type.Object({
  number,
  partner_uid,
  account_id,
  currency,
  amount: Type.String({ description: 'What leaves the account, an exact decimal.', examples: ['120.50'] }),
  status,
  reason,
  returned_amount: Type.Union([Type.String(), Type.Null()], {
    description: 'What came back, an exact decimal.',
    examples: [null],
  }),
  payment_reference,
  destination: Type.Union([DESTINATION_DETAILS, Type.Null()], {
    description: 'Where it goes; null until it is approved.',
  }),
});

const disbursementRequested = defineEvent({
  type: 'disbursement.requested',
  summary: 'Money of a partner was asked for, or waits for an approval again.',
  scope,
  payload,
});

const disbursementApproved = defineEvent({
  type: 'disbursement.approved',
  summary: 'A disbursement was approved; where `destination.kind` is `external`, pay it.',
  scope,
  payload,
});

const disbursementPaid = defineEvent({
  type: 'disbursement.paid',
  summary: 'A disbursement was paid.',
  scope,
  payload,
});

const disbursementReturned = defineEvent({
  type: 'disbursement.returned',
  summary: 'Money that was paid came back.',
  scope,
  payload,
});

const disbursementFailed = defineEvent({
  type: 'disbursement.failed',
  summary: 'A disbursement could not be paid.',
  scope,
  payload,
});

const disbursementCancelled = defineEvent({
  type: 'disbursement.cancelled',
  summary: 'A disbursement was cancelled before it was sent.',
  scope,
  payload,
});

export const disbursementEvents = [
  disbursementRequested,
  disbursementApproved,
  disbursementPaid,
  disbursementReturned,
  disbursementFailed,
  disbursementCancelled,
] as const;
