export const texts = {
  list: {
    title: 'Our addresses',
    description: 'Addresses of our own accounts, as the venues have shown them. Old ones stay ours.',
    ask: 'Ask a venue',
    empty: {
      title: 'No address yet',
      text: 'A venue is asked for our address of an asset on a network. Nobody can type one.',
    },
    unmatched: {
      title: 'No address matches',
      text: 'Search for a part of a venue, asset, network or address.',
    },
  },
  columns: {
    asset: 'Asset',
    network: 'Network',
    venue: 'Venue',
    address: 'Address',
    status: 'Status',
    last: 'Shown last',
  },
  current: 'Current',
  replaced: 'Replaced',
  withTag: (address: string, tag: string) => `${address}, tag ${tag}`,
  detail: {
    title: (asset: string, network: string) => `${asset} on ${network}`,
    replaced: 'The venue shows another address now. Money that is sent here may still arrive.',
    why: 'Venues replace addresses. Ask again before you give one to somebody.',
    again: (venue: string) => `Ask ${venue} again`,
    same: (venue: string) => `${venue} still shows this address.`,
    other: (venue: string) => `${venue} shows another address now. Check it there before money is sent.`,
    facts: {
      venue: 'Venue',
      status: 'Status',
      address: 'Address',
      tag: 'Tag',
      first: 'Shown first',
      last: 'Shown last',
    },
  },
  ask: {
    title: 'Ask for our address',
    about:
      'The venue is asked now, and what it shows is kept. Some venues make an address when they are asked first.',
    aboutVenue: 'Those that show addresses to programs.',
    choose: 'Choose one.',
    submit: 'Ask',
    shown: (venue: string) => `${venue} has shown this address.`,
  },
} as const;
