export const texts = {
  list: {
    title: 'Deposits',
    description: 'What arrives at our accounts, as the venues show it. They are read every half minute.',
    addresses: 'Our addresses',
    empty: {
      title: 'No deposit yet',
      text: 'Money that arrives at one of our addresses is listed here as soon as the venue shows it.',
    },
    example: 'status:PENDING AND asset:BTC',
    unmatched: {
      title: 'No deposit matches',
      text: 'Change the filter or the dates. Fields and values are completed as you type.',
    },
    unread: (venue: string, readTo: string | null, reason: string) =>
      readTo === null
        ? `The deposits of ${venue} are not known: ${reason}`
        : `The deposits of ${venue} are known until ${readTo}: ${reason}`,
    missing: (venue: string, from: string, to: string) =>
      `${venue} could not be read from ${from} to ${to}: compare its own list.`,
  },
  none: '–',
  status: { PENDING: 'Pending', COMPLETED: 'Credited', FAILED: 'Rejected' },
  holds: { LOCKED: 'Credited, locked', NEEDS_INFORMATION: 'Venue wants information' },
  columns: {
    status: 'Status',
    amount: 'Amount',
    venue: 'Venue',
    transaction: 'Transaction',
    venueId: 'Id at the venue',
    created: 'Recorded',
  },
  detail: {
    title: (id: string) => `Deposit ${id}`,
    unknown: 'Deposit',
    id: 'the id',
    happened: 'What the venue said',
    takenBack: (at: string) => `The venue took back on ${at} that it had credited it.`,
    tookBack: 'Taken back',
    changedAt: 'Changed',
    became: { PENDING: 'Seen', COMPLETED: 'Credited', FAILED: 'Rejected' } as Readonly<
      Record<string, string>
    >,
    facts: {
      status: 'Status',
      venueStatus: 'The venue calls it',
      fee: 'Fee of the venue',
      venue: 'Venue',
      network: 'Network',
      address: 'Our address',
      tag: 'Tag',
      transaction: 'Transaction',
      internalId: 'Transfer within the venue',
      venueId: 'Id at the venue',
      created: 'Recorded by the venue',
      changed: 'Last change',
    },
  },
} as const;
