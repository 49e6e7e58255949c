import type { NewClient } from '@quaestor/sdk';

export const scopes: Readonly<Record<NewClient['scopes'][number], string>> = {
  'venues:view': 'Read venues and balances.',
  'venue-transfer:view': 'Read withdrawals.',
  'venue-transfer:edit': 'Create and cancel withdrawals.',
  'approvals:edit': 'Vote on withdrawals that wait for approval.',
  'screening:edit': 'Answer the screening of withdrawals.',
  'pii:view': 'Read who receives withdrawals: names, addresses and documents of people.',
  'conversions:view': 'Read conversions.',
  'conversions:edit': 'Create and cancel conversions.',
  'market-data:view': 'Read order books and rates.',
  'exports:view': 'Read exports.',
  'exports:edit': 'Create exports.',
  'webhooks:edit': 'Manage webhook destinations.',
  'trading:admin': 'Change policies, saved destinations and switches, and resolve stuck withdrawals.',
};
