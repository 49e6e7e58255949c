import { plural } from '../shared/text/index.ts';

export const texts = {
  sections: { desk: 'Desk', control: 'Control', records: 'Records', admin: 'Administration' },
  screens: {
    overview: 'Overview',
    approvals: 'Approvals',
    withdrawals: 'Withdrawals',
    conversions: 'Conversions',
    market: 'Market',
    exports: 'Exports',
    webhooks: 'Webhooks',
    venues: 'Venues',
    policies: 'Policies',
    destinations: 'Destinations',
    audit: 'Audit',
    inbox: 'Inbox',
    people: 'People',
    clients: 'Clients',
    jobs: 'Jobs',
  },
  confirms: {
    votes: 'Votes',
    count: (votes: number) => plural(votes, 'vote', 'votes'),
    approve: 'Approve ',
    reject: 'Reject ',
    venue: 'From venue',
    address: 'Address',
  },
} as const;
