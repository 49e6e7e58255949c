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
    tasks: {
      withdrawals: (count: number) =>
        count === 1 ? 'withdrawal to resolve by hand' : 'withdrawals to resolve by hand',
      access: (count: number) =>
        count === 1 ? 'change of access to confirm or refuse' : 'changes of access to confirm or refuse',
      policies: () => 'proposed policy to confirm or refuse',
      destinations: (count: number) => (count === 1 ? 'destination to confirm' : 'destinations to confirm'),
      jobs: (count: number) => (count === 1 ? 'job that failed for good' : 'jobs that failed for good'),
      webhooks: (count: number) =>
        count === 1 ? 'webhook that was not received' : 'webhooks that were not received',
    } as Readonly<Record<string, (count: number) => string>>,
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
    notLive: 'Not connected yet',
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
