import { plural } from '../../shared/text/index.ts';

export const texts = {
  list: {
    title: 'Wallets',
    description: 'The accounts into which you earn, and from which rebates are paid.',
    empty: {
      title: 'No account yet',
      text: 'Your manager opens the first account. Rewards are paid into it.',
    },
  },
  columns: {
    name: 'Name',
    account: 'Account',
    type: 'Type',
    balance: 'Balance',
    reserved: 'Reserved for rebates',
    available: 'Available',
  },
  types: { reward: 'Rewards', rebate: 'Rebates', payout: 'Payouts' },
  detail: {
    kind: 'Account',
    missing: {
      title: 'There is no such account',
      text: 'It does not exist, or it is not an account of this partner.',
      back: 'Show all accounts',
    },
    copy: 'the account number',
    balance: 'Balance',
    reserved: 'Reserved for rebates',
    available: 'Available',
    type: 'Type',
    rename: 'Rename',
    newName: 'New name',
    save: 'Save',
    discard: 'Discard',
  },
  ledger: {
    title: 'Ledger',
    description: 'Every entry with its reason and the balance after it, newest first.',
    none: 'Nothing was posted yet. Crediting posts rewards here.',
    filter: 'Kind of entry',
    all: 'All entries',
    kinds: {
      reward: 'Rewards',
      adjustment: 'Adjustments',
      second_level_reward: 'Second-level rewards',
      commission: 'Commissions',
      progress: 'Progress rewards',
      rebate: 'Rebates',
    },
    columns: { day: 'Posted', kind: 'Kind', reason: 'Reason', amount: 'Amount', balance: 'Balance' },
  },
  statement: {
    title: 'Statement',
    description: 'All entries of a month, as PDF for your records or as CSV for your own tools.',
    month: 'Month',
    opening: 'Opening balance',
    entries: 'Entries',
    count: (count: number) => plural(count, 'entry', 'entries'),
    sum: 'Change',
    closing: 'Closing balance',
    pdf: 'Download PDF',
    csv: 'Download CSV',
    file: (account: string, month: string, format: string) =>
      `statement-${account.replaceAll(/[^\w-]/g, '-')}-${month}.${format}`,
  },
} as const;
