import type { Disbursement, DisbursementBlock, DisbursementDestination } from '@quaestor/sdk';

const statuses: Readonly<Record<Disbursement['status'], string>> = {
  REQUESTED: 'Waits for approval',
  APPROVED: 'Approved',
  SEALED: 'In a bank file',
  SENT: 'Sent to the bank',
  ACCEPTED: 'Accepted by the bank',
  PAID: 'Paid',
  RETURNED: 'Came back',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
};

const destinationStatuses: Readonly<Record<DisbursementDestination['status'], string>> = {
  WAITING: 'Waits for confirmation',
  CONFIRMED: 'Confirmed',
  REFUSED: 'Refused',
  REPLACED: 'Replaced',
  DISABLED: 'Disabled',
};

/** Codes of ISO 20022 with which banks most often refuse or return a payment. */
const bankCodes: Readonly<Record<string, string>> = {
  AC01: 'the account number is wrong',
  AC04: 'the account is closed',
  AC06: 'the account is blocked',
  AG01: 'the account does not take such payments',
  BE01: 'the name does not fit the account',
  MD07: 'the holder of the account has died',
  MS03: 'the bank gives no reason',
  RC01: 'the BIC is wrong',
};

/** What the partner can do about a block. */
const fixes: Readonly<Record<DisbursementBlock['code'], string>> = {
  currency: 'Ask your manager for an account in a currency that banks pay.',
  no_destination: 'Save your bank account below. When the program has confirmed it, you can ask for money.',
  cooling_off: 'You need to do nothing: you can ask for money from then on.',
  suspended: 'Ask your manager when the suspension ends.',
  blocked: 'Ask your manager what is needed.',
  document_missing: 'Ask your manager how to accept the agreement.',
  debt: 'You need to do nothing: your next rewards fill it first.',
};

export const texts = {
  list: {
    title: 'Disbursements',
    description: 'Money from your accounts to your bank.',
  },
  accounts: {
    title: 'Accounts',
    none: 'You have no account that is paid out yet. Your manager opens the first one.',
    columns: {
      account: 'Account',
      available: 'Available',
      held: 'Held',
      reserved: 'Reserved',
      paid: 'Paid',
      debt: 'Debt',
      state: 'State',
    },
    ready: 'You can ask for money',
    blocked: 'Nothing can be asked for',
  },
  made: {
    title: 'Your disbursements',
    description: 'Newest first.',
    none: 'You have not asked for money yet. Open an account to ask for it.',
    columns: { number: 'Number', amount: 'Amount', account: 'Account', status: 'State', at: 'Changed' },
  },
  statuses,
  destinationStatuses,
  /** `AC04` → `AC04: the account is closed` */
  reason: (text: string) => {
    const meaning = bankCodes[text];
    return meaning === undefined ? text : `${text}: ${meaning}`;
  },
  account: {
    kind: 'Account',
    title: (account: string) => `Account ${account}`,
    about: 'What it has, and where its money goes.',
    missing: {
      title: 'There is no such account',
      text: 'It does not exist, or its money is not paid out to you.',
      back: 'Show all accounts',
    },
    facts: {
      balance: 'Balance',
      held: 'Held until it is cleared',
      reserved: 'Reserved for disbursements and rebates',
      available: 'Available',
      paid: 'Paid to you so far',
      debt: 'Debt, which your next rewards fill',
    },
    ledger: 'Show the ledger',
  },
  blocks: {
    title: 'Why you cannot ask for money now',
    fixes,
    waits: 'Your bank account waits for the program to confirm it.',
    from: (time: string) => `Your bank account changed. It is used from ${time} on.`,
  },
  ask: {
    title: 'Ask for money',
    amount: 'Amount',
    about: (available: string, currency: string) => `At most ${available} ${currency}.`,
    max: 'Max',
    remains: (amount: string, currency: string) => `${amount} ${currency} remain available.`,
    bad: 'Give an amount above 0, such as 120.50.',
    most: (available: string, currency: string) => `At most ${available} ${currency} is available.`,
    submit: 'Ask for it',
    nothing: 'Nothing is available at the moment.',
  },
  bank: {
    title: 'Bank account',
    none: 'None is saved yet.',
    name: 'Name',
    written: 'Name as banks get it',
    iban: 'IBAN',
    bic: 'BIC',
    address: 'Address',
    status: 'State',
    saved: 'Saved',
    usable: 'Used from',
    reason: 'Reason',
    save: 'Save a bank account',
    replace: 'Change the bank account',
    form: {
      name: 'Account holder',
      aboutName: 'As your bank has it. Banks compare it.',
      iban: 'IBAN',
      aboutIban: 'With or without spaces.',
      bic: 'BIC, if you know it',
      withAddress: 'Give the address of the holder',
      aboutAddress: 'Some banks want it.',
      street: 'Street',
      building: 'Number',
      postcode: 'Postal code',
      town: 'Town',
      country: 'Country',
      aboutCountry: 'Two letters, such as PT.',
      check: 'Check',
      checked: 'Compare it with your bank before you save it',
      differs: 'Banks do not take all letters of the name. This is how it is written for them.',
      save: 'Save it',
      change: 'Change it again',
      discard: 'Discard',
      after: 'A manager confirms it. If it replaces another bank account, it is used some days later.',
    },
  },
  months: {
    title: 'Earned and paid',
    description: 'By month. The line is what you earned, the dashes are what was paid to you.',
    label: (account: string) => `What account ${account} earned and what was paid from it, by month`,
    columns: { month: 'Month', earned: 'Earned', paid: 'Paid' },
  },
  detail: {
    kind: 'Disbursement',
    title: (number: number) => `Disbursement ${number}`,
    facts: {
      amount: 'Amount',
      status: 'State',
      account: 'Account',
      destination: 'Bank account',
      returned: 'Came back',
    },
    timeline: 'What happened',
    next: {
      REQUESTED: 'A manager of the program decides on it next. The money is reserved.',
      APPROVED: 'It is in the next file for the bank.',
      SEALED: 'The file is sent to the bank next.',
      SENT: 'The bank answers within some days.',
      ACCEPTED: 'The bank has taken it and pays it next.',
      PAID: 'Your bank has the money, or gets it within a day.',
      RETURNED: 'What came back is available again. Check your bank account, then ask again.',
      FAILED: 'The money is available again. Check your bank account, then ask again.',
      CANCELLED: 'The money is available again.',
    } satisfies Readonly<Record<Disbursement['status'], string>>,
    requested: 'Requested',
    approved: 'Approved',
    to: (name: string, iban: string) => `${name}, ${iban}`,
    cancel: 'Cancel it',
    aboutCancel: 'Your manager sees it.',
    confirmCancel: 'Cancel the disbursement',
  },
} as const;
