export const texts = {
  empty:
    'Votes, policies, destinations and changes of access come here when other people ask for them. So do payments, transfers, webhooks and jobs that nobody else can put right.',
  doubtful: { what: 'Payment in doubt', all: 'All payments in doubt' },
  transfers: { what: 'Transfer that did not arrive', all: 'All transfers that did not arrive' },
  proposals: { what: 'Proposal of a managed balance', all: 'All managed balances' },
  settings: { what: 'Managed balance to confirm', all: 'All managed balances' },
  screenings: { what: 'Withdrawal to screen', all: 'All withdrawals to screen' },
  votes: { what: 'Withdrawal to approve', all: 'All withdrawals to approve' },
  destinations: { what: 'Destination to confirm', all: 'All destinations to confirm' },
  policies: { what: 'Policy to confirm', all: 'All policies' },
  webhooks: { what: 'Webhook not received', all: 'All webhooks' },
  jobs: { what: 'Job that failed for good', all: 'All jobs that failed for good' },
  payment: (sum: string, destination: string) => `${sum} to ${destination}`,
  balance: (asset: string, venue: string) => `${asset} at ${venue}`,
  transfer: (sum: string, from: string, to: string) => `${sum} from ${from} to ${to}`,
  version: (version: number) => `Version ${version}`,
  message: (type: string, url: string) => `${type} to ${url}`,
} as const;
