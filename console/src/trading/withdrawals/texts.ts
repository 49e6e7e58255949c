export const texts = {
  list: {
    title: 'Withdrawals',
    description: 'Transfers out of a venue, sent at most once.',
    create: 'New withdrawal',
    empty: {
      title: 'No withdrawal yet',
      text: 'A withdrawal sends an asset from a venue to an address or a bank account. The policy allows it, asks people, or refuses it.',
    },
    unmatched: {
      title: 'No withdrawal matches',
      text: 'Change the filter or the dates. Fields and values are completed as you type.',
    },
  },
  columns: {
    status: 'Status',
    amount: 'Amount',
    destination: 'Destination',
    venue: 'Venue',
    reference: 'Reference',
    created: 'Created',
  },
} as const;
