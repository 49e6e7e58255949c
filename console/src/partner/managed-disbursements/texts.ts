import type { DisbursementRun, DisbursementRunApproval } from '@quaestor/sdk';
import { formatDay, plural } from '../../shared/text/index.ts';
import { texts as own } from '../disbursements/texts.ts';

const { statuses, destinationStatuses, together } = own;

/** What a bank wrote about a payment, as the answers of the server have it. */
type Written = Readonly<Record<string, unknown>>;

const codes = (reasons: unknown): string => (Array.isArray(reasons) ? reasons.map(String).join(', ') : '');

type LeftOut = DisbursementRun['left_out'][number]['reason'];
type Left = DisbursementRunApproval['left'][number]['reason'];

const accounts =
  (one: string, many: string) =>
  (count: number): string =>
    `${plural(count, `account ${one}`, `accounts ${many}`)}.`;

/** Why a run asks for nothing of accounts. */
const leftOutBy: Readonly<Record<LeftOut, (count: number) => string>> = {
  nothing_available: accounts('has nothing available', 'have nothing available'),
  currency: accounts('has a currency that no bank pays', 'have a currency that no bank pays'),
  no_destination: accounts('has no confirmed destination', 'have no confirmed destination'),
  cooling_off: accounts(
    'has a new destination that is not used yet',
    'have new destinations that are not used yet',
  ),
  suspended: accounts('belongs to a suspended partner', 'belong to suspended partners'),
  blocked: accounts('belongs to a blocked partner', 'belong to blocked partners'),
  document_missing: accounts(
    'belongs to a partner who has not accepted the agreement on documents',
    'belong to partners who have not accepted the agreement on documents',
  ),
  debt: accounts('owes money', 'owe money'),
  minimum: accounts(
    'has less than the minimum of its currency',
    'have less than the minimum of their currency',
  ),
};

/** Why a disbursement of a run was not approved with the others. */
const leftBy: Readonly<Record<Left, string>> = {
  currency: 'no bank pays its currency.',
  no_destination: 'the account has no confirmed destination.',
  cooling_off: 'the destination is new and not used yet.',
  suspended: 'the partner is suspended.',
  blocked: 'the partner is blocked.',
  document_missing: 'the partner has not accepted the agreement on documents.',
  debt: 'the account owes money.',
  balance: 'the balance fell below what is reserved.',
  own_destination: 'you count as the person who saved the destination. Another manager approves it.',
  own_outcome:
    'you said that a payment of the account failed or came back. Another manager reviews that or approves this one.',
};

