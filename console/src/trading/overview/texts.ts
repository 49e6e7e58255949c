import { formatList, plural } from '../../shared/text/index.ts';

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
  },
  latest: { title: 'Latest withdrawals', none: 'None yet.' },
  venues: {
    title: 'Venues',
    switches: (withdrawals: string, trading: string) => `Withdrawals ${withdrawals}, trading ${trading}`,
    notLive: 'Not connected yet',
  },
  volume: {
    title: 'Last 24 hours',
    none: 'No withdrawal was requested.',
    noLimit: 'No daily limit',
    limit: (limit: string) => `of ${limit} before a rule applies`,
    share: (asset: string) => `${asset} of the limit`,
    sum: (sum: string, asset: string) => `${sum} ${asset}`,
  },
} as const;
