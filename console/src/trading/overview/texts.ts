import { formatDay, formatList, formatSpan, plural } from '../../shared/text/index.ts';

export const texts = {
  title: 'Overview',
  showAll: 'Show all',
  showAllOf: (title: string) => `${title}: show all`,
  balances: {
    title: 'Balances',
    valued: 'At indicative rates',
    missing: (venues: readonly string[]) =>
      `No answer from ${formatList(venues)}: what lies there is not in these figures.`,
    unpriced: (assets: readonly string[]) => `No rate for ${formatList(assets)}: not in the total.`,
    unknown: '…',
    noPrice: 'No price',
    columns: { asset: 'Asset', total: 'Total', value: (currency: string) => `Value in ${currency}` },
  },
  waiting: {
    title: 'Waiting for you',
    notApprover: 'You are not an approver: nothing waits for your vote.',
    nothing: 'Nothing waits for your vote.',
    others: (count: number) => `and ${plural(count, 'other', 'others')}`,
    tasks: {
      doubtful: (count: number) =>
        count === 1 ? 'withdrawal to resolve by hand' : 'withdrawals to resolve by hand',
      transfers: (count: number) =>
        count === 1 ? 'transfer whose arrival is not known' : 'transfers whose arrival is not known',
      proposals: (count: number) =>
        count === 1 ? 'proposal of a managed balance' : 'proposals of managed balances',
      settings: (count: number) =>
        count === 1 ? 'managed balance to confirm' : 'managed balances to confirm',
      screenings: (count: number) => (count === 1 ? 'withdrawal to screen' : 'withdrawals to screen'),
      access: (count: number) =>
        count === 1 ? 'change of access to confirm or refuse' : 'changes of access to confirm or refuse',
      policies: () => 'proposed policy to confirm or refuse',
      destinations: (count: number) => (count === 1 ? 'destination to confirm' : 'destinations to confirm'),
      jobs: (count: number) => (count === 1 ? 'job that failed for good' : 'jobs that failed for good'),
      webhooks: (count: number) =>
        count === 1 ? 'webhook that was not received' : 'webhooks that were not received',
    } as Readonly<Record<string, (count: number) => string>>,
  },
  inFlight: {
    title: 'In flight',
    none: 'Nothing is between two venues.',
    transfers: (count: number) => plural(count, 'transfer', 'transfers'),
  },
  latest: {
    title: 'Last movements',
    none: 'No withdrawal and no conversion yet.',
    withdrawal: 'Withdrawal',
    conversion: (asset: string) => `Conversion to ${asset}`,
  },
  venues: {
    title: 'Venues',
    switches: (withdrawals: string, trading: string) => `Withdrawals ${withdrawals}, trading ${trading}`,
    modes: { live: 'live', simulate: 'simulate', off: 'off' },
    notLive: 'Not connected yet',
  },
  history: {
    title: 'Value and flows',
    about: (from: string, to: string) => `${formatSpan(from, to)}, days of UTC`,
    none: 'No balances are kept yet. They are kept every ten minutes and at the end of each day.',
    value: 'Value',
    valueChart: (currency: string) => `Value of all venues by day in ${currency}`,
    gaps: (days: number) =>
      `${plural(days, 'day has', 'days have')} no value: a venue could not be read, or an asset had no price.`,
    flows: 'In and out',
    flowsAbout:
      'The line is what came in, the dashes what went out. Transfers between own venues are not counted.',
    flowsChart: (currency: string) => `What came in and went out by day in ${currency}`,
    flowGaps: (days: number) =>
      `${plural(days, 'day is', 'days are')} not known in full: deposits could not be read, or an asset had no price.`,
    venues: (day: string) => `By venue, ${formatDay(day)}`,
    table: 'By day as a table',
    unknown: 'Not known',
    columns: {
      day: 'Day',
      value: (currency: string) => `Value in ${currency}`,
      deposits: 'In',
      withdrawals: 'Out',
      fees: 'Fees',
    },
  },
  usage: {
    title: 'Limits of the policy',
    none: 'No rule in force limits a sum.',
    unknown: 'Not known: a price is missing. Until there is one, it asks for approvals.',
    share: (rule: number) => `Share of rule ${rule} that is used`,
    spent: (spent: string, limit: string, asset: string) => `${spent} of ${limit} ${asset}`,
    remaining: (remaining: string, asset: string) => `${remaining} ${asset} left`,
  },
} as const;
