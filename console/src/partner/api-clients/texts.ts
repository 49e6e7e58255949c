import type { Partner } from '@quaestor/sdk';

type Scope = Parameters<Partner['clients']['create']>[0]['scopes'][number];

export const scopes: Readonly<Record<Scope, string>> = {
  'facts:write': 'Send facts.',
  'reports:view': 'Read reports and explanations.',
  'wallets:view': 'Read wallets.',
  'wallets:edit': 'Rename wallets.',
  'disbursements:edit': 'Ask for disbursements of a partner, and save where they go.',
  'disbursements:manage': 'Approve disbursements, and confirm where they go.',
  'disbursements:confirm': 'Say what became of disbursements that another system pays.',
  'partner:pii:view': 'Read who receives disbursements: names, addresses and documents of people.',
  'rebates:view': 'Read rebate groups.',
  'rebates:edit': 'Manage rebate groups.',
  'links:edit': 'Create links of a partner.',
  'program:view': 'Read the whole program.',
  'program:edit': 'Change partners, and propose changes of what is paid.',
  'partner:webhooks:edit': 'Manage where events are sent.',
  'partner:admin': 'Credit rewards, and manage people and clients.',
};
