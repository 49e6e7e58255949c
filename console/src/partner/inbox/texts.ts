export const texts = {
  empty: 'What other people ask you to confirm, to approve or to refuse comes here.',
  proposals: { what: 'Proposal to confirm', all: 'All proposals' },
  disbursements: { what: 'Disbursement to approve', all: 'All disbursements to approve' },
  destinations: { what: 'Bank account to confirm', all: 'All bank accounts to confirm' },
  rebates: { what: 'Rebates to approve', all: 'All rebate groups' },
  webhooks: { what: 'Webhook not received', all: 'All webhooks' },
  message: (type: string, url: string) => `${type} to ${url}`,
  proposal: (summary: string, reason: string | null) => (reason === null ? summary : `${summary}: ${reason}`),
  disbursement: (sum: string, partner: string) => `${sum} to ${partner}`,
  destination: (name: string, partner: string) => `${name}, partner ${partner}`,
  run: (group: string, span: string) => `${group}, ${span}`,
} as const;