export const texts = {
  views: {
    label: 'Parts of disbursements',
    queue: 'Queue',
    runs: 'Runs',
    destinations: 'Destinations',
    files: 'Files',
    answers: 'Answers',
    blocks: 'Blocks',
  },
  queue: {
    title: 'Disbursements',
    description:
      'Money from the accounts of partners to their banks. What waits for an approval is shown first.',
    empty: {
      title: 'Nothing waits for an approval',
      text: 'Partners ask for money on their screen of disbursements.',
    },
    unmatched: { title: 'None has this state', text: 'Choose another state above.' },
    status: 'State',
    all: 'All states',
    statuses,
    columns: {
      number: 'Number',
      partner: 'Partner',
      amount: 'Amount',
      destination: 'Destination',
      before: 'Paid before',
      by: 'Asked by',
      at: 'Asked',
      status: 'State',
    },
    noDestination: 'None is confirmed',
    before: (count: number) => ['Never', 'Once'][count] ?? plural(count, 'time', 'times'),
    name: (number: number, partner: string, amount: string) =>
      `Disbursement ${number} of ${partner}, ${amount}`,
    selected: together,
    approved: (count: number) =>
      `Approved ${plural(count, 'disbursement', 'disbursements')}. The next file for the bank has them.`,
    cancelled: (number: number) => `Disbursement ${number} is cancelled.`,
    selectAll: 'Select all that are shown',
    selectNone: 'Select none',
    approveAll: (count: number) => (count === 1 ? 'Approve it' : `Approve all ${count}`),
    sum: (amount: string, currency: string) => `${amount} ${currency}`,
  },
  one: {
    title: (number: string) => `Disbursement ${number}`,
    missing: { title: 'There is no such disbursement', text: 'Check the number in the address.' },
    facts: {
      amount: 'Amount',
      status: 'State',
      partner: 'Partner',
      account: 'Account',
      name: 'Goes to',
      to: 'Account there',
      before: 'Paid to this destination before',
      file: 'File',
      returned: 'Came back',
      documents: 'Documents',
    },
    timeline: 'What happened',
    approve: 'Approve it',
    cancel: 'Cancel it',
    aboutCancel: 'The partner sees it.',
    confirmCancel: 'Cancel the disbursement',
    aboutReview: (by: string) =>
      `${by} said so. Nobody else has reviewed it yet: compare it with what the bank shows.`,
    review: 'Review it',
    reviewed: (number: number) => `Disbursement ${number} is reviewed.`,
    ownOutcome:
      'You said so. Until another manager has reviewed it, you cannot approve disbursements of this account.',
  },
  runs: {
    title: 'Runs',
    description: 'A run asks for all that is available of every account. Another manager approves it.',
    preview: {
      title: 'The next run',
      description: 'What a run would request now.',
      nothing: 'No account has enough that can be disbursed now.',
      found: (count: number, sums: readonly string[]) => `${together(count, sums)}.`,
    },
    leftOut: 'Left out',
    leftOutBy,
    request: 'Request the run',
    ask: (count: number, sums: readonly string[]) =>
      `Request ${together(count, sums)}? The money is reserved at once.`,
    confirm: 'Request it',
    decline: 'Not now',
    requested: (number: number, count: number, sums: readonly string[]) =>
      count === 0
        ? `Run ${number} found nothing to request.`
        : `Run ${number} is requested: ${together(count, sums)}. Another manager approves it.`,
    made: { title: 'Runs so far', description: 'Newest first.', none: 'No run was made yet.' },
    columns: {
      number: 'Run',
      lines: 'Disbursements',
      totals: 'Together',
      by: 'Requested by',
      at: 'Requested',
    },
    by: ({ due_on, requested_by }: Pick<DisbursementRun, 'due_on' | 'requested_by'>) =>
      due_on === null ? requested_by : `The schedule, for ${formatDay(due_on)}`,
    opened: (number: string) => `Run ${number}`,
    missing: { title: 'There is no such run', text: 'Check the number in the address.' },
    waiting: {
      title: 'Wait for an approval',
      none: 'Nothing of this run waits for an approval.',
    },
    own: 'You requested it. Another manager approves it.',
    approve: 'Approve the run',
    approved: (count: number, sums: readonly string[]) => `Approved: ${together(count, sums)}.`,
    left: (count: number) => `${plural(count, 'disbursement was', 'disbursements were')} not approved`,
    leftOne: (number: number, why: string) => `Disbursement ${number}: ${why}`,
    leftBy,
    leftOthers: (count: number) => `And ${plural(count, 'other', 'others')}.`,
  },
  settle: {
    label: 'Record the outcome',
    outcome: 'What the bank shows',
    outcomes: {
      PAID: 'It is paid',
      FAILED: 'It was refused, and no money left',
      RETURNED: 'It was paid and came back',
    },
    returned: 'What came back',
    aboutReturned: 'It is less than the amount where a bank took a fee.',
    reason: 'Reason',
    aboutReason: 'The partner sees it.',
    follows: {
      PAID: 'The money leaves the balance of the partner.',
      FAILED:
        'The money is available to the partner again, and the destination is disabled. Another person reviews it before you approve anything else of this account.',
      RETURNED:
        'What came back is available to the partner again, and the destination is disabled. Another person reviews it before you approve anything else of this account.',
    },
    submit: 'Record it',
    discard: 'Discard',
    done: {
      PAID: (number: number) => `Disbursement ${number} is paid.`,
      FAILED: (number: number) => `Disbursement ${number} failed.`,
      RETURNED: (number: number) => `Disbursement ${number} came back.`,
    },
  },
  documents: {
    title: 'Invoices and credit notes',
    description: 'Issued in the names of partners when a file is sealed. Newest first.',
    none: 'None yet.',
    partner: 'Partner',
  },
  destinations: {
    title: 'Destinations',
    description: 'Where the money of partners goes. It goes only to what a second person has confirmed.',
    empty: {
      title: 'No destination waits',
      text: 'Partners save where their money goes on their screen of disbursements.',
    },
    unmatched: { title: 'None has this state', text: 'Choose another state above.' },
    confirmed: (name: string) => `The bank account of ${name} is confirmed.`,
    refused: (name: string) => `The bank account of ${name} is refused.`,
    status: 'State',
    all: 'All states',
    statuses: destinationStatuses,
    columns: {
      name: 'Name',
      to: 'Account there',
      partner: 'Partner',
      account: 'Account',
      status: 'State',
      at: 'Saved',
    },
    opened: 'Destination',
    missing: { title: 'It is not in this list', text: 'Choose all states to find it.' },
    partner: 'Partner',
    account: 'Account',
    savedBy: 'Saved by',
    decidedBy: 'Decided by',
    about:
      'Compare the name and the account with what you know of the partner, not with a message from them.',
    confirm: 'Confirm it',
    refuse: 'Refuse it',
    aboutRefuse: 'The partner sees it.',
    confirmRefuse: 'Refuse the destination',
  },
  files: {
    title: 'Files',
    description: 'Approved disbursements, as files for banks. Their bytes never change.',
    empty: { title: 'No file yet', text: 'Approve disbursements, then seal them into a file for a bank.' },
    columns: {
      number: 'File',
      bank: 'Bank',
      date: 'Execution',
      lines: 'Payments',
      total: 'Total',
      state: 'State',
      by: 'Sealed by',
      at: 'Sealed',
    },
    states: { sealed: 'Sealed', fetched: 'Fetched', unsealed: 'Unsealed' },
    bank: 'Bank',
    bankOption: (code: string, currency: string, iban: string) => `${code}: ${currency}, ${iban}`,
    noBank: 'The configuration has no bank. Add bank profiles to disbursements.banks.',
    seal: 'Seal a file',
    sealed: (number: number, lines: number, total: string, currency: string) =>
      `File ${number} is sealed: ${plural(lines, 'payment', 'payments')}, ${total} ${currency}.`,
    leftOut: (count: number) => `${plural(count, 'disbursement is', 'disbursements are')} not in it:`,
    leftOutOne: (number: number, reason: string) => `Disbursement ${number}: ${reason}`,
    opened: (number: string) => `File ${number}`,
    missing: { title: 'There is no such file', text: 'Check the number in the address.' },
    facts: {
      bank: 'Bank',
      format: 'Format',
      iban: 'Our account',
      date: 'Execution',
      lines: 'Payments',
      total: 'Total',
      message: 'MsgId',
      hash: 'SHA-256',
      sealed: 'Sealed',
      fetched: 'First fetched',
      unsealed: 'Unsealed',
    },
    who: (by: string, at: string) => `${by}, ${at}`,
    fetch: 'Download the file',
    aboutFetch: 'From the first time on its disbursements count as sent. Each time is in the audit log.',
    name: (message: string, format: string) => `${message}.${format === 'csv' ? 'csv' : 'xml'}`,
    unseal: {
      label: 'Unseal it',
      question: 'Take the file back? Its disbursements wait for another file.',
      confirm: 'Unseal',
    },
  },
  answers: {
    title: 'Answers of banks',
    description: 'What banks send back moves the disbursements that it names. Nothing is guessed.',
    bank: 'Bank',
    file: 'File',
    aboutFile: 'A pain.002, camt.053 or camt.054 of at most 16 MiB. Drop it here or choose it.',
    choose: 'Choose a file',
    import: 'Import it',
    imported: (number: number) => `Answer ${number} is imported.`,
    applied: (count: number) =>
      count === 0
        ? 'No record moved a disbursement.'
        : `${plural(count, 'record', 'records')} moved disbursements.`,
    noted: (count: number) => `${plural(count, 'record', 'records')} about our payments changed nothing.`,
    unmatchedCount: (count: number) =>
      `${plural(count, 'record is', 'records are')} for a person: see the list below.`,
    ignored: (count: number) =>
      `${plural(count, 'record was', 'records were')} about other money, or in a file before.`,
  },
  unmatched: {
    title: 'For a person',
    description: 'Records that fit no payment exactly, newest first.',
    none: 'No record waits for a person.',
    columns: {
      answer: 'Answer',
      disbursement: 'Disbursement',
      written: 'The bank wrote',
      reason: 'Why it waits',
    },
    noDisbursement: 'None',
    written: (record: Written): string => {
      const why = codes(record['reasons']);
      const what =
        record['kind'] === 'booking'
          ? `${record['isDebit'] === true ? 'Debit' : 'Credit'} of ${String(record['amount'])} ${String(record['currency'])}`
          : `Status ${String(record['status'])} for ${String(record['lineId'] ?? record['messageId'])}`;
      return why === '' ? what : `${what} (${why})`;
    },
    opened: 'Record of a bank',
    missing: { title: 'It is not in this list', text: 'Somebody may have assigned or dismissed it.' },
    number: 'Disbursement number',
    aboutAssign: 'Account, amount and currency must be the same.',
    wholeNumber: 'A number without a sign or a point, such as 12.',
    assign: 'Assign it',
    assigned: (number: number, status: string) =>
      `Assigned. Disbursement ${number} has the state: ${status}.`,
    aboutDismiss: 'Dismiss what needs nothing more. It moves no disbursement.',
    dismiss: 'Dismiss it',
    aboutReason: 'The audit log keeps it.',
    confirmDismiss: 'Dismiss the record',
    dismissed: 'Dismissed. No disbursement was changed.',
  },
  blocks: {
    title: 'Blocks',
    description: 'Partners who get no money until the block is lifted. What is in a file already goes on.',
    none: 'No partner is blocked.',
    columns: { partner: 'Partner', reason: 'Reason', by: 'Set by', at: 'Set', actions: 'Actions' },
    partner: 'Partner UID',
    reason: 'Reason',
    aboutReason: 'The partner sees it.',
    wasSet: (uid: string) => `${uid} is blocked.`,
    lifted: (uid: string) => `${uid} is no longer blocked.`,
    set: 'Block the partner',
    lift: 'Lift',
    liftOf: (uid: string) => `Lift the block of ${uid}`,
  },
} as const;
