import type { CreateWebhookDestination } from '@quaestor/sdk';

type EventType = CreateWebhookDestination['events'][number];

const events: Readonly<Record<EventType, string>> = {
  'withdrawal.created': 'A withdrawal was requested',
  'withdrawal.state-changed': 'A withdrawal changed its status',
  'withdrawal.vote-required': 'A withdrawal waits for votes',
  'withdrawal.screening-required': 'A withdrawal waits for a screener',
  'deposit.seen': 'A deposit was seen at a venue',
  'deposit.credited': 'A deposit was credited',
  'deposit.needs-information': 'A venue asks for information about a deposit',
  'deposit.rejected': 'A venue rejected a deposit',
  'deposit.taken-back': 'A venue took back a deposit that it had credited',
  'transfer.matched': 'A transfer has arrived',
  'transfer.needs-person': 'A transfer has not arrived as expected',
  'balance.low': 'A managed balance is below its minimum',
  'conversion.created': 'A conversion was requested',
  'conversion.state-changed': 'A conversion changed its status',
  'export.completed': 'The file of an export is ready',
  'export.failed': 'An export failed',
};

export const texts = { events } as const;
