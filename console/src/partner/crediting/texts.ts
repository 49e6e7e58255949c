import { formatDay, formatTime, plural, sentenceOf } from '../../shared/text/index.ts';

export const texts = {
  list: {
    title: 'Crediting',
    description: 'What partners were paid. Later changes of credited days become adjustments.',
    create: 'Credit rewards',
    empty: {
      title: 'Nothing was credited yet',
      text: 'A run credits what partners earned through a day that has ended, into their wallets.',
    },
    unmatched: { title: 'No payout of this type', text: 'Choose another type.' },
  },
  kind: 'Type',
  allKinds: 'All types',
  kindName: (kind: string) => sentenceOf(kind),
  days: (first: string, last: string) =>
    first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`,
  columns: {
    number: 'Payout',
    kind: 'Type',
    days: 'Days',
    rows: 'Rows',
    reward: 'Credited, USD',
    at: 'When',
  },
  partners: {
    title: 'By partner',
    columns: { partner: 'Partner' },
    others: (count: number) => `and ${plural(count, 'other partner', 'other partners')} with less`,
  },
  detail: {
    title: (number: string) => `Payout ${number}`,
    missing: { title: 'There is no such payout', text: 'Choose one of the list.' },
    facts: {
      kind: 'Type',
      days: 'Days',
      rows: 'Rows in reports',
      reward: 'Credited',
      at: 'When',
      batch: 'Batch',
    },
    usd: (amount: string) => `${amount} USD`,
    causes: 'Why',
    aboutCauses: 'The batches that changed its days after they were credited.',
    cause: (number: number, kind: string) => `Batch ${number}: ${kind.toLowerCase()}`,
    void: (number: number, voided: number) => `Batch ${number}: void of batch ${voided}`,
    sent: (actor: string, at: string) => `${actor}, ${formatTime(at)}`,
  },
  run: {
    title: 'Credit rewards',
    about:
      'Credits what partners earned through a day, then pays the rebates that are due. What is credited already is not credited again.',
    through: 'Through',
    aboutThrough: 'The last day to credit. It must have ended (UTC).',
    preview: 'See what it would credit',
    would: { title: 'It would credit', nothing: 'Nothing: everything through this day is credited.' },
    did: { title: 'Credited', nothing: 'Nothing was left to credit.' },
    submit: 'Credit it',
    ask: (day: string) => `Pay everything through ${formatDay(day)} into the wallets?`,
    confirm: 'Credit the rewards',
    decline: 'Not now',
    done: (day: string) => `Everything through ${formatDay(day)} is credited.`,
    usd: (amount: string) => `${amount} USD`,
    showAll: 'Show all payouts',
  },
} as const;
