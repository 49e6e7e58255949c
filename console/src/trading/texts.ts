import { plural } from '../shared/text/index.ts';

export const texts = {
  sections: { desk: 'Desk', control: 'Control', records: 'Records', admin: 'Administration' },
  screens: {
    overview: 'Overview',
    approvals: 'Approvals',
    withdrawals: 'Withdrawals',
    deposits: 'Deposits',
    transfers: 'Transfers',
    managedBalances: 'Managed balances',
    conversions: 'Conversions',
    market: 'Market',
    exports: 'Exports',
    webhooks: 'Webhooks',
    venues: 'Venues',
    policies: 'Policies',
    destinations: 'Destinations',
    audit: 'Audit',
    inbox: 'Inbox',
    access: 'Access changes',
    people: 'People',
    notices: 'Messages',
    clients: 'Clients',
    jobs: 'Jobs',
  },
  confirms: {
    votes: 'Votes',
    count: (votes: number) => plural(votes, 'vote', 'votes'),
    approve: 'Approve ',
    reject: 'Reject ',
    reference: 'Reference',
    venue: 'From venue',
    destination: 'Destination',
    address: 'Address',
    tag: 'Tag',
    recipient: 'Recipient',
    approved: 'It is sent as soon as enough people have approved it.',
    rejected: 'It is cancelled at once.',
  },
  steps: {
    policy: (version: string) => `Put version ${version} of the policy in force.`,
    upTo: (approvals: number) =>
      approvals === 1
        ? 'Withdrawals will need at most 1 approval.'
        : `Withdrawals will need up to ${plural(approvals, 'approval', 'approvals')}.`,
    tooFew: (approvals: number, group: string, members: number) =>
      `A rule wants ${plural(approvals, 'approval', 'approvals')} of ${group}, which has ${plural(members, 'member', 'members')}: nobody can fulfil it.`,
    screened: 'Some wait for a screener too.',
    destination: (alias: string) => `Confirm the destination ${alias}.`,
    address: (address: string, network: string) => `It is ${address} on ${network}.`,
    account: (account: string) => `It is the bank account ${account}.`,
    tag: (tag: string) => `Its tag is ${tag}.`,
    known: 'Policies then treat it as known.',
    recipient: 'You confirm with it who receives what is sent there:',
    screen: {
      PASS: {
        what: (sum: string, venue: string) =>
          `Let the withdrawal of ${sum} from ${venue} pass its screening.`,
        consequence: 'It is sent as soon as enough people have approved it.',
      },
      REFUSE: {
        what: (sum: string, venue: string) => `Refuse the withdrawal of ${sum} from ${venue}.`,
        consequence: 'It is cancelled at once.',
      },
      HOLD: {
        what: (sum: string, venue: string) => `Hold the withdrawal of ${sum} from ${venue}.`,
        consequence: 'It needs one more approval, by a person.',
      },
    },
    reference: (reference: string) => `Its reference is ${reference}.`,
    reason: (reason: string) => `The reason: ${reason}`,
    balance: (asset: string, venue: string) =>
      `Put the settings of the managed balance of ${asset} at ${venue} in force.`,
    kept: (minimum: string, target: string, maximum: string) =>
      `It is kept between ${minimum} and ${maximum}; proposals go to ${target}.`,
    sources: (sources: string) => `Its sources, in their order: ${sources}.`,
    changed: (label: string, change: string) => `${label}: ${change}.`,
    cap: (cap: string) => `At most ${cap} are moved in 24 hours.`,
    alone:
      'It makes transfers without a person, where a rule of the policy for managed balances allows them.',
    proposes: 'A person confirms each proposal.',
    venue: (code: string) => `Switch ${code}.`,
    switched: {
      trading: (from: string, to: string) => `Trading: from ${from} → to ${to}.`,
      withdrawals: (from: string, to: string) => `Withdrawals: from ${from} → to ${to}.`,
    },
    modes: { live: 'live', simulate: 'simulate', off: 'off' } as Readonly<Record<string, string>>,
    fromNow: 'It applies to the next order or withdrawal.',
    transfer: (id: string) => `The transfer of the venue is ${id}.`,
    became: (sum: string, from: string, to: string) =>
      `Say which deposit the transfer of ${sum} from ${from} to ${to} has become.`,
    deposit: (id: string) => `It is the deposit ${id}.`,
    arrived: (sum: string) => `${sum} arrived: as much as was sent.`,
    arrivedOther: (sum: string) => `${sum} arrived, which is not what was sent.`,
    belongs: 'The deposit then belongs to this transfer and to no other.',
    order: {
      buy: (quantity: string, counter: string, venue: string) =>
        `Say what the order to buy ${quantity} for ${counter} at ${venue} has traded.`,
      sell: (quantity: string, counter: string, venue: string) =>
        `Say what the order to sell ${quantity} for ${counter} at ${venue} has traded.`,
    },
    orderId: (id: string) => `Its client order id is ${id}.`,
    trade: (id: string, quantity: string, price: string, fee: string, liquidity: string, time: string) =>
      `Trade ${id}: ${quantity} at ${price}, fee ${fee}, ${liquidity}, ${time}.`,
    noTrade: 'It has traded nothing more.',
    counts: 'It counts when two admins have said exactly the same. The order is never sent again.',
    transaction: (hash: string) => `Transaction ${hash}`,
    found: {
      ACCEPTED: {
        what: (sum: string, venue: string) => `Say that ${venue} has accepted the withdrawal of ${sum}.`,
        consequence: 'It counts as sent and is not sent again.',
      },
      REFUSED: {
        what: (sum: string, venue: string) => `Say that ${venue} has refused the withdrawal of ${sum}.`,
        consequence: 'It fails, and is not sent again.',
      },
      NOTHING: {
        what: (sum: string, venue: string) => `Say that ${venue} knows nothing of the withdrawal of ${sum}.`,
        consequence: 'It is sent again: if the venue has it after all, it is paid twice.',
      },
      PAID: {
        what: (sum: string, venue: string) => `Say that ${venue} has paid the withdrawal of ${sum}.`,
        consequence: 'It counts as completed once another admin has found the same.',
      },
      HELD: {
        what: (sum: string, venue: string) =>
          `Say that ${venue} holds the withdrawal of ${sum} and has refused it finally.`,
        consequence:
          'It fails once another admin has found the same: if the venue pays it after all, it may be paid twice.',
      },
    },
  },
} as const;
