import { plural } from '../../shared/text/index.ts';

export const texts = {
  title: 'Approvals',
  about: 'Withdrawals that the policy sends to people. Each vote needs your second factor.',
  empty: {
    title: 'Nothing waits for approval',
    about:
      'A withdrawal comes here when a rule of the policy asks for approvals. Those who can approve it see it at once.',
  },
  nothingForYou: 'Nothing waits for you.',
  others: { title: 'Not for you to approve', table: 'Waiting for others' },
  votable: {
    title: 'Waiting for you',
    /** Tells a withdrawal from the others. */
    name: (amount: string, destination: string, reference: string) =>
      `${amount} to ${destination}, ${reference}`,
    selectAll: 'Select all',
    selectFirst: (count: number) => `Select the first ${count}`,
    selectNone: 'Select none',
    selected: (count: number, value: string | undefined) =>
      `${plural(count, 'withdrawal', 'withdrawals')} selected${value === undefined ? '' : `, worth ${value}`}`,
    approveAll: (count: number) => `Approve ${count}`,
  },
  refused: {
    title: (count: number) => (count === 1 ? 'One vote was refused' : `${count} votes were refused`),
    withdrawal: (amount: string, asset: string, reference: string) =>
      `${amount} ${asset}, reference ${reference}: `,
    dismiss: 'Dismiss',
  },
  done: {
    approved: (sum: string, venue: string) => `Approved ${sum}. It is on its way to ${venue}.`,
    counted: (sum: string) => `Your approval of ${sum} counts. It waits for others.`,
    rejected: (sum: string) => `Rejected ${sum}. It is cancelled.`,
    approvedMany: (count: number) => `Approved ${plural(count, 'withdrawal', 'withdrawals')}.`,
    rejectedMany: (count: number) => `Rejected ${plural(count, 'withdrawal', 'withdrawals')}.`,
    show: 'Show the withdrawal',
  },
  approve: 'Approve',
  reject: 'Reject',
  new: 'new',
  noValue: '–',
  columns: {
    value: (currency: string) => `Value in ${currency}`,
    reference: 'Reference',
    requestedBy: 'Requested by',
    approvals: 'Approvals',
    left: 'Time left',
    why: 'Why',
  },
  detail: {
    title: 'Withdrawal to approve',
    showAll: 'Show everything that happened to it',
    known: 'Saved and confirmed by two people',
    unknown: 'New: no confirmed destination has this address. Compare every group.',
    comment: 'Comment',
    aboutComment: 'Everybody who sees the withdrawal sees it.',
    noRule: 'No policy rule was recorded.',
    before: (count: number) => ['Never', 'Once'][count] ?? plural(count, 'time', 'times'),
    facts: {
      value: 'Value',
      before: 'Paid before',
      destination: 'Destination',
      recipient: 'Recipient',
      venue: 'From venue',
      requestedBy: 'Requested by',
      reference: 'Reference',
      requested: 'Requested',
      left: 'Time left',
      votes: 'Votes',
      why: 'Why',
      screening: 'Screening',
    },
  },
  cannotVote: {
    CLOSED: 'It no longer waits for votes.',
    LATE: 'The time to vote has ended.',
    OWN: 'You or a client of yours requested it, and people cannot approve their own withdrawals.',
    VOTED: 'You have voted. A vote cannot be changed.',
    SCREENER: 'You or a client of yours answered for its screening, and one person cannot do both.',
    ENOUGH: 'It has the approvals it needs, and waits for its screening.',
    NOT_APPROVER: 'You are not an approver. An admin can make you one.',
    OTHERS: 'The policy wants other people to approve it.',
  },
} as const;
