import type { PartnerCreateWebhookDestination } from '@quaestor/sdk';

type EventType = PartnerCreateWebhookDestination['events'][number];

const events: Readonly<Record<EventType, string>> = {
  'disbursement.requested': 'Money of a partner was asked for, or waits for an approval again',
  'disbursement.approved': 'A disbursement was approved',
  'disbursement.paid': 'A disbursement was paid',
  'disbursement.returned': 'Money that was paid came back',
  'disbursement.failed': 'A disbursement could not be paid',
  'disbursement.cancelled': 'A disbursement was cancelled before it was sent',
};

export const texts = { events } as const;
