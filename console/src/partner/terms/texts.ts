import { formatInteger, formatList, formatMonth, plural } from '../../shared/text/index.ts';

const MOST_NAMED = 5;

/** The first of them, and how many more there are. */
const firstOf = (names: readonly string[]): readonly string[] =>
  names.length <= MOST_NAMED
    ? names
    : [...names.slice(0, MOST_NAMED), `${formatInteger(names.length - MOST_NAMED)} more`];

export const texts = {
  states: { past: 'Past', present: 'In force', future: 'Future' },
  inputs: {
    every: { partner_uid: 'every partner', account_type: 'every account type', symbol: 'every symbol' },
  },
  propose: {
    reason: 'Reason, for the second person',
    submit: 'Propose it',
    proposed: 'Proposed. Another manager confirms it.',
  },
  withdrawTerm: {
    about: 'A term that should never have been there can be withdrawn.',
    aboutPaid: 'A term that should never have been there can be withdrawn. Credited days become adjustments.',
    label: 'Propose to withdraw it',
    question: 'Propose that it is withdrawn?',
    confirm: 'Propose it',
  },
  history: {
    title: 'History',
    sent: 'Sent',
    withdrawn: 'Withdrawn',
    meta: (at: string, batch: number) => `${at}, batch ${batch}`,
  },
  preview: {
    title: (month: string) => `What it would have paid in ${formatMonth(month)}`,
    about: (orders: number, trials: number) =>
      `As if the draft had been in force for the whole month, over ${plural(orders, 'order', 'orders')}, computed as crediting computes it.` +
      (trials === 0 ? '' : ` ${plural(trials, 'order', 'orders')} on trial accounts earn nothing.`),
    credited: 'Credited until now, USD',
    earned: 'As today’s tariffs give, USD',
    preview: 'By the draft, USD',
    difference: 'Difference, USD',
    why: {
      named: 'Named by a tariff',
      clients: 'Tariff for every partner',
      below: 'Rewards of partners below',
      shared: 'Commissions of shared accounts',
      noOthers: 'No other partner earns more or less.',
      others: (partners: readonly string[], reasons: readonly string[]) =>
        `${plural(partners.length, 'other partner earns', 'other partners earn')} more or less as well: ${formatList(firstOf(partners))}. ` +
        `Reasons: ${formatList(reasons.map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1)))}.`,
    },
    same: 'No partner would have earned more or less.',
    partners: 'Partners whose rewards would change, in USD',
    columns: {
      partner: 'Partner',
      credited: 'Credited',
      earned: 'Today’s tariffs',
      preview: 'Draft',
      difference: 'Difference',
      why: 'Why',
    },
  },
} as const;
