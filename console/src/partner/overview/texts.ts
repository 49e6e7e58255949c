import { formatDay, plural } from '../../shared/text/index.ts';

export const texts = {
  title: 'Overview',
  about: (from: string, to: string) =>
    `What your clients did from ${formatDay(from)} to ${formatDay(to)}, and what it earned.`,
  figures: {
    rewards: 'First-level rewards',
    volume: 'Volume',
    clients: 'New clients',
    conversion: 'Conversion',
    usd: 'USD',
    millions: 'mln USD',
    none: 'No clicks',
  },
  leftOut:
    'First-level rewards are what the orders of your own clients earned, credited or not. What was credited in all is below.',
  compared: (from: string, to: string) => `Compared with ${formatDay(from)} to ${formatDay(to)}`,
  chart: (figure: string, unit: 'day' | 'month') => `${figure} by ${unit}`,
  table: { day: 'Show the figures of each day', month: 'Show the figures of each month' },
  columns: { day: 'Day', month: 'Month' },
  tops: {
    links: 'Top links',
    countries: 'Top countries',
    symbols: 'Top symbols',
    nothing: 'No order earned a first-level reward in this period.',
    byReward: 'By first-level rewards',
    direct: 'Without a link',
    unknown: 'Unknown',
  },
  all: 'Open the report',
  allOf: (title: string) => `Open the report of ${title.toLowerCase()}`,
  balance: {
    title: 'Balance',
    reserved: (amount: string, currency: string) => `${amount} ${currency} of it is reserved for rebates.`,
    empty: 'There is no account yet.',
  },
  credited: {
    title: 'Credited last',
    nothing: 'Nothing has been credited yet.',
    about: (orders: number, payout: string) => `${plural(orders, 'order', 'orders')}, payout ${payout}`,
    at: 'Credited',
    why: 'See what it is made of',
    all: {
      title: 'Credited',
      about:
        'In USD, for the orders of this period and for progress rewards that were due in it, as credited so far.',
      kinds: {
        reward: 'First-level rewards',
        second_level_reward: 'Second-level rewards',
        progress_reward: 'Progress rewards',
        commission: 'Commissions received',
        commission_paid: 'Commissions paid to agents',
        adjustment: 'Adjustments of earlier days',
      },
      total: 'Credited in all',
      nothing: 'Nothing has been credited for this period yet.',
      days: 'See each day',
    },
  },
  tier: {
    title: 'Tier',
    none: 'You have not risen to a better tier yet.',
    group: (id: number) => `Tier ${id}`,
    named: (name: string, id: number) => `${name}, tier ${id}`,
    highest: 'This is the highest tier.',
    next: {
      title: (name: string) => `Next: ${name}`,
      bar: (name: string) => `Progress to ${name}`,
      reached: (reached: string, threshold: string, days: number) =>
        `${reached} of ${threshold} in the last ${plural(days, 'day', 'days')}`,
      missing: (missing: string, name: string) => `${missing} to reach ${name}`,
      done: (name: string) => `You have reached what ${name} takes. The program decides when you rise.`,
    },
    since: (at: string) => `Since ${formatDay(at)}`,
    risen: (before: number) => `Risen from tier ${before}`,
    pays: (percent: string) => `It pays ${percent} % of the base reward.`,
    toppedUp: 'Topped up by',
    why: 'See how it was computed',
  },
  clients: {
    title: 'Your clients',
    clients: 'Clients',
    accounts: 'Their accounts',
    subpartners: 'Partners below you',
  },
} as const;
