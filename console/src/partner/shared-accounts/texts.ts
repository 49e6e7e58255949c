export const texts = {
  list: {
    title: 'Shared accounts',
    description: 'Client accounts that other partners share with you. You earn a part of their rewards.',
    empty: {
      title: 'Nothing is shared with you',
      text: 'When another partner shares a client account with you, it appears here with what it earned you.',
    },
    unmatched: { title: 'No account matches', text: 'Search for a part of the account number.' },
  },
  search: 'Find an account',
  order: 'Order',
  orders: {
    '-agent_commission_usd': 'Highest commission first',
    '-volume_mln_usd': 'Highest volume first',
    '-reg_date': 'Newest client first',
    client_account: 'By account',
  },
  columns: {
    account: 'Account',
    type: 'Type',
    client: 'Client',
    country: 'Country',
    link: 'Link',
    registered: 'Registered',
    firstTrade: 'First trade',
    lots: 'Lots',
    volume: 'Volume, mln USD',
    commission: 'Commission, USD',
  },
} as const;
