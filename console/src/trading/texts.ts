import { plural } from '../shared/text/index.ts';

export const texts = {
  loading: 'Loading',
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
    people: 'People',
    clients: 'Clients',
    jobs: 'Jobs',
  },
  actors: { program: (name: string) => `${name} (program)`, system: 'Quaestor' },
  missing: {
    title: 'There is no such page',
    about: 'The address may be incomplete, or from another version of the console.',
    overview: 'Go to the overview',
  },
  confirms: {
    votes: 'Votes',
    count: (votes: number) => plural(votes, 'vote', 'votes'),
    step: 'Step',
    approve: 'Approve ',
    reject: 'Reject ',
    venue: 'From venue',
    address: 'Address',
  },
} as const;
